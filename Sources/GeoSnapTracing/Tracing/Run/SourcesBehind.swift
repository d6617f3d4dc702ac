/// Finds the source that feeds the isolated region when an existing barrier is opened.
struct SourcesBehind {
  private let setting: TraceSetting
  private let sources: SupplySources
  private let choice: TierChoice
  private let inside: Set<Int32>
  /// The shut features of devices, nodes and edges, by the topology's numbers.
  private let shutFeatures: Set<Int32>
  private let shutNodes: Set<Int32>
  private let shutEdges: Set<Int32>
  /// The flood that reached each node, and the source that each flood found.
  private var floods: [Int32: Int] = [:]
  private var found: [Int32?] = []

  init(_ stage: SubnetworkStage, inside items: [Int32], shutting needed: [IsolationSearch.Shutoff])
  {
    let topology = stage.setting.topology
    let region = stage.region
    setting = stage.setting
    sources = SupplySources(topology, inDomain: stage.choice.domain)
    choice = stage.choice
    inside = Set(
      items.filter { $0 < region.nodes.count }.map { region.nodes[Int($0)] }.filter { $0 >= 0 }
    )
    var features: Set<Int32> = []
    var nodes: Set<Int32> = []
    var edges: Set<Int32> = []
    for shutoff in needed {
      switch shutoff {
      case .device(let feature): features.insert(feature)
      case .node(let node): nodes.insert(region.nodes[Int(node)])
      case .edge(let edge): edges.insert(region.edges[Int(edge)])
      }
    }
    (shutFeatures, shutNodes, shutEdges) = (features, nodes, edges)
  }

  /// The nearest source behind a shutoff, nil for none; all calls together are linear in the number of nodes.
  mutating func source(behind shutoff: IsolationSearch.Shutoff, in region: TraceRegion) -> Int32? {
    let topology = setting.topology
    var seeds: [Int32] = []
    switch shutoff {
    case .device(let feature):
      seeds = topology.nodes(of: topology.network.feature(ordinal: feature)).map { Int32($0) }
    case .node(let node):
      let node = region.nodes[Int(node)]
      if node >= 0 { seeds = topology.halfEdges(of: Int(node)).map(\.node) }
    case .edge(let edge):
      let number = region.edges[Int(edge)]
      if number >= 0 {
        let ends = topology.ends(ofEdge: Int(number))
        // A start on the part is connected with the ends by which it leaves.
        let exits = region.startExits(onEdge: edge)
        if !exits.contains(.back) { seeds.append(Int32(ends.from)) }
        if !exits.contains(.forth) { seeds.append(Int32(ends.to)) }
      }
    }
    for seed in seeds where !inside.contains(seed) {
      if let source = source(from: seed) { return source }
    }
    return nil
  }

  private mutating func source(from seed: Int32) -> Int32? {
    if let known = floods[seed] { return found[known] }
    let topology = setting.topology
    let flood = found.count
    found.append(nil)
    floods[seed] = flood
    var queue = [seed]
    var head = 0
    while head < queue.count {
      let node = Int(queue[head])
      head += 1
      if head & (Exploration.pace - 1) == 0 && Task.isCancelled { break }
      if shutNodes.contains(Int32(node)) || setting.barriers.bars(node: node, setting.attributes) {
        continue
      }
      if sources.isSource(node: node, setting)
        || topology.controllerPlaces(at: [Int32(node)]).contains(where: {
          topology.controls($0, choice)
        })
      {
        return end(flood, with: topology.featureOrdinal(ofNode: node))
      }
      for half in topology.halfEdges(of: node) {
        guard !inside.contains(half.node), isOpen(half, from: node) else { continue }
        if let known = floods[half.node] {
          if known != flood, let source = found[known] { return end(flood, with: source) }
          continue
        }
        floods[half.node] = flood
        queue.append(half.node)
      }
    }
    return nil
  }

  private mutating func end(_ flood: Int, with source: Int32?) -> Int32? {
    found[flood] = source
    return source
  }

  private func isOpen(_ half: HalfEdge, from node: Int) -> Bool {
    let topology = setting.topology
    if topology.isInternal(half.edge) {
      return !shutFeatures.contains(topology.featureOrdinal(ofNode: node))
        && setting.passage(ofInternal: half.edge, from: node, to: Int(half.node)).contains(.joined)
    }
    return !topology.isLine(half.edge)
      || !shutEdges.contains(Int32(half.edge))
        && !setting.barriers.bars(edge: half.edge, setting.attributes)
  }
}
