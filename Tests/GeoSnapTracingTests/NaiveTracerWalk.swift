import GeoSnap

/// A walk over elements, one distance after the other, as function barriers see it.
struct NaiveWalk {
  private(set) var order: [Int] = []
  private(set) var visited: Set<Int> = []
  /// What a function barrier rose at.
  private(set) var stopped: Set<Int> = []

  init() {}

  /// Visits what may be visited.
  ///
  /// `starts` are elements with, for parts of lines, the nodes by which they are left; `functions` are
  /// the barriers that count. An element that `allows` not is never visited, one that `bars` is visited
  /// and not left; `enters` says whether an edge is entered from a node, to leave it at another.
  init(
    _ network: NaiveGraph,
    from starts: [NaiveSeed],
    functions: [TraceFunctionBarrier] = [],
    allows: (Int) -> Bool = { _ in true },
    bars: (Int) -> Bool,
    enters: (_ node: Int, _ edge: Int, _ next: Int) -> Bool
  ) {
    var level: [(element: Int, exits: [Int], before: Int?)] = []
    for start in starts {
      if let known = level.firstIndex(where: { $0.element == start.element }) {
        level[known].exits += start.exits
      } else {
        level.append((start.element, start.exits, nil))
      }
    }
    for item in level { visited.insert(item.element) }
    let none = [[Double]](repeating: [], count: functions.count)
    var shared = none
    var counted: Set<FeatureID> = []
    var own: [Int: [[Double]]] = [:]
    while !level.isEmpty {
      level.sort { network.key($0.element).lexicographicallyPrecedes(network.key($1.element)) }
      var next: [(element: Int, exits: [Int], before: Int?)] = []
      for item in level {
        let element = item.element
        order.append(element)
        // Function barriers.
        var isStopped = false
        let isFirst =
          network.feature(of: element).map {
            !network.isNode(element) || counted.insert($0).inserted
          } ?? false
        let isWithin = item.before.map(network.isInternal) ?? false
        var lists = item.before.flatMap { own[$0] } ?? none
        for (number, barrier) in functions.enumerated() {
          let isCounted = !network.isInternal(element)
          let value = isCounted ? network.share(barrier.attributeName, at: element) : nil
          let values: [Double]
          if barrier.usesLocalValues {
            if let value, !isWithin { lists[number].append(value) }
            values = lists[number]
          } else {
            if let value, isFirst { shared[number].append(value) }
            values = shared[number]
          }
          let result = NaiveWalk.result(of: barrier.function, values)
          if result.map({ network.compare($0, barrier.comparison, barrier.value) }) == true {
            isStopped = true
          }
        }
        own[element] = lists
        if isStopped { stopped.insert(element) }
        // Going on.
        if isStopped || (bars(element) && item.before != nil) { continue }
        func visit(_ other: Int, _ exits: [Int]) {
          if allows(other), visited.insert(other).inserted { next.append((other, exits, element)) }
        }
        if network.isNode(element) {
          if bars(element) { continue }
          for edge in network.edgesAt[element] {
            let far = network.edges[edge].other(than: element)
            if enters(element, edge, far) { visit(network.element(edge: edge), [far]) }
          }
        } else {
          for node in item.exits { visit(node, []) }
        }
      }
      level = next
    }
  }

  /// The value of a function; nil without values.
  static func result(of function: TraceFunctionType, _ values: [Double]) -> Double? {
    guard let first = values.first else { return nil }
    let sum = values.reduce(0, +)
    switch function {
    case .add: return sum
    case .average: return sum / Double(values.count)
    case .count: return Double(values.count)
    case .max: return values.max()
    case .min: return values.min()
    case .subtract: return values.dropFirst().reduce(first, -)
    }
  }
}

extension NaiveGraph {
  /// Where an element stands among those of one distance: by feature, then by its number.
  func key(_ element: Int) -> [Int] {
    let number = isNode(element) ? element : element - nodeCount
    guard let feature = feature(of: element) else { return [Int.max, 0, 0, number, element] }
    return [0, Int(feature.table), Int(feature.row), number, element]
  }
}
