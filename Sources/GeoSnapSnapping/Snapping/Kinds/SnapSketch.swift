/// The edited geometry, as required for its guides.
public struct SnapSketch: Equatable, Sendable {
  /// The vertices of each part; a ring's first vertex is not repeated.
  let parts: [[Coordinate]]
  /// Whether the parts are rings.
  let isRing: Bool
  /// The part whose vertex follows the pointer.
  let part: Int
  /// The vertex that follows the pointer; the number of vertices when it is added at the end.
  let vertex: Int

  /// Creates a sketch, which has no guides if the part or vertex does not exist.
  public init(parts: [[Coordinate]], isRing: Bool = false, part: Int = 0, vertex: Int) {
    let isRight = parts.indices.contains(part) && (0...parts[part].count).contains(vertex)
    self.parts = isRight ? parts : [[]]
    self.isRing = isRing
    self.part = isRight ? part : 0
    self.vertex = isRight ? vertex : 0
  }

  /// The vertices with a segment to the moving one: before it, then after it.
  var neighbours: [Int] {
    let count = parts[part].count
    let isAppended = vertex == count
    let total = isAppended ? count + 1 : count
    guard total > 1 else { return [] }
    if isRing {
      let around = [(vertex + total - 1) % total, (vertex + 1) % total]
      return around[0] == around[1] ? [around[0]] : around
    }
    return [vertex - 1, vertex + 1].filter { (0..<count).contains($0) }
  }

  /// The vertex next to a neighbour, on the other side than the moving one; nil when there is none.
  func vertexBehind(_ neighbour: Int) -> Int? {
    let count = parts[part].count
    let isAppended = vertex == count
    let total = isAppended ? count + 1 : count
    let step = neighbour == (vertex + total - 1) % total ? -1 : 1
    let behind = isRing ? (neighbour + step + total) % total : neighbour + step
    return (0..<count).contains(behind) && behind != vertex ? behind : nil
  }

  /// The segments that do not move, with the index of their start in their part.
  var fixedSegments: [(part: Int, start: Int, segment: Segment)] {
    var segments: [(part: Int, start: Int, segment: Segment)] = []
    for (number, vertices) in parts.enumerated() {
      let isMoving = number == part
      let count = vertices.count
      // A ring to which a vertex is added is open at its end, where the pointer is.
      let isOpen = !isRing || (isMoving && vertex == count)
      for start in 0..<max(isOpen ? count - 1 : count, 0) where count > 1 {
        let end = (start + 1) % count
        if isMoving, start == vertex || end == vertex { continue }
        segments.append((number, start, Segment(vertices[start], vertices[end])))
      }
    }
    return segments
  }
}
