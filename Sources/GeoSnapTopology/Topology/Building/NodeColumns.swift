/// The features of a draft's nodes, column by column, by final node number.
struct NodeColumns: Sendable {
  /// The ordinal of each node's feature; -1 for a system junction.
  let features: [Int32]
  /// The number of each node's terminal among those of its asset type.
  let terminals: [UInt8]
  /// The first node of each junction and the first edge of each line; -1 for other features.
  let firsts: [Int32]

  init(_ draft: TopologyDraft, _ numbers: NodeNumbers, firsts: consuming [Int32]) {
    let plan = draft.plan
    var features = [Int32](repeating: -1, count: draft.nodeCount)
    var terminals = [UInt8](repeating: 0, count: draft.nodeCount)
    // In reverse, so that the first terminal of a junction is written last.
    for node in plan.nodeFeatures.indices.reversed() {
      let feature = plan.nodeFeatures[node]
      let number = numbers[node]
      features[Int(number)] = feature
      firsts[Int(feature)] = number
    }
    for device in plan.devices {
      let first = Int(firsts[Int(device)])
      let type = draft.network.assetTypeOrdinals[Int(device)]
      for terminal in 0..<Int(draft.rules.classes[Int(type)].terminalCount) {
        terminals[first + terminal] = UInt8(truncatingIfNeeded: terminal)
      }
    }
    self.features = features
    self.terminals = terminals
    self.firsts = firsts
  }
}
