import ArgumentParser
import Foundation
import GeoSnap

struct ConformCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Moves the features of a data set onto a network by the rules of the network.",
    discussion: """
      INPUT is GeoJSON (a collection, or one feature after the other), CSV with a point in each row, or a \
      GeoPackage; - is stdin. With --asset-type, junctions move as points. Lines move at their ends, or at all \
      vertices if their connectivity policy is any-vertex. Without --asset-type, every vertex of points and \
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
  @Flag(help: "Show progress on stderr even if it is not a terminal.")
  var progress = false
  @Flag(help: "Replace existing files.")
  var force = false
  @Flag(help: "Print the report as JSON; the features must go to a file.")
  var json = false

  func validate() throws {
    try checkTolerance(tolerance)
    if tolerance.isInPixels {
      throw ValidationError("--tolerance cannot be in pixels here: there is no map.")
    }
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

  /// Refuses to overwrite an input file, also through a link to it.
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
