internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// The lock keys of a commit: of the objects that it changes, and of those that its checks depend on.
struct CommitLocks {
  let changed: [String]
  let seen: [String]

  init(_ commit: NetworkCommit, _ catalogue: Catalogue) {
    var cells = LockCells(tolerance: catalogue.tolerance)
    var changed: Set<String> = []
    var seen: Set<String> = ["definition"]
    for id in commit.touched {
      let before = commit.before.present(id)
      let after = commit.after.present(id)
      guard let feature = after ?? before else { continue }
      changed.insert(
        Self.word(
          feature.globalID.map { .globalID($0) }
            ?? .row(table: catalogue.relations[Int(id.table)].name, rowID: feature.rowID),
          catalogue
        )
      )
      let isRetyped =
        before?.assetGroup != after?.assetGroup || before?.assetType != after?.assetType
      // Rules depend on geometries, asset types and terminals, and on no other attribute.
      guard
        isRetyped || before?.geometry != after?.geometry
          || Self.terminals(before, id, commit) != Self.terminals(after, id, commit)
      else { continue }
      if isRetyped, before != nil, after != nil {
        // Whether its associations stay valid depends on the features at their other ends.
        for association in commit.after.associations(of: id) {
          seen.insert(Self.word(feature: association.from.globalID))
          seen.insert(Self.word(feature: association.to.globalID))
        }
      }
      for geometry in [before?.geometry, after?.geometry] { geometry.map { cells.add($0) } }
    }
    for edit in commit.transaction.edits {
      switch edit {
      case .insertAssociation(let association):
        if let id = association.globalID { changed.insert(Self.word(association: id)) }
        guard association.kind == .containment else { continue }
        // Whether it would contain itself depends on all its containers.
        for container in commit.after.containers(of: association.from.globalID) {
          seen.insert(Self.word(feature: container))
        }
      case .deleteAssociation(let id): changed.insert(Self.word(association: id))
      default: for key in edit.keys { seen.insert(Self.word(key, catalogue)) }
      }
    }
    changed.formUnion(cells.changed)
    seen.formUnion(cells.seen)
    seen.subtract(changed)
    self.changed = Array(changed)
    self.seen = Array(seen)
  }

  private static func terminals(
    _ feature: Feature?,
    _ id: FeatureID,
    _ commit: NetworkCommit
  ) -> [AttributeValue] {
    guard let feature else { return [] }
    let fields = commit.after.base.tables[Int(id.table)].fields
    return zip(fields, feature.attributes).filter {
      TerminalField.all.contains($0.0.name.uppercased())
    }
    .map(\.1)
  }

  static func word(_ key: FeatureKey, _ catalogue: Catalogue) -> String {
    switch key {
    case .globalID(let id): return word(feature: id)
    case .row(let table, let rowID):
      let name = table.lowercased()
      let relation = catalogue.relations.first { $0.name.lowercased() == name }?.relation ?? name
      return "row/\(relation)/\(rowID)"
    }
  }

  static func word(feature id: GlobalID) -> String { "feature/\("\(id)".lowercased())" }

  static func word(association id: GlobalID) -> String { "association/\("\(id)".lowercased())" }
}

extension EditedNetwork {
  fileprivate func containers(of id: GlobalID) -> Set<GlobalID> {
    var found: Set<GlobalID> = []
    var open = [id]
    while let next = open.popLast() {
      guard let feature = feature(globalID: next) else { continue }
      for association in associations(of: feature, kind: .containment)
      where association.to.globalID == next && found.insert(association.from.globalID).inserted {
        open.append(association.from.globalID)
      }
    }
    return found
  }
}

/// The grid cells that a commit locks: commits near each other run one after the other, and distant ones do not wait.
///
/// The cells of each level have sixteen times the side of those of the level below. A commit that locks a cell also
/// shares the larger cells around it, so that locks of different levels in one place conflict. The database's
/// function `un_cells` does the same for edits with SQL; it may choose other cells, as long as they cover the
/// geometry.
struct LockCells {
  /// The cells to lock exclusively.
  private(set) var changed: Set<String> = []
  /// The cells to lock shared.
  private(set) var seen: Set<String> = []

  private let tolerance: Double

  /// Above this level all is one cell.
  private static let levels = 4
  /// The most cells of a geometry; larger geometries use larger cells.
  private static let most = 16

  init(tolerance: Double) { self.tolerance = tolerance }

  mutating func add(_ geometry: Geometry) {
    guard geometry.envelope != nil else { return }
    var side = tolerance * 65_536
    let boxes = segments(of: geometry)
    for level in 0..<Self.levels {
      if let cells = cells(boxes, side) {
        for cell in cells { add(level, cell.x, cell.y) }
        return
      }
      side *= 16
    }
    changed.insert("all")
  }

  private mutating func add(_ level: Int, _ x: Int64, _ y: Int64) {
    changed.insert("\(level)/\(x)/\(y)")
    for above in level + 1..<Self.levels {
      let shift = 4 * Int64(above - level)
      seen.insert("\(above)/\(x >> shift)/\(y >> shift)")
    }
    seen.insert("all")
  }

  private struct Cell: Hashable {
    let x: Int64
    let y: Int64
  }

  /// The cells of a side length that boxes reach into; nil when they are too many.
  private func cells(_ boxes: [Envelope], _ side: Double) -> Set<Cell>? {
    var cells: Set<Cell> = []
    for box in boxes {
      let limits = [box.minX, box.maxX, box.minY, box.maxY].map { ($0 / side).rounded(.down) }
      guard limits.allSatisfy({ abs($0) < 1e15 }),
        (limits[1] - limits[0] + 1) * (limits[3] - limits[2] + 1) <= Double(Self.most)
      else { return nil }
      for x in Int64(limits[0])...Int64(limits[1]) {
        for y in Int64(limits[2])...Int64(limits[3]) { cells.insert(Cell(x: x, y: y)) }
      }
      if cells.count > Self.most { return nil }
    }
    return cells
  }

  /// The boxes of a line's segments, or of another geometry, each with a margin for features that may be joined.
  private func segments(of geometry: Geometry) -> [Envelope] {
    let room = 2 * tolerance
    if case .lineString(let line) = geometry, line.coordinates.count > 1 {
      return (1..<line.coordinates.count).map { index in
        let (a, b) = (line.coordinates[index - 1], line.coordinates[index])
        return Envelope(
          minX: min(a.x, b.x),
          minY: min(a.y, b.y),
          maxX: max(a.x, b.x),
          maxY: max(a.y, b.y)
        ).expanded(by: room)
      }
    }
    return geometry.envelope.map { [$0.expanded(by: room)] } ?? []
  }
}
