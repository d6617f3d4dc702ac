import Foundation
import GeoSnap
import GeoSnapStore

struct CSVPointSource: ConformSource {
  private let input: ByteSource
  private var reader: CSVReader
  private let columns: PointColumns
  private var first: CSVBlock?
  let head: [UInt8]

  init(_ input: ByteSource, _ arguments: CSVArguments) throws {
    self.input = input
    reader = CSVReader(input, delimiter: arguments.delimiter.byte)
    guard var first = try reader.next() else {
      throw Failure.badData("\(input.name) is empty: points are expected.")
    }
    columns = try PointColumns(Array(first.bytes[first.records[0]]), arguments)
    if !arguments.noHeader {
      first.records.removeFirst()
      first.precedingRecords = 1
    }
    self.first = first
    head = reader.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
  }

  let mayHaveLines = false

  var share: Double? { input.share }

  mutating func next() throws -> CSVBlock? {
    if let first {
      self.first = nil
      return first
    }
    return try reader.next()
  }

  mutating func rewind() throws {
    preconditionFailure("Points are read once: where one goes does not depend on the others")
  }

  var parser: @Sendable (CSVBlock) throws -> CSVPiece {
    let columns = columns
    let name = input.name
    return { try CSVPiece($0, columns, fileName: name) }
  }

  func located(_ error: any Error) -> any Error { error }
}

/// The points of some rows: all bytes stay unchanged except the coordinates of points that move.
struct CSVPiece: ConformPiece {
  private let points: PointBlock
  private(set) var block = ConformBlock()

  init(_ source: CSVBlock, _ columns: PointColumns, fileName: String) throws {
    points = PointBlock(source, columns, needsText: false, skipsBadRows: false)
    if let row = points.badRows.first {
      throw Failure.badData(
        "\(fileName):\(row.line): \(row.message)\(row.remedy.map { " \($0)" } ?? "")",
        file: fileName,
        line: row.line
      )
    }
    for place in points.places {
      block.append(place)
      block.endFeature(.points)
    }
  }

  func id(of feature: Int) -> [UInt8] { Array("\(points.number(of: feature))".utf8) }

  func rewritten(_ outcomes: [ConformOutcome]) -> [UInt8] {
    var patches = BytePatches()
    var fields: [Range<Int>] = []
    for (point, outcome) in outcomes.enumerated() {
      guard case .moved(let match) = outcome else { continue }
      let (from, to) = (points.places[point], match.place.location)
      points.split(point, into: &fields)
      let columns = points.columns
      if to.x != from.x { patches.replace(fields[columns.x], by: columns.text(to.x)) }
      if to.y != from.y { patches.replace(fields[columns.y], by: columns.text(to.y)) }
    }
    patches.sort()
    var output: [UInt8] = []
    let bytes = points.block.bytes
    output.reserveCapacity(bytes.count + bytes.count / 8)
    patches.append(0..<bytes.count, of: bytes, to: &output)
    return output
  }
}

struct GeometryTableSource: ConformSource {
  private let editor: GeometryTableEditor
  private var lastRow: Int64?

  init(_ editor: GeometryTableEditor) { self.editor = editor }

  let mayHaveLines = true
  let share: Double? = nil

  mutating func next() throws -> [GeometryRow]? {
    let rows = try editor.rows(after: lastRow, limit: 2048)
    lastRow = rows.last?.rowID ?? lastRow
    return rows.isEmpty ? nil : rows
  }

  mutating func rewind() { lastRow = nil }

  var parser: @Sendable ([GeometryRow]) throws -> GeometryPiece {
    let decode = editor.decoder
    return { rows in
      try GeometryPiece(rowIDs: rows.map(\.rowID), geometries: rows.map { try decode($0) })
    }
  }

  func located(_ error: any Error) -> any Error { error }
}

struct GeometryPiece: ConformPiece {
  /// The replaced rows, and the extent of all rows after it.
  package struct Rewritten: Sendable {
    var replaced: [(rowID: Int64, geometry: Geometry)] = []
    var extent: Envelope?
  }

  private let rowIDs: [Int64]
  private let geometries: [Geometry?]
  private(set) var block = ConformBlock()

  init(rowIDs: [Int64], geometries: [Geometry?]) {
    self.rowIDs = rowIDs
    self.geometries = geometries
    for geometry in geometries { block.append(geometry) }
  }

  func id(of feature: Int) -> [UInt8] { Array("\(rowIDs[feature])".utf8) }

  func rewritten(_ outcomes: [ConformOutcome]) -> Rewritten {
    var output = Rewritten()
    var envelopes: [Envelope?] = []
    for (feature, geometry) in geometries.enumerated() {
      let outcomes = outcomes[block.vertices(of: feature)]
      guard let conformed = geometry?.conformed(outcomes) else { continue }
      envelopes.append(conformed.envelope)
      let isMoved = outcomes.contains { if case .moved = $0 { true } else { false } }
      if isMoved { output.replaced.append((rowIDs[feature], conformed)) }
    }
    output.extent = Envelope.combining(envelopes)
    return output
  }
}

struct GeometryTableSink: ConformSink {
  private let editor: GeometryTableEditor
  private var extent: Envelope?

  init(_ editor: GeometryTableEditor) { self.editor = editor }

  mutating func write(_ output: GeometryPiece.Rewritten) throws {
    extent = Envelope.combining([extent, output.extent])
    try editor.replace(output.replaced)
  }

  func finish() throws { try editor.finish(extent: extent) }
}

extension ConformJob {
  func conformGeoPackage(_ report: ConformReport?) async throws -> ConformCounts {
    let editor: GeometryTableEditor
    do throws(StoreError) {
      editor = try GeometryTableEditor(
        arguments.input,
        table: arguments.layer,
        to: arguments.output,
        replacing: arguments.force
      )
    } catch {
      let failure = Failure(error)
      throw failure.saying(
        failure.message.replacingOccurrences(
          of: "Name a table.",
          with: "Name a table with --layer."
        )
      )
    }
    if let srid = editor.srid { try checkSystem(srid, of: editor.table) }
    var source = GeometryTableSource(editor)
    // A vertex takes at least 16 bytes.
    return try await conformRun(expecting: (self.source.size ?? 0) / 16).run(
      &source,
      to: { _ in GeometryTableSink(editor) },
      report
    )
  }
}
