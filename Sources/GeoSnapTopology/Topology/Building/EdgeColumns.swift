/// The features and attributes of a draft's edges, column by column.
struct EdgeColumns: Sendable {
  /// The ordinal of each edge's line or device or, for an association, its index.
  let features: [Int32]
  /// The position along the line at which each line edge ends.
  let lineEnds: [Double]
  /// The directions in which each internal edge can be traversed.
  let passages: [TerminalPaths.Passage]
  /// The first edge of each line; -1 for other features.
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

  /// Moves out the first edge of each line; -1 for other features.
  mutating func takeFirsts() -> [Int32] {
    defer { firsts = [] }
    return firsts
  }
}
