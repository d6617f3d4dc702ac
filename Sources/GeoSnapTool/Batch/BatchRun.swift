import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapStore

/// One run over a batch of points, from the arguments to the exit code.
struct BatchRun<Question: BatchQuestion> {
  let arguments: BatchArguments
  let inputPath: String
  let question: Question
  let network: EditedNetwork
  /// Transforms the places into the network's reference system; nil when they are in it.
  let way: CoordinateTransformation?
  /// Whether `--srid` was given.
  let isSystemGiven: Bool
  let reach: BatchReach
  /// The prefix of the result's column names without `--prefix`.
  let defaultPrefix: String

  /// Runs to the end; throws `ExitCode` 3 when bad rows were left out.
  func run() async throws {
    let input = try ByteSource(path: inputPath)
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
    let columns = try pointColumns(headBytes, delimiter, needsText: format != .csv)
    if !arguments.csv.noHeader {
      first.records.removeFirst()
      first.precedingRecords = 1
    }
    tellFarPoints(first, columns)
    let names = try resultNames(columns, format)
    switch format {
    case .csv:
      let file = try OutputFile(arguments.output, replacing: arguments.force)
      var output = try TextOutput(
        file.sink,
        head: csvHead(headBytes, names, delimiter, lineEnd, reader.hasByteOrderMark)
      )
      try await pipeline(columns, needsText: false) { CSVSink($0, lineEnd: lineEnd) }
        .run(first: first, &reader, &output, &report)
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
      try await pipeline(columns, needsText: true) { GeoJSONSink($0, layout) }
        .run(first: first, &reader, &output, &report)
      try file.publish()
    case .gpkg:
      var output = GeoPackageOutput(writer: try pointTable(columns, names))
      try await pipeline(columns, needsText: true) { PointRowSink($0) }
        .run(first: first, &reader, &output, &report)
    }
    report.finish()
    if report.badRowCount > 0 { throw ExitCode.rowsLeftOut }
  }

  private var srid: SRID? { network.srid }

  /// Warns on stderr when the first points are far from the network, with the likely reason.
  private func tellFarPoints(_ block: CSVBlock, _ columns: PointColumns) {
    let points = PointBlock(block, columns, needsText: false, skipsBadRows: true, way: way)
    let given = PointBlock(block, columns, needsText: false, skipsBadRows: true)
    // Where only an extent was read, points beyond it are counted instead.
    guard reach.edge == nil, let place = points.places.first, let last = points.places.last,
      let row = given.records.firstIndex(of: points.records[0]),
      let doubt = network.doubt(about: place, given: given.places[row], by: way),
      network.doubt(about: last) != nil
    else { return }
    doubt.tell(
      "The point \(text(place))",
      place,
      in: network,
      given: isSystemGiven ? given.places[row] : nil
    )
  }

  private func pipeline<Sink: RowSink, Output: BatchOutput>(
    _ columns: PointColumns,
    needsText: Bool,
    makeSink: @escaping @Sendable (PointBlock) -> Sink
  ) -> BatchPipeline<Question, Sink, Output> where Sink.Rows == Output.Rows {
    BatchPipeline(
      question: question,
      columns: columns,
      needsText: needsText,
      skipsBadRows: arguments.skipBadRows,
      way: way,
      reach: reach,
      makeSink: makeSink
    )
  }

  /// Finds the columns of the coordinates in the first record.
  private func pointColumns(
    _ head: [UInt8],
    _ delimiter: UInt8,
    needsText: Bool
  ) throws -> PointColumns {
    var fields: [Range<Int>] = []
    CSVFields.split(head.span, 0..<head.count, delimiter: delimiter, into: &fields)
    let names = fields.map { CSVFields.value(head.span, $0) }
    if needsText, !arguments.csv.noHeader,
      names.contains(where: { String(validating: $0, as: UTF8.self) == nil })
    {
      throw Failure.badData("The names of the columns are not UTF-8.")
    }
    return try PointColumns(
      names: arguments.csv.noHeader ? nil : names.map { String(decoding: $0, as: UTF8.self) },
      count: fields.count,
      x: arguments.csv.x,
      y: arguments.csv.y,
      delimiter: delimiter,
      hasDecimalComma: arguments.csv.decimalComma
    )
  }

  /// The names of the result's columns; throws where the input has one of them.
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

  private func pointTable(_ columns: PointColumns, _ names: [String]) throws -> PointTableWriter {
    let url = URL(fileURLWithPath: arguments.output)
    do {
      return try PointTableWriter(
        arguments.output,
        table: url.deletingPathExtension().lastPathComponent,
        fields: columns.names.map { AttributeField($0, .text) }
          + zip(names, question.columns).map { AttributeField($0, $1.storage) },
        srid: srid,
        replacing: arguments.force
      )
    } catch {
      throw Failure(error)
    }
  }
}
