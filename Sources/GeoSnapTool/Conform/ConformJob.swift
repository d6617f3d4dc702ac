import GeoSnap

/// A checked command line with its files open.
struct ConformJob {
  let arguments: ConformCommand
  let conformer: Conformer
  let source: ByteSource
  let format: ConformFormat
  /// Whether GeoJSON is written as a collection.
  let isCollection: Bool

  /// Runs to the end, and prints the result.
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
        remedy =
          " If they are longitudes and latitudes: \(conversion(from: "4326", to: srid))"
      }
      tell(["note: no vertex is near the network; are the coordinates in \(system)?\(remedy)"])
    }
    guard !arguments.json else { return }
    if arguments.output == "-" {
      tell(counts.lines)
    } else {
      try printLines(counts.lines)
    }
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

  /// The file for the report; nil without a report.
  private var reportFile: OutputFile? {
    get throws {
      let path = arguments.json ? "-" : arguments.report
      return try path.map { try OutputFile($0, replacing: arguments.force) }
    }
  }

  func conformRun(expecting vertices: Int) -> ConformRun {
    ConformRun(
      conformer: conformer,
      expectedVertices: vertices,
      showsProgress: arguments.progress
    )
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

  /// Refuses a declared reference system that is not that of the network.
  func checkSystem(_ srid: SRID, of table: String? = nil) throws {
    guard let expected = conformer.snapper.scene.network.srid, srid != expected else { return }
    let options = table.map { ["--table", $0] } ?? []
    throw Failure.badData(
      "\(source.name)\(table.map { ": \($0)" } ?? "") is in EPSG:\(srid), the network in EPSG:\(expected). Transform it first: "
        + conversion(options, to: expected),
      file: source.name
    )
  }

  /// The command that transforms the input.
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
    let form = GeoJSONForm(
      srid: conformer.snapper.scene.network.srid,
      isCollection: isCollection
    )
    let frame = form.frame
    features.layout = GeoJSONPiece.Layout(frame: frame)
    return try TextOutput(sink, head: form.head, separator: frame.before, tail: form.tail)
  }
}

extension TextOutput: ConformSink {
  package typealias Rewritten = [UInt8]
}
