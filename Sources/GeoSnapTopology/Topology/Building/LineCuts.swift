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

    /// The order of lines, and on each line from its start to its end.
    func precedes(_ other: Cut) -> Bool {
      if line != other.line { return line < other.line }
      if position != other.position { return position < other.position }
      return order != other.order ? order < other.order : node < other.node
    }
  }

  private var cuts: [Cut] = []

  mutating func add(_ cut: Cut) { cuts.append(cut) }

  /// The cuts in the order of lines, and on each line from its start to its end.
  func sorted() -> [Cut] {
    cuts.sorted { $0.precedes($1) }
  }
}

extension LineCuts {
  /// A stretch of a line between two nodes.
  struct Stretch {
    let from: Int32
    let to: Int32
    let start: Double
    var end: Double
  }

  /// The stretches of one line between its ends.
  ///
  /// Vertices in a row that join one node, such as a vertex said twice, are one: there is no stretch between them.
  ///
  /// - Parameters:
  ///   - cuts: The line's cuts in their order.
  ///   - start: The node at its start.
  ///   - end: The node at its end.
  ///   - last: Its last vertex.
  /// - Returns: The stretches from start to end, at least one.
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
  /// How far along a line in the plane each vertex stands, from 0 to 1; all 0 on a line without length but the last.
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
