import GeoSnap
import GeoSnapTestSupport

enum PointerJob: String, CaseIterable {
  case pointerEdge, pointerMove, pointerMoveWhole, pointerMoveCrossings, pointerPath
}

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
    // Walks of 100 steps of half a metre, each from the place of another question.
    path = (0..<self.queries).map { step in
      let start = workload.query(step / 100)
      let along = Double(step % 100) / 2
      return Coordinate(x: start.x + along, y: start.y + along / 3)
    }
  }

  func contest(_ job: PointerJob) -> Contest {
    Contest(job: job.rawValue, contenders: [Contender(operations: queries, run: run(job))])
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
    Checksum(count) { query in
      index.features.nearestSegment(to: workload.query(query), within: Workload.tolerance) {
        !$0.flags.contains(.place)
      }.map { ($0.distance, $0.location) }
    }
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

extension Workload {
  /// The junction type that a pointer edits: it may join every line of one type, and the ends of the other.
  static let editedType = AssetTypeID(1)

  /// A network of the workload's lines and junctions, of two asset types each, with rules.
  func network() throws -> UtilityNetwork {
    let sources = [
      NetworkSource(1, "Junction", .junction, [AssetType(1, "Type 1"), AssetType(2, "Type 2")]),
      NetworkSource(
        2,
        "Line",
        .line,
        [AssetType(1, "Type 1", .anyVertex), AssetType(2, "Type 2", .endVertex)]
      ),
    ]
    var tables = sources.map { FeatureTable($0) }
    for (row, geometry) in try featureGeometries().enumerated() {
      let source = row < lineCount ? 2 : 1
      let type = AssetTypeID(source, 1, 1 + row % 2)
      let id = GlobalID(high: UInt64(source), low: UInt64(row))
      tables[source - 1].append(Feature(row, type, id, geometry))
    }
    let lineTypes = [AssetTypeID(2, 1, 1), AssetTypeID(2, 1, 2)]
    return try UtilityNetwork(
      NetworkDefinition(domainNetworks: [DomainNetwork(id: 1, name: "Pipes", sources: sources)]),
      tables,
      rules: [
        NetworkRule(1, .junctionEdge, Workload.editedType, lineTypes[0]),
        NetworkRule(2, .junctionEdge, Workload.editedType, lineTypes[1]),
        .init(3, .edgeJunctionEdge, lineTypes[0], lineTypes[1], via: AssetTypeID(1, 1, 2)),
      ]
    )
  }
}
