import GeoSnap

/// Which way the commodity may run over each edge: whether its beginning is reached without it.
struct NaiveFlow {
  private let tracer: NaiveTracer
  private let links: NaiveLinks
  private let sources: Set<Int>
  /// For each link whether it can carry flow from its first node to its second, and back.
  private var carries: [(forth: Bool, back: Bool)] = []

  init(_ tracer: NaiveTracer, _ reach: NaiveReach) {
    self.tracer = tracer
    let network = tracer.network
    sources = Set(reach.controllers.map { network.node(of: $0) }).filter { !tracer.bars($0) }
    func leads(_ edge: Int, from node: Int) -> Bool {
      reach.elements.contains(node) && !tracer.bars(node) && tracer.permits(edge, from: node)
    }
    links = NaiveLinks(
      tracer,
      edges: network.edges.indices.filter { edge in
        let element = network.element(edge: edge)
        return reach.elements.contains(element) && !tracer.bars(element)
          && network.ends(edge).contains { leads(edge, from: $0) }
      },
      outward: { edge in
        let ends = network.edges[edge]
        return (leads(edge, from: ends.from), leads(edge, from: ends.to))
      },
      isEnd: { reach.elements.contains($0) && !tracer.bars($0) }
    )
    carries = links.all.map { link in
      let reached = links.reached(from: sources, without: link.number)
      return (link.isForth && reached.contains(link.from), link.isBack && reached.contains(link.to))
    }
  }

  /// The links that an edge stands for or is part of, each with whether it is passed from its first node
  /// to its second when the edge is passed from `node`.
  private func parts(_ edge: Int, from node: Int) -> [(link: Int, isForth: Bool)] {
    if let spokes = links.spokes[edge] {
      // To the hub over the one, from it over the other.
      let isForth = tracer.network.edges[edge].from == node
      return [
        (spokes[0].link, spokes[0].isAlong == isForth),
        (spokes[1].link, spokes[1].isAlong != isForth),
      ]
    }
    guard let (link, isAlong) = links.linkOfEdge[edge] else { return [] }
    return [(link, isAlong == (tracer.network.edges[edge].from == node))]
  }

  /// Whether a trace walks an edge of which `node` is the end that the flow comes from.
  ///
  /// Of the links that may be passed either way those `allowed` are, or all where it is nil.
  func walks(_ edge: Int, fromOutward node: Int, _ allowed: Set<Int>?) -> Bool {
    let parts = parts(edge, from: node)
    return !parts.isEmpty
      && parts.allSatisfy { link, isForth in
        let ways = carries[link]
        guard isForth ? ways.forth : ways.back else { return false }
        return !(ways.forth && ways.back) || allowed?.contains(link) ?? true
      }
  }

  /// Whether a link lies on a simple way from a node, which may be within a link that stands for several edges.
  private func isOnSimpleWay(_ link: NaiveLinks.Link, from node: Int) -> Bool {
    let own = tracer.network.edgesAt[node].compactMap { links.linkOfEdge[$0]?.link }.first
    let isEnd = links.all.contains { $0.from == node || $0.to == node }
    guard !isEnd, let own else { return links.isOnSimpleWay(link, from: node, to: sources) }
    return own == link.number || links.isOnSimpleWay(link, fromTheMiddleOf: own, to: sources)
  }

  /// The links on simple ways from a start to the controllers.
  func onTheWay(from start: NaiveStart, _ exits: [Int]) -> Set<Int> {
    var found: Set<Int> = []
    for link in links.all where carries[link.number].forth && carries[link.number].back {
      var isFound = exits.contains { isOnSimpleWay(link, from: $0) }
      if case .edge(let edge, _) = start, let (own, _) = links.linkOfEdge[edge] {
        // On its own link the start begins a way by either end.
        isFound = own == link.number || links.isOnSimpleWay(link, fromTheMiddleOf: own, to: sources)
      }
      if isFound { found.insert(link.number) }
    }
    return found
  }
}

extension NaiveLinks {
  /// Whether a link lies on a simple way that begins within another.
  func isOnSimpleWay(_ link: Link, fromTheMiddleOf own: Int, to goals: Set<Int>) -> Bool {
    var divided = self
    let start = all[own]
    let middle = NaiveLinks.firstHub - 1
    func half(_ number: Int, to end: Int) -> Link {
      Link(number: number, from: middle, to: end, isForth: true, isBack: true, edges: [])
    }
    divided.all[own] = half(own, to: start.from)
    divided.all.append(half(all.count, to: start.to))
    return divided.isOnSimpleWay(link, from: middle, to: goals)
  }
}
