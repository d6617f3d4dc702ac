internal import GeoSnapSupport

/// The positions of barriers on lines at the border of an isolated region.
struct BarrierPlaces {
  private let region: TraceRegion
  private let setting: TraceSetting
  private let isInside: [Bool]
  private let isFed: [Bool]

  init(_ search: IsolationSearch, _ stage: SubnetworkStage) {
    region = stage.region
    setting = stage.setting
    isInside = search.isInside
    isFed = search.isFed
  }

  /// The elements of a shutoff: for a part of a line one for each barrier on it.
  ///
  /// `isNeeded` keeps only positions with a source behind them; `isShut` selects existing barriers instead of those
  /// that can be shut.
  func elements(
    _ element: NetworkElement,
    of shutoff: IsolationSearch.Shutoff,
    isNeeded: Bool = false,
    isShut: Bool = false
  ) -> [NetworkElement] {
    guard let part = element.positions else { return [element] }
    let places: [Double]
    switch shutoff {
    case .device: return [element]
    case .node(let node):
      // The node has no feature: it is an end of the part.
      let number = Int(region.nodes[Int(node)])
      let barriers = isShut ? setting.barriers : setting.filter
      guard let edge = barriers.parts[Int32(number)] else { return [element] }
      let isStart = setting.topology.ends(ofEdge: Int(edge)).from == number
      places = [isStart ? part.lowerBound : part.upperBound]
    case .edge(let edge): places = self.places(onEdge: edge, isNeeded: isNeeded, isShut: isShut)
    }
    guard !places.isEmpty else { return [element] }
    return places.map { place in
      var element = element
      element.positions = place...place
      return element
    }
  }

  /// The positions next to the starts on a part, and those next to its ends that the starts reach otherwise.
  private func places(onEdge edge: Int32, isNeeded: Bool, isShut: Bool) -> [Double] {
    let number = region.edges[Int(edge)]
    let shut = setting.barriers.edges[number] ?? []
    let places = isShut ? shut : setting.filter.edges[number] ?? []
    let (from, to) = (Int(region.from[Int(edge)]), Int(region.to[Int(edge)]))
    let starts = region.startEdges.indices.filter { region.startEdges[$0] == edge }
      .map { region.startFractions[$0] }
    var found: [(place: Double, isFed: Bool)] = []
    func add(_ place: Double?, towards end: Int, _ between: ClosedRange<Double>) {
      guard let place else { return }
      found.append((place, isFed[end] && !shut.contains(where: between.contains)))
    }
    func back(_ place: Double?) { place.map { add($0, towards: from, 0...$0) } }
    func forth(_ place: Double?) { place.map { add($0, towards: to, $0...1) } }
    if let first = starts.min(), let last = starts.max() {
      back(places.filter { $0 <= first }.max())
      forth(places.filter { $0 >= last }.min())
    }
    if isInside[from] { forth(places.min()) }
    if isInside[to] { back(places.max()) }
    let fed = found.filter(\.isFed)
    let counted = isNeeded && !fed.isEmpty ? fed : found
    return Array(Set(counted.map(\.place))).ordered(by: <)
  }
}

extension TraceRegion {
  /// The ends by which the starts on a part of a line leave it, independently of shutoffs.
  func startExits(onEdge edge: Int32) -> Ways {
    startEdges.indices.reduce(into: []) { exits, number in
      if startEdges[number] == edge { exits.formUnion(startExits[number]) }
    }
  }
}
