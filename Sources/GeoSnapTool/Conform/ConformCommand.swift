import ArgumentParser
import Foundation
import GeoSnap

struct ConformCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Moves the features of a data set onto a network by the rules of the network.",
    discussion: """
      INPUT is GeoJSON (a collection, or one feature after the other), CSV with a point in each row, or a \
      GeoPackage; - is stdin. If --asset-type is a junction, points move. If it is a line, its ends move, or all \
      vertices if its connectivity policy is any-vertex. Without --asset-type, every vertex of points and \
      lines moves. Vertices with equal coordinates stay together, and no line becomes shorter than the \
      tolerance. Documentation/Conform.md describes the details.

      The report in JSON: {moved[{id, part, vertex, from, to, distance, rule, because, kind, \
      insertVertex, splitLine, source, row, globalID}], unmoved[{id, part, vertex, reason}], \
      summary{features, vertices, moved, unmoved{REASON: count}, greatestDistance}}.
      """
  )

  @Argument(
    help: "The data set: .geojson, .geojsonl, .csv, .gpkg, or - for stdin.",
    completion: .file()
  )
  var input: String
  @OptionGroup var network: NetworkArgument
  @Option(
    parsing: .unconditional,
    help: "The maximum distance to move a vertex, \(LengthArgument.units)."
  )
  var tolerance: LengthArgument
  @OptionGroup var snapping: SnappingArguments
  @Option(
    parsing: .unconditional,
    help: "Write the features to a new file, or - for stdout.",
    completion: .file()
  )
  var output = "-"
  @Option(
    parsing: .unconditional,
    help: "Write the report as JSON to a new file.",
    completion: .file()
  )
  var report: String?
  @Option(parsing: .unconditional, help: "The table, if the GeoPackage has several.")
  var layer: String?
  @OptionGroup var csv: CSVArguments
  @Flag(help: "Show progress on stderr even if it is not a terminal.") var progress = false
  @Flag(help: "Replace existing files.") var force = false
  @Flag(help: "Print the report as JSON; the features must go to a file.") var json = false

  func validate() throws {
    try checkTolerance(tolerance)
    try refuse(tolerance.isInPixels, "--tolerance cannot be in pixels here: there is no map.")
    if json, output == "-" {
      throw ValidationError("If the features go to stdout, give --report FILE instead of --json.")
    }
    if json, report != nil { throw ValidationError("--json does not go with --report.") }
    if report == "-" { throw ValidationError("Give --json for a report on stdout.") }
    try csv.check()
  }

  func run() async throws {
    try checkOutputs()
    let source = try ByteSource(path: input)
    let format = try ConformFormat(path: input, source)
    if let other = ConformFormat(extensionOf: network.network), other != .geoPackage,
      let file = FileHandle(forReadingAtPath: network.network),
      !file.readData(ofLength: 15).elementsEqual("SQLite format 3".utf8)
    {
      throw Failure.usage(
        "\(network.network) is not a network: give the input first, and then the network."
      )
    }
    let isCollection = try format.checkOutput(output)
    if layer != nil, format != .geoPackage {
      throw Failure.usage("--layer is for GeoPackages: leave it out.")
    }
    let index = try await network.openIndex()
    let (settings, rules) = try snapping.settings(for: index.network)
    let conformer = try Conformer(
      Snapper(index, settings: settings, rules: rules),
      tolerance: try tolerance.inUnits(of: index.network.srid, option: "--tolerance")
    )
    let job = ConformJob(
      arguments: self,
      conformer: conformer,
      source: source,
      format: format,
      isCollection: isCollection
    )
    try await job.run()
  }

  private func checkOutputs() throws {
    let read = [
      (network.network, "the network"), (input == "-" ? "/dev/stdin" : input, "the input"),
    ]
    for (path, option) in [(output, "--output"), (report ?? "-", "--report")] where path != "-" {
      try OutputFolder.check(path)
      try FileIdentity.refuse(path, asOneOf: read, option)
    }
    guard let report, output != "-" else { return }
    let isSameFile = FileIdentity(path: report).map { $0 == FileIdentity(path: output) } ?? false
    if isSameFile || URL(fileURLWithPath: report) == URL(fileURLWithPath: output) {
      throw Failure.usage("--output and --report name the same file: give two files.")
    }
  }
}

enum ConformFormat {
  case csv
  case geoJSON
  case geoPackage

  /// Takes the format from the file's extension or else from the first bytes of `input`, which are not consumed.
  init(path: String, _ input: ByteSource) throws {
    if let format = ConformFormat(extensionOf: path) {
      self = format
      return
    }
    let start = try input.peek(16)
    let first = start.first { !JSONByte.isBlank($0) && ![0xEF, 0xBB, 0xBF].contains($0) }
    if start.starts(with: Array("SQLite format 3".utf8)) {
      self = .geoPackage
    } else if first == JSONByte.openBrace || first == 0x1E {
      self = .geoJSON
    } else {
      self = .csv
    }
  }

  /// Nil for another extension.
  init?(extensionOf path: String) {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "csv", "tsv", "txt": self = .csv
    case "geojson", "json", "geojsonl", "geojsons", "ndjson", "jsonl": self = .geoJSON
    case "gpkg": self = .geoPackage
    default: return nil
    }
  }

  /// Refuses an output of another format; returns, for GeoJSON, whether a collection is written rather than a
  /// sequence.
  func checkOutput(_ path: String) throws -> Bool {
    let output =
      path == "-"
      ? (self == .csv ? BatchFormat.csv : .geojsonl) : try BatchFormat(path: path, hasOption: false)
    switch (self, output) {
    case (.csv, .csv), (.geoPackage, .gpkg), (.geoJSON, .geojsonl): return false
    case (.geoJSON, .geojson): return true
    // Devices have no extension.
    case (.geoJSON, .csv) where URL(fileURLWithPath: path).pathExtension.isEmpty: return false
    case (.geoPackage, _) where path == "-":
      throw Failure.usage("A GeoPackage is written to a file: give --output.")
    default:
      throw Failure.usage(
        "\(path) does not have the format of the input. Give an output of the same format, and convert it with "
          + "geosnap convert."
      )
    }
  }
}

struct ConformJob {
  let arguments: ConformCommand
  let conformer: Conformer
  let source: ByteSource
  let format: ConformFormat
  let isCollection: Bool

  func run() async throws {
    let report = try reportFile.map { try ConformReport($0) }
    let counts: ConformCounts
    do {
      counts = try await conformed(report)
    } catch {
      let cause =
        error is CancellationError ? Failure.stopped : Failure.explained(error) as? Failure
      guard arguments.json, var failure = cause, failure.exitCode != .cannotWrite else {
        throw error
      }
      try report?.fail(failure)
      failure.isTold = true
      throw failure
    }
    try report?.finish(counts)
    if counts.vertices > 0, counts.unmoved == [ConformReason.nothingNear.name: counts.vertices] {
      let network = conformer.snapper.scene.network
      let system = network.srid.map { "EPSG:\($0)" } ?? "that of the network"
      var remedy = ""
      if counts.fitsDegrees, let srid = network.srid, let extent = network.envelope,
        max(abs(extent.maxX), abs(extent.maxY)) > 180
      {
        remedy = " If they are longitudes and latitudes: \(conversion(from: "4326", to: srid))"
      }
      tell(["note: no vertex is near the network; are the coordinates in \(system)?\(remedy)"])
    }
    guard !arguments.json else { return }
    if arguments.output == "-" { tell(counts.lines) } else { try printLines(counts.lines) }
  }

  private func conformed(_ report: ConformReport?) async throws -> ConformCounts {
    switch format {
    case .csv: try await conformCSV(report)
    case .geoJSON: try await conformGeoJSON(report)
    case .geoPackage: try await conformGeoPackage(report)
    }
  }

  private func tell(_ lines: [String]) {
    for line in lines { Surroundings.current.tell("geosnap: \(line)") }
  }

  private var reportFile: OutputFile? {
    get throws {
      let path = arguments.json ? "-" : arguments.report
      return try path.map { try OutputFile($0, replacing: arguments.force) }
    }
  }

  func conformRun(expecting vertices: Int) -> ConformRun {
    ConformRun(conformer: conformer, expectedVertices: vertices, showsProgress: arguments.progress)
  }

  private func conformCSV(_ report: ConformReport?) async throws -> ConformCounts {
    guard conformer.conforms(.points) else {
      throw Failure.usage(
        "CSV has only points, but features of the asset type are lines: give an asset type of junctions."
      )
    }
    var points = try CSVPointSource(source, arguments.csv)
    let file = try OutputFile(arguments.output, replacing: arguments.force)
    let counts = try await conformRun(expecting: 0).run(
      &points,
      to: { try TextOutput(file.sink, head: $0.head) },
      report
    )
    try file.publish()
    return counts
  }

  private func conformGeoJSON(_ report: ConformReport?) async throws -> ConformCounts {
    let input = source.size == nil ? try ByteSource.spooled(source) : source
    if input.size == 0, try BatchFormat(path: arguments.input) == .geojson {
      throw Failure.badData("\(input.name) is empty: a collection or features are expected.")
    }
    var features = GeoJSONSource(input)
    let file = try OutputFile(arguments.output, replacing: arguments.force)
    // A position takes about 20 bytes.
    let counts = try await conformRun(expecting: (input.size ?? 0) / 20).run(
      &features,
      to: {
        if let srid = $0.system?.srid { try checkSystem(srid) }
        return try geoJSONOutput(file.sink, &$0)
      },
      report
    )
    try file.publish()
    return counts
  }

  func checkSystem(_ srid: SRID, of table: String? = nil) throws {
    guard let expected = conformer.snapper.scene.network.srid, srid != expected else { return }
    let options = table.map { ["--table", $0] } ?? []
    throw Failure.badData(
      "\(source.name)\(table.map { ": \($0)" } ?? "") is in EPSG:\(srid), the network in EPSG:\(expected). Transform it first: "
        + conversion(options, to: expected),
      file: source.name
    )
  }

  private func conversion(_ options: [String] = [], from srid: String? = nil, to other: SRID)
    -> String
  {
    let out = format == .geoPackage ? "OUT.gpkg" : "OUT.geojson"
    let input = arguments.input == "-" ? "IN" : arguments.input
    let given = srid.map { ["--srid", $0] } ?? []
    let words = [input, out] + options + given + ["--to-srid", "\(other)"]
    return "geosnap convert \(words.map(PastedCommand.quoted).joined(separator: " "))"
  }

  private func geoJSONOutput(
    _ sink: ByteSink,
    _ features: inout GeoJSONSource
  ) throws -> TextOutput {
    if features.isCollection == isCollection { return try TextOutput(sink, head: []) }
    let form = GeoJSONForm(srid: conformer.snapper.scene.network.srid, isCollection: isCollection)
    let frame = form.frame
    features.frame = frame
    return try TextOutput(sink, head: form.head, separator: frame.before, tail: form.tail)
  }
}

extension TextOutput: ConformSink {
  package typealias Rewritten = [UInt8]
}
