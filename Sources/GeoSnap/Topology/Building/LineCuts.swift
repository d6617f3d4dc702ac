/// Where lines are cut into edges between their ends.
struct LineCuts: Sendable {
  /// One cut of a line.
  struct Cut: Sendable {
    let line: Int32
    /// Where along the line, from 0 to 1.
    let position: Double
    /// For cuts at one position, which comes first: the vertex, or behind all vertices.
    let order: Int32
    let node: Int32
  }

  private var cuts: [Cut] = []

  mutating func add(_ cut: Cut) { cuts.append(cut) }

  /// The cuts in the order of lines, and on each line from its start to its end.
  func sorted() -> [Cut] {
    cuts.sorted {
      ($0.line, $0.position, $0.order, $0.node) < ($1.line, $1.position, $1.order, $1.node)
    }
  }
}

extension CoordinateSequence {
  /// How far along a line in the plane each vertex stands, from 0 to 1; all 0 on a line without
  /// length but the last.
  var vertexPositions: [Double] {
    var lengths: [Double] = [0]
    lengths.reserveCapacity(count)
    var length = 0.0
    for vertex in 1..<Swift.max(count, 1) {
      length += self[vertex - 1].distance(to: self[vertex])
      lengths.append(length)
    }
    guard length > 0 else { return lengths.indices.map { $0 == lengths.count - 1 ? 1 : 0 } }
    return lengths.map { $0 / length }
  }
}
