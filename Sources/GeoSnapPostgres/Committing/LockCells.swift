internal import Foundation
internal import GeoSnap

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
