import GeoSnap

/// The edges that flow and loops count: internal edges of a device that joins three terminals or more as
/// spokes from a hub, single-phase units side by side as one.
///
/// Nodes have their numbers; a hub has the number of its device's first terminal, and a million.
struct NaiveLinks {
  struct Link: Hashable {
    let number: Int
    let from: Int
    let to: Int
    /// Whether the commodity may go outward from `from` to `to`, and back.
    let isForth: Bool
    let isBack: Bool
    /// The edges it stands for: several for units, and none for a spoke.
    let edges: [Int]
  }

  var all: [Link] = []
  /// For each edge its link, and whether it leads the link's way.
  private(set) var linkOfEdge: [Int: (link: Int, isAlong: Bool)] = [:]
  /// For each internal edge within a star the links of its two spokes, and whether the spoke leads the
  /// link's way from its terminal to the hub.
  private(set) var spokes: [Int: [(link: Int, isAlong: Bool)]] = [:]
  /// The links of edges and spokes before units were found.
  private var linkOfRaw: [Int: (link: Int, isAlong: Bool)] = [:]

  static let firstHub = 1_000_000

  /// One edge or spoke, before units are found.
  private struct Raw {
    let from: Int
    let to: Int
    let isForth: Bool
    let isBack: Bool
    let edge: Int?
  }

  /// `outward`: the directions in which the commodity may flow over an edge; `isEnd`: whether edges
  /// meet at a node, otherwise each edge has a separate dead end there.
  init(
    _ tracer: NaiveTracer,
    edges: [Int],
    outward: (Int) -> (forth: Bool, back: Bool),
    isEnd: (Int) -> Bool = { _ in true }
  ) {
    let network = tracer.network
    func end(_ node: Int, _ edge: Int) -> Int {
      isEnd(node)
        ? node : 2 * NaiveLinks.firstHub + 2 * edge + (node == network.edges[edge].to ? 1 : 0)
    }
    // Stars: a spoke for each terminal, by which the commodity gets to the hub and out of it.
    var raws: [Raw] = []
    var spokeOfTerminal: [Int: Int] = [:]
    let inStar = edges.filter { tracer.stars[$0] != nil }
    let terminals = Set(inStar.flatMap { [network.edges[$0].from, network.edges[$0].to] })
    for terminal in terminals.sorted() {
      let own = inStar.filter { network.ends($0).contains(terminal) }
      let ways = own.map { edge in
        let ways = outward(edge)
        return network.edges[edge].from == terminal ? ways : (ways.back, ways.forth)
      }
      spokeOfTerminal[terminal] = raws.count
      raws.append(
        Raw(
          from: isEnd(terminal) ? terminal : 4 * NaiveLinks.firstHub + terminal,
          to: NaiveLinks.firstHub + (own.last.flatMap { tracer.stars[$0] } ?? 0),
          isForth: ways.contains { $0.0 },
          isBack: ways.contains { $0.1 },
          edge: nil
        )
      )
    }
    for edge in edges where tracer.stars[edge] == nil {
      let ways = outward(edge)
      raws.append(
        Raw(
          from: end(network.edges[edge].from, edge),
          to: end(network.edges[edge].to, edge),
          isForth: ways.forth,
          isBack: ways.back,
          edge: edge
        )
      )
    }
    merge(raws, network)
    for edge in inStar {
      spokes[edge] = network.ends(edge).compactMap { terminal in
        spokeOfTerminal[terminal].flatMap { linkOfRaw[$0] }
      }
    }
  }

  /// Makes one link of units that join the same two nodes and share no phase.
  private mutating func merge(_ raws: [Raw], _ network: NaiveGraph) {
    /// Whether both ends lead on: a dead end has a number beyond those of nodes and hubs.
    func isLive(_ raw: Raw) -> Bool { max(raw.from, raw.to) < 2 * NaiveLinks.firstHub }
    func isInner(_ node: Int) -> Bool {
      node < network.nodeCount && network.isOfSeveral(node) && network.controllersAt[node] == nil
        && raws.filter(isLive).flatMap { [$0.from, $0.to] }.count { $0 == node } == 2
    }
    var used: Set<Int> = []
    /// A way from a node that is not inner to another, over inner ones.
    struct Chain {
      var raws: [(number: Int, isAlong: Bool)]
      let from: Int
      var to: Int
      var phases: Int64?
    }
    var chains: [Chain] = []
    let nodes = Set(raws.flatMap { [$0.from, $0.to] }).filter { !isInner($0) }.sorted()
    for node in nodes {
      for (first, raw) in raws.enumerated()
      where isLive(raw) && !used.contains(first) && (raw.from == node || raw.to == node) {
        var chain = Chain(raws: [], from: node, to: node)
        var number = first
        while true {
          used.insert(number)
          let isAlong = raws[number].from == chain.to
          chain.raws.append((number, isAlong))
          chain.to = isAlong ? raws[number].to : raws[number].from
          if let edge = raws[number].edge,
            let own = network.value("Phases Current", at: network.element(edge: edge))
          {
            chain.phases = (chain.phases ?? -1) & Int64(own)
          }
          let next = raws.indices.first {
            isLive(raws[$0]) && !used.contains($0)
              && (raws[$0].from == chain.to || raws[$0].to == chain.to)
          }
          guard isInner(chain.to), let next else { break }
          number = next
        }
        chains.append(chain)
      }
    }
    // Rings of inner nodes alone are no units.
    var banks: [(from: Int, to: Int, phases: Int64, chains: [Chain])] = []
    var single: [Int] = raws.indices.filter { !used.contains($0) }
    /// Whether a chain may be passed from the junction of lower number to the other, and back.
    func ways(_ chain: Chain) -> [Bool] {
      [true, false].map { isUp in
        chain.raws.allSatisfy { number, isAlong in
          let isForth = (chain.from < chain.to) == (isAlong == isUp)
          return isForth ? raws[number].isForth : raws[number].isBack
        }
      }
    }
    // Banks are filled in the order of their least edges.
    func leastEdge(_ chain: Chain) -> Int {
      chain.raws.compactMap { raws[$0.number].edge }.min() ?? .max
    }
    for chain in chains.sorted(by: { leastEdge($0) < leastEdge($1) }) {
      guard let phases = chain.phases, phases > 0, chain.from != chain.to,
        ways(chain).contains(true)
      else {
        single += chain.raws.map(\.number)
        continue
      }
      let known = banks.firstIndex {
        $0.from == min(chain.from, chain.to) && $0.to == max(chain.from, chain.to)
          && $0.phases & phases == 0 && ways($0.chains[0]) == ways(chain)
      }
      if let known {
        banks[known].phases |= phases
        banks[known].chains.append(chain)
      } else {
        banks.append((min(chain.from, chain.to), max(chain.from, chain.to), phases, [chain]))
      }
    }
    for bank in banks where bank.chains.count == 1 { single += bank.chains[0].raws.map(\.number) }
    for number in single.sorted() {
      let raw = raws[number]
      add([(raw, number, true)], raw.from, raw.to, [raw.isForth, raw.isBack])
    }
    for bank in banks where bank.chains.count > 1 {
      let members = bank.chains.flatMap { chain in
        chain.raws.map { number, isAlong in
          (raws[number], number, (chain.from == bank.from) == isAlong)
        }
      }
      // The bank lets pass what each of its units lets pass.
      add(members, bank.from, bank.to, ways(bank.chains[0]))
    }
  }

  /// Adds a link, of edges and spokes each with whether it leads the link's way.
  private mutating func add(
    _ members: [(raw: Raw, number: Int, isAlong: Bool)],
    _ from: Int,
    _ to: Int,
    _ ways: [Bool]
  ) {
    for (raw, number, isAlong) in members {
      linkOfRaw[number] = (all.count, isAlong)
      if let edge = raw.edge { linkOfEdge[edge] = (all.count, isAlong) }
    }
    let edges = members.compactMap(\.raw.edge)
    all.append(
      Link(number: all.count, from: from, to: to, isForth: ways[0], isBack: ways[1], edges: edges)
    )
  }

  /// Whether two nodes are joined without a link, whatever the direction.
  func joins(_ one: Int, _ other: Int, without link: Link) -> Bool {
    var reached: Set<Int> = [one]
    grow(&reached) { reached in
      for next in all where next.number != link.number {
        if reached.contains(next.from) != reached.contains(next.to) {
          reached.formUnion([next.from, next.to])
        }
      }
    }
    return reached.contains(other)
  }

  /// What is reached outward from nodes without a link.
  func reached(from nodes: Set<Int>, without link: Int?) -> Set<Int> {
    var reached = nodes
    grow(&reached) { reached in
      for next in all where next.number != link {
        if next.isForth && reached.contains(next.from) { reached.insert(next.to) }
        if next.isBack && reached.contains(next.to) { reached.insert(next.from) }
      }
    }
    return reached
  }

  /// Whether a link lies on a simple way from a node to one of others: whether two ways that share no
  /// node lead from its two ends to these.
  func isOnSimpleWay(_ link: Link, from start: Int, to goals: Set<Int>) -> Bool {
    if link.from == link.to { return false }
    let others = all.filter { $0.number != link.number }
    let arcs = others.flatMap { [($0.from, $0.to), ($0.to, $0.from)] }
    /// Whether a way leads from the start to `one`, and from `other` to a goal: all simple ways are tried.
    func isOnWay(_ one: Int, _ other: Int) -> Bool {
      var path: Set<Int> = []
      func extend(_ node: Int) -> Bool {
        if node == other { return false }
        path.insert(node)
        defer { path.remove(node) }
        guard node == one else {
          return arcs.contains { u, v in u == node && !path.contains(v) && extend(v) }
        }
        var reached: Set<Int> = [other]
        grow(&reached) { reached in
          for (u, v) in arcs where reached.contains(u) && !path.contains(v) { reached.insert(v) }
        }
        return !reached.isDisjoint(with: goals)
      }
      return extend(start)
    }
    return isOnWay(link.from, link.to) || isOnWay(link.to, link.from)
  }
}
