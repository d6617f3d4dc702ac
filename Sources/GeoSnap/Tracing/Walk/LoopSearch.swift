/// Finds what is part of a loop.
struct LoopSearch {
  /// The nodes and, from their number, the edges on loops, in the order of the region.
  private(set) var elements: [Int32] = []

  private let region: TraceRegion
  private let setting: TraceSetting

  /// Searches what is joined with the starts of a region.
  ///
  /// - Complexity: O(n) for n elements; for each bit of a bitset attribute anew.
  init(_ region: TraceRegion, _ setting: TraceSetting) throws(TraceError) {
    self.region = region
    self.setting = setting
    var isLoop = [Bool](repeating: false, count: region.edges.count)
    if let name = setting.configuration.filter.bitsetAttributeName, !name.isEmpty {
      try markEachBit(of: name, &isLoop)
    } else {
      mark(&isLoop, from: startNodes) { _ in true }
    }
    var isOn = [Bool](repeating: false, count: region.nodes.count)
    for edge in region.edges.indices where isLoop[edge] {
      isOn[Int(region.from[edge])] = true
      isOn[Int(region.to[edge])] = true
    }
    elements =
      region.nodes.indices.filter { isOn[$0] }.map { Int32($0) }
      + region.edges.indices.filter { isLoop[$0] }.map { Int32(region.nodes.count + $0) }
  }

  /// Marks loops of which all members have a bit in common; what has no value has any.
  ///
  /// A loop is joined with the starts whatever bits the way to it has.
  private func markEachBit(of name: String, _ isLoop: inout [Bool]) throws(TraceError) {
    var attributes = setting.attributes
    let source = try attributes.source(named: name)
    let topology = setting.topology
    let edgeBits = region.edges.map { number in
      number >= 0 && Int(number) < topology.lineEdges.upperBound
        ? attributes.integer(source, topology.element(edge: Int(number))) : nil
    }
    let nodeBits = region.nodes.map { number in
      number >= 0 ? attributes.integer(source, topology.element(node: Int(number))) : nil
    }
    let isOpen = openEdges { _ in true }
    let joined = BlockSearch(region.graph, from: startNodes) { isOpen[$0] }
    let nodes = region.nodes.indices.filter { joined.nodes[$0].order >= 0 }.map { Int32($0) }
    var bits = (edgeBits + nodeBits).reduce(0) { $0 | ($1 ?? 0) }
    // Where nothing has a bit, what has no value shares any.
    if bits == 0 { bits = 1 }
    for number in 0..<Int64.bitWidth {
      let bit = Int64(1) << number
      guard bits & bit != 0 else { continue }
      mark(&isLoop, from: nodes) { edge in
        [edgeBits[edge], nodeBits[Int(region.from[edge])], nodeBits[Int(region.to[edge])]]
          .allSatisfy { ($0 ?? bit) & bit != 0 }
      }
    }
  }

  /// The nodes at which the search begins.
  private var startNodes: [Int32] {
    var nodes = region.startNodes
    for (edge, fraction) in zip(region.startEdges, region.startFractions) {
      // Only the ends that no barrier stands before lead anywhere.
      let exits = setting.collectingExits(
        from: TraceOrigin(edge: Int(region.edges[Int(edge)]), fraction: fraction)
      )
      if exits.contains(.back) { nodes.append(region.from[Int(edge)]) }
      if exits.contains(.forth) { nodes.append(region.to[Int(edge)]) }
    }
    return nodes
  }

  /// For each edge whether it counts and nothing bars there.
  private func openEdges(_ counts: (Int) -> Bool) -> [Bool] {
    let filter = setting.filter
    return region.edges.indices.map { edge in
      guard region.isPassable(edge), counts(edge) else { return false }
      let number = Int(region.edges[edge])
      if number >= 0 && number < setting.topology.lineEdges.upperBound
        && filter.bars(edge: number, of: setting.topology, setting.attributes)
      {
        return false
      }
      return [region.from[edge], region.to[edge]].allSatisfy { node in
        let number = Int(region.nodes[Int(node)])
        if region.nodeMarks[Int(node)].contains(.bars) { return false }
        if number < 0 { return true }
        let isInternal = region.edgeMarks[edge].contains(.isInternal)
        return !filter.bars(node: number, of: setting.topology, setting.attributes)
          && !(isInternal && filter.shuts(node: number, of: setting.topology, setting.attributes))
      }
    }
  }

  private func mark(
    _ isLoop: inout [Bool],
    from nodes: [Int32],
    over counts: (Int) -> Bool
  ) {
    let all = openEdges(counts)
    var isCounted = all
    let units = SinglePhaseUnits(region, setting) { all[$0] }
    if let units { for edge in units.followers { isCounted[Int(edge)] = false } }
    let kept = isCounted
    var roots = nodes
    // A start within a unit that follows is where the bank is.
    let starts = Set(roots)
    for bank in units?.banks ?? [] {
      func ends(_ steps: [SinglePhaseUnits.Step]) -> [Int32] {
        steps.flatMap { [region.from[Int($0.edge)], region.to[Int($0.edge)]] }
      }
      if !starts.isDisjoint(with: ends(bank.followers)) { roots += ends(bank.leader) }
    }
    let blocks = BlockSearch(region.graph, from: roots) { kept[$0] }
    for edge in region.edges.indices where kept[edge] && blocks.isLoop(edge) { isLoop[edge] = true }
    for bank in units?.banks ?? [] where blocks.isLoop(Int(bank.leader[0].edge)) {
      for (edge, _) in bank.followers { isLoop[Int(edge)] = true }
    }
  }
}
