internal import GeoSnapSupport

/// A breadth-first walk within a region along allowed directions, which ends at filters and function barriers.
struct RegionWalk {
  /// An element where a function barrier applied.
  struct End {
    let element: Int32
    /// The function barrier, of the traversability and then of the filter.
    let barrier: Int
    let value: Double
  }

  let region: TraceRegion
  var setting: TraceSetting
  let topology: Topology
  let allowed: [TraceRegion.Ways]
  let reach: OutwardReach?
  let nodeCount: Int
  let includesBarriers: Bool
  let filter: ElementBarriers
  let functions: [FunctionBarrier]

  /// Whether the walk ends early when the task is cancelled; the caller has to check for it.
  var isCancellable = true
  /// The elements reached, in order: nodes by number, edges from the number of nodes.
  var order: [Int32] = []
  /// Whether each of them is in the result.
  var isReturned: [Bool] = []
  var returned: [Int32] {
    var returned: [Int32] = []
    returned.reserveCapacity(order.count)
    for place in order.indices where isReturned[place] { returned.append(order[place]) }
    return returned
  }
  var isSeen: [Bool]
  var ends: [End] = []

  /// The values so far of each function barrier with a single count.
  var totals: [Accumulator] = []
  /// The values along the path to each element, for each function barrier; empty without function barriers.
  var ways: [Accumulator] = []
  var counted: Set<Int32> = []
  /// The terminals that were reached through their device.
  var isEnteredInside: Set<Int32> = []

  /// Prepares a walk along `allowed` directions, within the part that the controllers reach, if given; `isCollecting`
  /// applies filters.
  @inline(never)
  init(
    _ region: TraceRegion,
    _ setting: TraceSetting,
    over allowed: [TraceRegion.Ways],
    within reach: OutwardReach? = nil,
    collecting isCollecting: Bool
  ) {
    self.reach = reach
    self.region = region
    self.setting = setting
    self.allowed = allowed
    topology = setting.topology
    nodeCount = region.nodes.count
    includesBarriers = setting.configuration.includesBarriers
    filter = isCollecting ? setting.filter : ElementBarriers()
    functions = setting.functionBarriers + (isCollecting ? setting.filterFunctionBarriers : [])
    isSeen = [Bool](repeating: false, count: region.nodes.count + region.edges.count)
    if !functions.isEmpty {
      totals = [Accumulator](repeating: Accumulator(), count: functions.count)
      ways = [Accumulator](repeating: Accumulator(), count: isSeen.count * functions.count)
    }
  }

  /// The attribute and bits of which each element must share one.
  var bitset: (source: TraceAttributes.Source, bits: Int64)?

  /// Limits the walk to elements that share a bit of the bitset attribute with its starts; those without a value do.
  mutating func keepBits(sharedWith elements: [TraceElement]) throws(TraceError) {
    guard let source = try bitsetSource() else { return }
    let values = elements.compactMap { setting.attributes.integer(source, $0) }
    bitset = values.isEmpty ? nil : (source, values.reduce(0, |))
  }

  /// Limits the walk to elements that share one of some bits; those without a value do.
  mutating func keepBits(_ bits: Int64) throws(TraceError) {
    if let source = try bitsetSource() { bitset = (source, bits) }
  }

  private mutating func bitsetSource() throws(TraceError) -> TraceAttributes.Source? {
    guard let name = setting.configuration.filter.bitsetAttributeName, !name.isEmpty else {
      return nil
    }
    var attributes = setting.attributes
    let source = try attributes.source(named: name)
    setting.attributes = attributes
    return source
  }

  private func sharesBits(_ element: TraceElement) -> Bool {
    guard let bitset, element.feature >= 0 else { return true }
    return setting.attributes.integer(bitset.source, element).map { $0 & bitset.bits != 0 } ?? true
  }

  /// Walks from some nodes and edges, in O(n) for n elements reached; O(n log n) with function barriers.
  mutating func run(fromNodes nodes: [Int32], edges: [StartEdge]) {
    if edges.isEmpty && isPlain { return runPlain(from: nodes) }
    /// The ends by which the walk leaves each edge with a start; empty without such edges.
    var exits: [TraceRegion.Ways?] = []
    if !edges.isEmpty { exits = [TraceRegion.Ways?](repeating: nil, count: region.edges.count) }
    for start in edges {
      exits[Int(start.edge)] = (exits[Int(start.edge)] ?? []).union(start.exits)
    }
    var level: [Int32] = []
    for node in nodes where !isSeen[Int(node)] {
      isSeen[Int(node)] = true
      level.append(node)
    }
    for start in edges where !isSeen[nodeCount + Int(start.edge)] {
      isSeen[nodeCount + Int(start.edge)] = true
      level.append(Int32(nodeCount) + start.edge)
    }
    var next: [Int32] = []
    var checked = 0
    while !level.isEmpty {
      if order.count - checked >= Exploration.pace {
        checked = order.count
        if isGivenUp { return }
      }
      if !functions.isEmpty { sort(&level) }
      next.removeAll(keepingCapacity: true)
      for item in level {
        if Int(item) < nodeCount {
          visit(node: Int(item), &next)
        } else {
          let edge = Int(item) - nodeCount
          visit(edge: edge, exits.isEmpty ? nil : exits[edge], &next)
        }
      }
      swap(&level, &next)
    }
  }

  /// Whether the walk may stop, since its task was cancelled.
  var isGivenUp: Bool { isCancellable && Task.isCancelled }

  /// Whether a node is reached but not left, independently of function barriers.
  @inline(__always)
  func bars(node: Int) -> Bool {
    region.nodeMarks[node].contains(.bars)
      || filter.bars(node: Int(region.nodes[node]), setting.attributes)
  }

  /// Whether an edge is reached but not left, independently of function barriers.
  @inline(__always)
  func bars(edge: Int) -> Bool {
    let number = Int(region.edges[edge])
    return !region.isPassable(edge)
      || (number >= 0 && topology.isLine(number) && filter.bars(edge: number, setting.attributes))
  }

  private mutating func visit(node: Int, _ next: inout [Int32]) {
    let number = Int(region.nodes[node])
    let element = topology.element(node: number)
    let isStart = region.nodeMarks[node].contains(.isStart)
    guard bitset == nil || isStart || sharesBits(element) else { return }
    let isDevice = topology.hasSeveralTerminals(element)
    var isBarred = bars(node: node)
    if !functions.isEmpty {
      let rose = accumulate(Int32(node), element, share: 1)
      isBarred = isBarred || rose
    }
    order.append(Int32(node))
    isReturned.append(!isBarred || isDevice || includesBarriers)
    guard !isBarred else { return }
    for place in region.graph.places(of: node) {
      let half = region.graph.halves[place]
      let edge = half.edge
      guard allowed[edge].contains(half.isAgainst ? .back : .forth), !isSeen[nodeCount + edge]
      else { continue }
      if region.edgeMarks[edge].contains(.isInternal) && !filter.spareNodes {
        if filter.shuts(node: number, setting.attributes) { continue }
        let other = region.nodes[Int(half.node)]
        if other >= 0 && filter.shuts(node: Int(other), setting.attributes) { continue }
      }
      isSeen[nodeCount + edge] = true
      pass(from: Int32(node), to: Int32(nodeCount + edge))
      next.append(Int32(nodeCount + edge))
    }
  }

  private mutating func visit(edge: Int, _ exits: TraceRegion.Ways?, _ next: inout [Int32]) {
    let number = Int(region.edges[edge])
    let isLine = number >= 0 && topology.isLine(number)
    if isLine && bitset != nil && exits == nil && !sharesBits(topology.element(edge: number)) {
      return
    }
    var isBarred = bars(edge: edge)
    var exits = exits
    // The walk does not leave a start that is a barrier, so a start that it leaves is in the result.
    var isOpenStart = exits != nil
    if !functions.isEmpty {
      let rose = accumulate(
        Int32(nodeCount + edge),
        isLine ? topology.element(edge: number) : nil,
        share: isLine ? setting.share(ofEdge: number) : 1
      )
      isBarred = isBarred || rose
      if rose && isOpenStart {
        exits = []
        isOpenStart = false
      }
    }
    order.append(Int32(nodeCount + edge))
    // The exits of a start on the edge already consider the barriers on it.
    let leaving = exits ?? (isBarred ? [] : allowed[edge])
    isReturned.append(!isBarred || includesBarriers || isOpenStart)
    if leaving.contains(.forth) { enter(region.to[edge], over: edge, &next) }
    if leaving.contains(.back) { enter(region.from[edge], over: edge, &next) }
  }

  private mutating func enter(_ node: Int32, over edge: Int, _ next: inout [Int32]) {
    if let reach, !reach.reaches(node: Int(node)) { return }
    guard region.nodes[Int(node)] < 0 else {
      if !isSeen[Int(node)] {
        isSeen[Int(node)] = true
        pass(from: Int32(nodeCount + edge), to: node)
        next.append(node)
      }
      return
    }
    // A hub is not an element: the walk continues at the other terminals of its device.
    for half in region.graph.halfEdges(of: Int(node)) where half.edge != edge {
      guard allowed[half.edge].contains(half.isAgainst ? .back : .forth),
        reach.map({ $0.reaches(node: Int(half.node)) }) ?? true
      else { continue }
      let terminal = region.nodes[Int(half.node)]
      if filter.shuts(node: Int(terminal), setting.attributes) { continue }
      isSeen[nodeCount + half.edge] = true
      if !isSeen[Int(half.node)] {
        isSeen[Int(half.node)] = true
        pass(from: Int32(nodeCount + edge), to: half.node)
        next.append(half.node)
      }
    }
  }

  /// Whether the walk needs only the region, not the values of elements.
  var isPlain: Bool { functions.isEmpty && filter.isEmpty && bitset == nil && !region.hasHubs }

  /// Walks without values of elements; the result is also the queue.
  mutating func runPlain(from nodes: [Int32]) {
    for node in nodes where !isSeen[Int(node)] {
      isSeen[Int(node)] = true
      order.append(node)
    }
    let graph = region.graph
    var head = 0
    while head < order.count {
      if isGivenUp { return }
      runPlain(graph, &head, upTo: min(order.count, head + Exploration.pace))
    }
  }

  /// Continues the walk up to `end` in the queue.
  private mutating func runPlain(_ graph: Graph, _ head: inout Int, upTo end: Int) {
    while head < end {
      let item = Int(order[head])
      head += 1
      if item < nodeCount {
        let isBarred = region.nodeMarks[item].contains(.bars)
        isReturned.append(
          !isBarred || includesBarriers
            || topology.hasSeveralTerminals(topology.element(node: Int(region.nodes[item])))
        )
        if isBarred { continue }
        for place in graph.places(of: item) {
          let half = graph.halves[place]
          let next = nodeCount + half.edge
          guard allowed[half.edge].contains(half.isAgainst ? .back : .forth), !isSeen[next]
          else { continue }
          isSeen[next] = true
          order.append(Int32(truncatingIfNeeded: next))
        }
      } else {
        let edge = item - nodeCount
        let isBarred = !region.isPassable(edge)
        isReturned.append(!isBarred || includesBarriers)
        if isBarred { continue }
        if allowed[edge].contains(.forth) { come(to: region.to[edge]) }
        if allowed[edge].contains(.back) { come(to: region.from[edge]) }
      }
    }
  }

  @inline(__always)
  private mutating func come(to node: Int32) {
    guard !isSeen[Int(node)], reach?.reaches(node: Int(node)) ?? true else { return }
    isSeen[Int(node)] = true
    order.append(node)
  }

  /// Sorts elements of one distance in the order of features: counts do not depend on the numbers of the graph.
  func sort(_ level: inout [Int32]) {
    guard level.count > 1 else { return }
    let items = level
    // Ordinals of added features come after all others; in a packed network they are in their table.
    let edited = topology.edits == nil ? nil : topology.network
    func place(of feature: Int32) -> Int64 {
      if feature < 0 { return .max }
      guard let edited else { return Int64(feature) }
      let id = edited.feature(ordinal: feature)
      return Int64(id.table) << 32 | Int64(id.row)
    }
    let keys = items.map { item -> (feature: Int64, number: Int32) in
      let edge = Int(item) - nodeCount
      let number = edge >= 0 ? region.edges[edge] : region.nodes[Int(item)]
      let feature: Int32
      if edge >= 0 {
        // A spoke of a hub belongs to the device of the terminal where it begins.
        feature =
          number < 0
          ? topology.featureOrdinal(ofNode: Int(region.nodes[Int(region.from[edge])]))
          : topology.element(edge: Int(number)).feature
      } else {
        feature = number < 0 ? -1 : topology.featureOrdinal(ofNode: Int(number))
      }
      return (place(of: feature), number)
    }
    level = risingOrder(items.count) { one, other in
      if keys[one].feature != keys[other].feature { return keys[one].feature < keys[other].feature }
      let areEdges = (Int(items[one]) >= nodeCount, Int(items[other]) >= nodeCount)
      if areEdges.0 != areEdges.1 { return areEdges.1 }
      if keys[one].number != keys[other].number { return keys[one].number < keys[other].number }
      return items[one] < items[other]
    }.map { items[$0] }
  }

  mutating func pass(from element: Int32, to other: Int32) {
    guard !functions.isEmpty else { return }
    for number in functions.indices {
      ways[Int(other) * functions.count + number] = ways[Int(element) * functions.count + number]
    }
    if Int(element) >= nodeCount, region.edgeMarks[Int(element) - nodeCount].contains(.isInternal) {
      isEnteredInside.insert(other)
    }
  }

  /// Adds an element to the counts, unless it has no values; returns whether a function barrier applies there.
  mutating func accumulate(_ item: Int32, _ element: TraceElement?, share: Double) -> Bool {
    let isFirst =
      element.map { $0.isEdge || $0.feature < 0 || counted.insert($0.feature).inserted } ?? false
    var rises = false
    for (number, function) in functions.enumerated() {
      let place = Int(item) * functions.count + number
      if let element, element.feature >= 0,
        let value = setting.attributes.number(function.source, element)
      {
        let counts = function.usesLocalValues ? !isEnteredInside.contains(item) : isFirst
        if counts {
          let counting = function.isApportionable ? value * share : value
          if function.usesLocalValues {
            ways[place].add(counting)
          } else {
            totals[number].add(counting)
          }
        }
      }
      let sum = function.usesLocalValues ? ways[place] : totals[number]
      guard !sum.isEmpty, let value = sum.value(of: function.function) else { continue }
      if function.comparison.holds(value, function.value) {
        rises = true
        ends.append(End(element: item, barrier: number, value: value))
      }
    }
    return rises
  }
}
