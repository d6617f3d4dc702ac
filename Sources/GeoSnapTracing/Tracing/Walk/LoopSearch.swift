struct LoopSearch {
  /// The elements on loops, in the order of the region: nodes by number, edges from the number of nodes.
  private(set) var elements: [Int32] = []

  private let region: TraceRegion
  private let setting: TraceSetting

  /// Searches the part that is connected with the starts; O(n) for n elements, for each bit of a bitset attribute.
  init(_ region: TraceRegion, _ setting: TraceSetting) throws(TraceError) {
    self.region = region
    self.setting = setting
    var isLoop = [Bool](repeating: false, count: region.edges.count)
    if let name = setting.configuration.filter.bitsetAttributeName, !name.isEmpty {
      try markEachBit(of: name, &isLoop)
    } else {
      mark(&isLoop, from: startNodes, over: openEdges)
    }
    try TraceError.checkCancellation()
    var isOn = [Bool](repeating: false, count: region.nodes.count)
    for edge in region.edges.indices where isLoop[edge] {
      isOn[Int(region.from[edge])] = true
      isOn[Int(region.to[edge])] = true
    }
    elements =
      region.nodes.indices.filter { isOn[$0] }.map { Int32($0) }
      + region.edges.indices.filter { isLoop[$0] }.map { Int32(region.nodes.count + $0) }
  }

  /// Marks loops of which all members have a bit in common, independently of the path to them; elements without a value
  /// have all bits.
  private func markEachBit(of name: String, _ isLoop: inout [Bool]) throws(TraceError) {
    var attributes = setting.attributes
    let source = try attributes.source(named: name)
    let topology = setting.topology
    let edgeBits = region.edges.map { number in
      number >= 0 && topology.isLine(Int(number))
        ? attributes.integer(source, topology.element(edge: Int(number))) : nil
    }
    let nodeBits = region.nodes.map { number in
      number >= 0 ? attributes.integer(source, topology.element(node: Int(number))) : nil
    }
    let isOpen = openEdges
    let joined = BlockSearch(
      region.graph,
      from: startNodes,
      without: EdgeSet(edgeCount: isOpen.count) { !isOpen[$0] },
      isCancellable: true
    )
    let nodes = region.nodes.indices.filter { joined.nodes[$0].order >= 0 }.map { Int32($0) }
    var bits = (edgeBits + nodeBits).reduce(0) { $0 | ($1 ?? 0) }
    // When no element has a bit, elements without a value share any.
    if bits == 0 { bits = 1 }
    for number in 0..<Int64.bitWidth {
      let bit = Int64(1) << number
      guard bits & bit != 0 else { continue }
      try TraceError.checkCancellation()
      var isCounted = isOpen
      for edge in region.edges.indices where isOpen[edge] {
        let shared =
          (edgeBits[edge] ?? bit) & (nodeBits[Int(region.from[edge])] ?? bit)
          & (nodeBits[Int(region.to[edge])] ?? bit)
        isCounted[edge] = shared & bit != 0
      }
      mark(&isLoop, from: nodes, over: isCounted)
    }
  }

  private var startNodes: [Int32] {
    var nodes = region.startNodes
    for (edge, fraction) in zip(region.startEdges, region.startFractions) {
      // Only ends without a barrier before them lead anywhere.
      let exits = setting.collectingExits(
        from: TraceOrigin(edge: Int(region.edges[Int(edge)]), fraction: fraction)
      )
      if exits.contains(.back) { nodes.append(region.from[Int(edge)]) }
      if exits.contains(.forth) { nodes.append(region.to[Int(edge)]) }
    }
    return nodes
  }

  /// Whether each edge is free of barriers.
  private var openEdges: [Bool] {
    let filter = setting.filter
    let topology = setting.topology
    var isOpen = [Bool](repeating: false, count: region.edges.count)
    for edge in region.edges.indices where region.isPassable(edge) {
      let number = Int(region.edges[edge])
      if number >= 0 && topology.isLine(number) && filter.bars(edge: number, setting.attributes) {
        continue
      }
      let isInternal = region.edgeMarks[edge].contains(.isInternal)
      isOpen[edge] =
        isFree(at: region.from[edge], inside: isInternal)
        && isFree(at: region.to[edge], inside: isInternal)
    }
    return isOpen
  }

  /// Whether an end of an edge is free of barriers.
  private func isFree(at node: Int32, inside isInternal: Bool) -> Bool {
    if region.nodeMarks[Int(node)].contains(.bars) { return false }
    let number = Int(region.nodes[Int(node)])
    if number < 0 { return true }
    return !setting.filter.bars(node: number, setting.attributes)
      && !(isInternal && setting.filter.shuts(node: number, setting.attributes))
  }

  /// Marks the loops of some edges.
  private func mark(_ isLoop: inout [Bool], from nodes: [Int32], over counting: [Bool]) {
    var isCounted = counting
    let units = SinglePhaseUnits(region, setting, over: counting)
    if let units { for edge in units.followers { isCounted[Int(edge)] = false } }
    let kept = isCounted
    var roots = nodes
    // A start within a following unit counts as being at the bank.
    let starts = Set(roots)
    for bank in units?.banks ?? [] {
      func ends(_ steps: [SinglePhaseUnits.Step]) -> [Int32] {
        steps.flatMap { [region.from[Int($0.edge)], region.to[Int($0.edge)]] }
      }
      if !starts.isDisjoint(with: ends(bank.followers)) { roots += ends(bank.leader) }
    }
    let blocks = BlockSearch(
      region.graph,
      from: roots,
      without: EdgeSet(edgeCount: kept.count) { !kept[$0] },
      isCancellable: true
    )
    for edge in region.edges.indices where kept[edge] && blocks.isLoop(edge) { isLoop[edge] = true }
    for bank in units?.banks ?? [] where blocks.isLoop(Int(bank.leader[0].edge)) {
      for (edge, _) in bank.followers { isLoop[Int(edge)] = true }
    }
  }
}
