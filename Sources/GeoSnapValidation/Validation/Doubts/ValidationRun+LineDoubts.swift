extension ValidationRun {
  mutating func doubtLine(
    _ feature: FeatureID,
    _ ordinal: Int32,
    _ type: Int32,
    _ line: PackedLine
  ) {
    marks.doubts.lineCount += 1
    doubtLength(feature, line)
    doubtBends(feature, line)
    doubtEnds(feature, ordinal, type, line)
  }

  /// The length includes the rise of the line.
  private mutating func doubtLength(_ feature: FeatureID, _ line: PackedLine) {
    let short = subject.shortLength
    var length = 0.0
    for vertex in 1..<line.count {
      let (start, end) = (line.z(at: vertex - 1) ?? .nan, line.z(at: vertex) ?? .nan)
      let rise = subject.tolerance.holds(start, end, heights: ()) ? 0 : end - start
      let run = line[vertex - 1].distance(to: line[vertex])
      length += (run * run + rise * rise).squareRoot()
      if length > short { return }
    }
    doubt(
      .shortLine,
      [feature],
      at: line[0],
      distance: length,
      "\(name(feature)) is only \(Words.distance(length, near: line[0])) long.",
      "Delete it if it was drawn by mistake, and join what is at its ends."
    )
  }

  /// Finds vertices where the line turns back by more than 175 degrees.
  private mutating func doubtBends(_ feature: FeatureID, _ line: PackedLine) {
    guard line.count > 2 else { return }
    for vertex in 1..<line.count - 1 {
      let tip = line[vertex]
      let (back, ahead) = (line[vertex - 1], line[vertex + 1])
      let one = (x: back.x - tip.x, y: back.y - tip.y)
      let other = (x: ahead.x - tip.x, y: ahead.y - tip.y)
      let along = one.x * other.x + one.y * other.y
      guard along > 0 else { continue }
      let across = one.x * other.y - one.y * other.x
      // An exact turn back is already an error. The sine of 5 degrees is 0.0872.
      guard across != 0, across.magnitude < 0.0872 * (along * along + across * across).squareRoot()
      else { continue }
      var isAlone = true
      let ordinal = subject.network.ordinal(of: feature)
      subject.features.forEachSegment(within: subject.tolerance.xy, of: tip) { hit in
        if hit.feature != ordinal { isAlone = false }
      }
      doubt(
        .spike,
        [feature],
        at: tip,
        fix: isAlone ? .removeVertices(of: feature, [vertex]) : nil,
        "\(name(feature)) turns back at vertex \(vertex).",
        "Remove the vertex, or move it to where the line bends."
      )
    }
  }

  private mutating func doubtEnds(
    _ feature: FeatureID,
    _ ordinal: Int32,
    _ type: Int32,
    _ line: PackedLine
  ) {
    guard let nodes = subject.topology.endNodes(line: ordinal) else { return }
    for (node, end, vertex) in [
      (nodes.start, NetworkFix.LineEnd.start, 0), (nodes.end, .end, line.count - 1),
    ] {
      let isAtJunction = subject.topology.featureOrdinal(ofNode: node) >= 0
      marks.doubts.lineEnds[Int(type)].add(isAtJunction)
      guard !isAtJunction, subject.topology.halfEdges(of: node).count == 1,
        subject.isAmongOthers(line[vertex])
      else { continue }
      marks.doubts.loose.append(
        .init(feature: feature, type: type, place: line[vertex], end: end)
      )
    }
  }
}
