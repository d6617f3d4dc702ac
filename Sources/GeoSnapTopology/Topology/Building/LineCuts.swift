/// The positions at which lines are cut into edges.
struct LineCuts: Sendable {
  struct Cut: Sendable {
    let line: Int32
    /// The position along the line, from 0 to 1.
    let position: Double
    /// The order among cuts at one position: a vertex has its number, other cuts follow all vertices.
    let order: Int32
    let node: Int32

    /// Orders cuts by line, then from the line's start to its end.
    func precedes(_ other: Cut) -> Bool {
      if line != other.line { return line < other.line }
      if position != other.position { return position < other.position }
      return order != other.order ? order < other.order : node < other.node
    }
  }

  private var cuts: [Cut] = []

  mutating func add(_ cut: Cut) { cuts.append(cut) }

  /// The cuts ordered by line, then from the line's start to its end.
  func sorted() -> [Cut] {
    cuts.sorted { $0.precedes($1) }
  }
}

extension LineCuts {
  /// A part of a line between two nodes.
  struct Stretch {
    let from: Int32
    let to: Int32
    let start: Double
    var end: Double
  }

  /// The stretches of one line, at least one, from `start` to `end`; `last` is the line's last vertex.
  ///
  /// Consecutive vertices that join the same node, such as a repeated vertex, count as one without a stretch between
  /// them.
  static func stretches(
    _ cuts: some Sequence<Cut>,
    from start: Int32,
    to end: Int32,
    last: Int32
  ) -> [Stretch] {
    var stretches: [Stretch] = []
    var (node, position, vertex) = (start, 0.0, Int32(0))
    for cut in cuts {
      let isRepeat = cut.node == node && cut.order != .max && cut.order == vertex + 1
      vertex = cut.order
      if isRepeat { continue }
      stretches.append(Stretch(from: node, to: cut.node, start: position, end: cut.position))
      (node, position) = (cut.node, cut.position)
    }
    if node == end && vertex != .max && vertex + 1 == last && !stretches.isEmpty {
      stretches[stretches.count - 1].end = 1
    } else {
      stretches.append(Stretch(from: node, to: end, start: position, end: 1))
    }
    return stretches
  }
}

extension CoordinateSequence {
  /// The position of each vertex along a line in the plane, from 0 to 1; on a line without length 0, and 1 for the
  /// last.
  package var vertexPositions: [Double] {
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
