import Foundation
import GeoSnap
import GeoSnapStore

/// The features of a GeoPackage's table, read from the copy in which they are replaced.
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

/// The copy of a GeoPackage as an output.
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
