import GeoSnap

/// The snap engine under a pointer, on a network made of a workload.
struct PointerBench {
  private let workload: Workload
  private let index: NetworkIndex
  private let snapper: Snapper
  private let snapperOfCrossings: Snapper
  private let path: [Coordinate]
  private let queries: Int

  init(_ workload: Workload, queries: Int) throws {
    self.workload = workload
    self.queries = min(queries, workload.queryCount)
    let network = try workload.network()
    index = try NetworkIndex(network)
    let rules = try SnapRules(for: Workload.editedType, in: network)
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.grid = SnapGrid(spacing: 100)
    settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
    func snapper(_ kinds: SnapKinds, _ index: NetworkIndex) -> Snapper {
      var settings = settings
      settings.kinds = kinds
      return Snapper(SnapScene(index), settings: settings, rules: rules)
    }
    self.snapper = snapper(.all.subtracting(SnapKinds(.intersection)), index)
    snapperOfCrossings = snapper(.all, index)
    path = PointerBench.path(of: workload, count: self.queries)
  }

  /// Walks of 100 steps of half a metre, each from the place of another question.
  private static func path(of workload: Workload, count: Int) -> [Coordinate] {
    (0..<count).map { step in
      let start = workload.query(step / 100)
      let along = Double(step % 100) / 2
      return Coordinate(x: start.x + along, y: start.y + along / 3)
    }
  }

  func contest(_ job: PointerJob) -> Contest {
    Contest(
      job: job.rawValue,
      contenders: [Contender(engine: "geosnap", operations: queries, run: run(job))]
    )
  }

  private func run(_ job: PointerJob) -> (Int) -> Checksum {
    switch job {
    case .pointerEdge: { edges($0) }
    case .pointerMove: { moves(snapper, $0) }
    case .pointerMoveWhole: { moves(snapper, $0, isWhole: true) }
    case .pointerMoveCrossings: { moves(snapperOfCrossings, $0) }
    case .pointerPath: { follow($0) }
    }
  }

  private func edges(_ count: Int) -> Checksum {
    var checksum = Checksum()
    for query in 0..<count {
      let hit = index.features.nearestSegment(
        to: workload.query(query),
        within: Workload.tolerance
      ) { !$0.flags.contains(.place) }
      guard let hit else { continue }
      let location = hit.location
      checksum.add(hit.distance, at: location)
    }
    return checksum
  }

  private func moves(_ snapper: Snapper, _ count: Int, isWhole: Bool = false) -> Checksum {
    var checksum = Checksum()
    let sketch = SnapSketch(parts: [[Coordinate(x: 0, y: 0)]], vertex: 0)
    for query in 0..<count {
      let match = try? snapper.snap(
        at: workload.query(query),
        tolerance: Workload.tolerance,
        sketch: sketch
      )
      guard let match else { continue }
      checksum.add(match.place.distance, at: match.place.location)
      guard isWhole else { continue }
      // The network has no heights, measures or terminals: the sum equals that of the other job.
      checksum.sum += (match.place.z ?? 0) + (match.place.m ?? 0)
      if let fraction = match.place.fraction, !(0...1).contains(fraction) { checksum.hits += 1 }
      if match.place.feature != nil, match.place.source == nil || !match.terminals.isEmpty {
        checksum.hits += 1
      }
    }
    return checksum
  }

  private func follow(_ count: Int) -> Checksum {
    var checksum = Checksum()
    var previous: SnapMatch?
    for query in 0..<count {
      previous = try? snapper.snap(
        at: path[query],
        tolerance: Workload.tolerance,
        previous: previous
      )
      guard let match = previous else { continue }
      checksum.add(match.place.distance, at: match.place.location)
    }
    return checksum
  }
}
