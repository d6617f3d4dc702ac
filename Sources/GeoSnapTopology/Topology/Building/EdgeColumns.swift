/// What the edges of a draft belong to, column by column.
struct EdgeColumns: Sendable {
  /// For each edge the ordinal of its line or device or, for an association, its index.
  let features: [Int32]
  /// For each edge of a line where along the line it ends.
  let lineEnds: [Double]
  /// For each internal edge the way the commodity may pass.
  let passages: [TerminalPaths.Passage]
  /// For each line its first edge; -1 for other features.
  private var firsts: [Int32]

  init(_ draft: TopologyDraft) {
    var firsts = [Int32](repeating: -1, count: draft.network.featureCount)
    var lineEnds: [Double] = []
    features = Array(capacity: draft.edgeLimit) { features in
      lineEnds = Array(capacity: draft.edgeLimit) { lineEnds in
        var known: Int32 = -1
        draft.forEachLineEdge { line, _, _, end in
          if line != known { firsts[Int(line)] = Int32(truncatingIfNeeded: features.count) }
          known = line
          features.append(line)
          lineEnds.append(end)
        }
      }
      draft.forEachInternalEdge { device, _, _, _ in features.append(device) }
      for edge in draft.associationEdges { features.append(edge.index) }
    }
    self.lineEnds = lineEnds
    passages = draft.passages()
    self.firsts = firsts
  }

  /// Hands over for each line its first edge; -1 for other features.
  mutating func takeFirsts() -> [Int32] {
    defer { firsts = [] }
    return firsts
  }
}
