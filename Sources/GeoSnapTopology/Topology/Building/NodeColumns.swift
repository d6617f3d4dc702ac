/// What the nodes of a draft stand for, column by column, under their final numbers.
struct NodeColumns: Sendable {
  /// For each node the ordinal of its feature; -1 for a system junction.
  let features: [Int32]
  /// For each node the number of its terminal among those of its asset type.
  let terminals: [UInt8]
  /// For each junction its first node, for each line its first edge; -1 for others.
  let firsts: [Int32]

  /// Takes over for each line its first edge.
  init(_ draft: TopologyDraft, _ numbers: NodeNumbers, firsts: consuming [Int32]) {
    let plan = draft.plan
    var features = [Int32](repeating: -1, count: draft.nodeCount)
    var terminals = [UInt8](repeating: 0, count: draft.nodeCount)
    // From the last to the first: of the terminals of a junction the first comes last.
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
