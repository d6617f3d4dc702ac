import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapStore

struct BatchRun<Question: BatchQuestion> {
  let arguments: BatchArguments
  let reference: ReferenceArguments
  let question: Question
  let network: EditedNetwork
  /// The edge of the extent that was read; nil for the whole network.
  let edge: ExtentEdge?
  let tolerance: Double
  let defaultPrefix: String

  /// Runs to the end; throws `ExitCode` 3 when bad rows were left out.
  func run() async throws {
    // A wrong --srid is refused before the input is read.
    let way = try reference.transformation(to: network)
    let input = try ByteSource(path: arguments.input ?? "-")
    let delimiter = arguments.csv.delimiter.byte
    let format = try arguments.format ?? BatchFormat(path: arguments.output)
    if format == .gpkg, arguments.output == "-" {
      throw Failure.usage("A GeoPackage needs a file: give --output.")
    }
    var reader = CSVReader(input, delimiter: delimiter)
    var report = BatchReport(
      input,
      skipsBadRows: arguments.skipBadRows,
      isProgressWanted: arguments.progress
    )
    guard var first = try reader.next() else {
      // A stage of a pipe may receive nothing; a missing header is an error.
      guard arguments.csv.noHeader else {
        throw Failure.badData(
          "\(input.name) is empty: a line with the names of the columns is expected."
        )
      }
      return
    }
    let head = first.records[0]
    let headBytes = Array(first.bytes[head])
    let lineEnd: [UInt8] =
      first.bytes[head.upperBound...].first == CSVByte.carriageReturn ? [13, 10] : [10]
    if format != .csv, !arguments.csv.noHeader, String(validating: headBytes, as: UTF8.self) == nil
    {
      throw Failure.badData("The names of the columns are not UTF-8.")
    }
    let columns = try PointColumns(headBytes, arguments.csv)
    if !arguments.csv.noHeader {
      first.records.removeFirst()
      first.precedingRecords = 1
    }
    tellFarPoints(first, columns, way)
    let names = try resultNames(columns, format)
    switch format {
    case .csv:
      let file = try OutputFile(arguments.output, replacing: arguments.force)
      var output = try TextOutput(
        file.sink,
        head: csvHead(headBytes, names, delimiter, lineEnd, reader.hasByteOrderMark)
      )
      try await write(first, &reader, columns, way, to: &output, &report, needsText: false) {
        CSVSink($0, lineEnd: lineEnd)
      }
      try file.publish()
    case .geojson, .geojsonl:
      let form = GeoJSONForm(srid: srid, isCollection: format == .geojson)
      let layout = GeoJSONSink.Layout(names: columns.names + names, form: form)
      form.warn()
      let file = try OutputFile(arguments.output, replacing: arguments.force)
      var output = try TextOutput(
        file.sink,
        head: form.head,
        separator: layout.before,
        tail: form.tail
      )
      try await write(first, &reader, columns, way, to: &output, &report, needsText: true) {
        GeoJSONSink($0, layout)
      }
      try file.publish()
    case .gpkg:
      var output = GeoPackageOutput(writer: try pointTable(columns, names))
      try await write(first, &reader, columns, way, to: &output, &report, needsText: true) {
        PointRowSink($0)
      }
    }
    report.finish()
    if report.badRowCount > 0 { throw ExitCode.rowsLeftOut }
  }

  private var srid: SRID? { network.srid }

  /// Warns on stderr when the first points are far from the network, with the likely reason.
  private func tellFarPoints(
    _ block: CSVBlock,
    _ columns: PointColumns,
    _ way: CoordinateTransformation?
  ) {
    let points = PointBlock(block, columns, needsText: false, skipsBadRows: true, way: way)
    let given = PointBlock(block, columns, needsText: false, skipsBadRows: true)
    // Where only an extent was read, points beyond it are counted instead.
    guard edge == nil, let place = points.places.first, let last = points.places.last,
      let row = given.records.firstIndex(of: points.records[0]),
      let doubt = network.doubt(about: place, given: given.places[row], by: way),
      network.doubt(about: last) != nil
    else { return }
    doubt.tell(
      "The point \(text(place))",
      place,
      in: network,
      given: reference.srid == nil ? nil : given.places[row]
    )
  }

  /// Answers all blocks, from `first`, which was read already to find the columns, and writes the answers in order.
  ///
  /// `way` transforms the places into the network's reference system; nil when they are in it.
  private func write<Sink: RowSink, Output: BatchOutput>(
    _ first: CSVBlock,
    _ reader: inout CSVReader,
    _ columns: PointColumns,
    _ way: CoordinateTransformation?,
    to output: inout Output,
    _ report: inout BatchReport,
    needsText: Bool,
    _ makeSink: @escaping @Sendable (PointBlock) -> Sink
  ) async throws where Sink.Rows == Output.Rows {
    let (question, skipsBadRows) = (question, arguments.skipBadRows)
    var next: CSVBlock? = first
    try await forEachPiece {
      defer { next = nil }
      return try next ?? reader.next()
    } answer: { block in
      let points = PointBlock(
        block,
        columns,
        needsText: needsText,
        skipsBadRows: skipsBadRows,
        way: way
      )
      var sink = makeSink(points)
      try question.answer(points, into: &sink)
      return (sink.rows, points.places, points.badRows, points.hasSoundRows)
    } collect: { rows, places, badRows, hasSoundRows in
      try output.write(rows)
      // The tolerance of these reaches beyond the extent that was read.
      let unknown = edge.map { edge in places.count { !edge.encloses($0, within: tolerance) } }
      try report.note(
        points: places.count,
        unknown: unknown ?? 0,
        badRows: badRows,
        hasSoundRows: hasSoundRows,
        bytes: reader.byteCount
      )
    }
    try output.finish()
  }

  private func resultNames(_ columns: PointColumns, _ format: BatchFormat) throws -> [String] {
    let names = question.columns.map { (arguments.prefix ?? defaultPrefix) + $0.name }
    let taken = Set(columns.names.map { $0.lowercased() })
    if let name = names.first(where: { taken.contains($0.lowercased()) }) {
      throw Failure.usage(
        "The input already has a column \(name): give the result's columns another --prefix."
      )
    }
    return names
  }

  private func csvHead(
    _ head: [UInt8],
    _ names: [String],
    _ delimiter: UInt8,
    _ lineEnd: [UInt8],
    _ hasByteOrderMark: Bool
  ) -> [UInt8] {
    var line: [UInt8] = hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
    guard !arguments.csv.noHeader else { return line }
    line += head
    for name in names {
      line.append(delimiter)
      line.appendCSV(name, delimiter: delimiter)
    }
    return line + lineEnd
  }

  private func pointTable(_ columns: PointColumns, _ names: [String]) throws -> FeatureLayerWriter {
    let url = URL(fileURLWithPath: arguments.output)
    return try FeatureLayerWriter(
      arguments.output,
      table: url.deletingPathExtension().lastPathComponent,
      geometryType: .point,
      fields: columns.names.map { AttributeField($0, .text) }
        + zip(names, question.columns).map { AttributeField($0, $1.storage) },
      srid: srid,
      replacing: arguments.force
    )
  }
}

extension PointColumns {
  /// Finds the columns of the coordinates in the first record.
  init(_ record: [UInt8], _ csv: CSVArguments) throws {
    var fields: [Range<Int>] = []
    let delimiter = csv.delimiter.byte
    CSVFields.split(record.span, record.indices, delimiter: delimiter, into: &fields)
    let names = fields.map { String(decoding: CSVFields.value(record.span, $0), as: UTF8.self) }
    try self.init(
      names: csv.noHeader ? nil : names,
      count: fields.count,
      x: csv.x,
      y: csv.y,
      delimiter: delimiter,
      hasDecimalComma: csv.decimalComma
    )
  }
}

struct BatchReport {
  private static let greatestList = 100

  private let inputName: String
  private let inputSize: Int?
  private let skipsBadRows: Bool
  private let console: ProgressConsole
  private let bar: ProgressBar
  private let start: ContinuousClock.Instant
  private var pointCount = 0
  private var unknownCount = 0
  private(set) var badRowCount = 0

  init(_ input: ByteSource, skipsBadRows: Bool, isProgressWanted: Bool) {
    inputName = input.name
    inputSize = input.size
    self.skipsBadRows = skipsBadRows
    console = .standardError(lines: isProgressWanted)
    bar = ProgressBar("Answering", on: console)
    start = console.now()
    bar.begin()
  }

  /// Notes that a block is written; throws ``Failure`` for the first bad row unless bad rows are skipped.
  mutating func note(
    points: Int,
    unknown: Int,
    badRows: [PointBlock.BadRow],
    hasSoundRows: Bool,
    bytes: Int
  ) throws {
    pointCount += points
    unknownCount += unknown
    // Skipping is only proposed where at least one row can be read.
    let isSkippable = pointCount > 0 || hasSoundRows
    for row in badRows {
      let message = "\(inputName):\(row.line): \(row.message)"
      guard skipsBadRows else {
        bar.end()
        throw Failure.badData(
          "\(message) \(row.remedy ?? "Correct the row\(isSkippable ? ", or leave such rows out with --skip-bad-rows" : "").")"
        )
      }
      badRowCount += 1
      if badRowCount <= Self.greatestList { bar.tell("geosnap: left out: \(message)\n") }
    }
    var share: Double?
    if let inputSize, inputSize > 0 { share = Double(bytes) / Double(inputSize) }
    bar.note("Answering", pointCount, of: "point", share: share)
  }

  func finish() {
    bar.end()
    if console.style != .hidden {
      let seconds = (console.now() - start) / .seconds(1)
      let rate = seconds > 0 ? Int(Double(pointCount) / seconds) : 0
      console.write("\(count(pointCount, "point")), \(rate) a second\n")
    }
    if unknownCount > 0 {
      GeoSnapTool.note(
        "\(count(unknownCount, "point")) of \(pointCount.grouped) \(unknownCount == 1 ? "is" : "are") "
          + "outside the extent, or nearer to its edge than the tolerance: features outside the extent were not "
          + "read, and are not found."
      )
    }
    if badRowCount > 0 {
      let more = badRowCount > Self.greatestList ? ", the first \(Self.greatestList) listed" : ""
      console.write("geosnap: \(count(badRowCount, "bad row")) left out\(more).\n")
    }
  }
}
