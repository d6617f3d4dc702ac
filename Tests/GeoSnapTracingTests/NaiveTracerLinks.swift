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

  /// Makes links of some edges.
  ///
  /// - Parameters:
  ///   - tracer: The tracer.
  ///   - edges: The edges.
  ///   - outward: Which ways the commodity may go over an edge.
  ///   - isEnd: Whether edges meet at a node; where it is no end, each edge has a dead end of its own.
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
      var isForth = false
      var isBack = false
      var star = 0
      for edge in inStar {
        let ends = network.edges[edge]
        guard ends.from == terminal || ends.to == terminal else { continue }
        let ways = outward(edge)
        isForth = isForth || (ends.from == terminal ? ways.forth : ways.back)
        isBack = isBack || (ends.from == terminal ? ways.back : ways.forth)
        star = tracer.stars[edge] ?? 0
      }
      spokeOfTerminal[terminal] = raws.count
      raws.append(
        Raw(
          from: isEnd(terminal) ? terminal : 4 * NaiveLinks.firstHub + terminal,
          to: NaiveLinks.firstHub + star,
          isForth: isForth,
          isBack: isBack,
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
      spokes[edge] = [network.edges[edge].from, network.edges[edge].to].compactMap { terminal in
        spokeOfTerminal[terminal].flatMap { linkOfRaw[$0] }
      }
    }
  }

  /// Makes one link of units that join the same two nodes and share no phase.
  private mutating func merge(_ raws: [Raw], _ network: NaiveGraph) {
    /// Whether both ends lead on: a dead end has a number beyond those of nodes and hubs.
    func isLive(_ raw: Raw) -> Bool { max(raw.from, raw.to) < 2 * NaiveLinks.firstHub }
    func isInner(_ node: Int) -> Bool {
      guard node < network.nodeCount, network.isOfSeveral(node),
        network.controllersAt[node] == nil
      else { return false }
      let live = raws.filter(isLive)
      return live.count { $0.from == node } + live.count { $0.to == node } == 2
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
          guard isInner(chain.to),
            let next = raws.indices.first(where: {
              isLive(raws[$0]) && !used.contains($0)
                && (raws[$0].from == chain.to || raws[$0].to == chain.to)
            })
          else { break }
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
      let isUp = chain.from < chain.to
      let along = chain.raws.allSatisfy {
        $0.isAlong ? raws[$0.number].isForth : raws[$0.number].isBack
      }
      let against = chain.raws.allSatisfy {
        $0.isAlong ? raws[$0.number].isBack : raws[$0.number].isForth
      }
      return isUp ? [along, against] : [against, along]
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
      linkOfRaw[number] = (all.count, true)
      if let edge = raw.edge { linkOfEdge[edge] = (all.count, true) }
      all.append(
        Link(
          number: all.count,
          from: raw.from,
          to: raw.to,
          isForth: raw.isForth,
          isBack: raw.isBack,
          edges: raw.edge.map { [$0] } ?? []
        )
      )
    }
    for bank in banks where bank.chains.count > 1 {
      // The bank lets pass what each of its units lets pass.
      let (isForth, isBack) = (ways(bank.chains[0])[0], ways(bank.chains[0])[1])
      var edges: [Int] = []
      for chain in bank.chains {
        for (number, isAlong) in chain.raws {
          let leadsForth = (chain.from == bank.from) == isAlong
          linkOfRaw[number] = (all.count, leadsForth)
          guard let edge = raws[number].edge else { continue }
          linkOfEdge[edge] = (all.count, leadsForth)
          edges.append(edge)
        }
      }
      all.append(
        Link(
          number: all.count,
          from: bank.from,
          to: bank.to,
          isForth: isForth,
          isBack: isBack,
          edges: edges
        )
      )
    }
  }

  // MARK: Asking

  /// Whether two nodes are joined without a link, whatever the direction.
  func joins(_ one: Int, _ other: Int, without link: Link) -> Bool {
    var reached: Set<Int> = [one]
    var isChanged = true
    while isChanged && !reached.contains(other) {
      isChanged = false
      for next in all where next.number != link.number {
        if reached.contains(next.from) != reached.contains(next.to) {
          reached.formUnion([next.from, next.to])
          isChanged = true
        }
      }
    }
    return reached.contains(other)
  }

  /// What is reached outward from nodes without a link.
  func reached(from nodes: Set<Int>, without link: Int?) -> Set<Int> {
    var reached = nodes
    var isChanged = true
    while isChanged {
      isChanged = false
      for next in all where next.number != link {
        if next.isForth && reached.contains(next.from) && reached.insert(next.to).inserted {
          isChanged = true
        }
        if next.isBack && reached.contains(next.to) && reached.insert(next.from).inserted {
          isChanged = true
        }
      }
    }
    return reached
  }

  /// Whether a link lies on a simple way from a node to one of others: whether two ways that share no
  /// node lead from its two ends to these.
  func isOnSimpleWay(_ link: Link, from start: Int, to goals: Set<Int>) -> Bool {
    if link.from == link.to { return false }
    return isOnSimpleWay(link.from, link.to, link, start, goals)
      || isOnSimpleWay(link.to, link.from, link, start, goals)
  }

  /// Whether a way leads from the start to `one`, and from `other` to a goal: all simple ways are tried.
  private func isOnSimpleWay(
    _ one: Int,
    _ other: Int,
    _ link: Link,
    _ start: Int,
    _ goals: Set<Int>
  ) -> Bool {
    var path: Set<Int> = []
    var steps = 0
    func extend(_ node: Int) -> Bool {
      steps += 1
      if node == other { return false }
      path.insert(node)
      defer { path.remove(node) }
      if node == one {
        var reached: Set<Int> = [other]
        var isChanged = true
        while isChanged {
          if !reached.isDisjoint(with: goals) { return true }
          isChanged = false
          for next in all where next.number != link.number {
            for (u, v) in [(next.from, next.to), (next.to, next.from)]
            where reached.contains(u) && !path.contains(v) && reached.insert(v).inserted {
              isChanged = true
            }
          }
        }
        return false
      }
      for next in all where next.number != link.number {
        for (u, v) in [(next.from, next.to), (next.to, next.from)]
        where u == node && !path.contains(v) && extend(v) {
          return true
        }
      }
      return false
    }
    return extend(start)
  }
}
