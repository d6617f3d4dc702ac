import GeoSnap

/// Measures edits under a topology, and walks over it before and after.
struct TopologyEditBench {
  private let network: UtilityNetwork
  private let topology: Topology

  init(_ network: UtilityNetwork, _ topology: Topology) throws {
    self.network = network
    self.topology = topology
  }

  /// The median edit, a walk over all, and the same after a hundredth of the features were edited.
  func results(_ repetitions: Int) throws -> [(job: String, milliseconds: Double)] {
    let check = try TopologyCheck(topology)
    let editor = NetworkEditor(network, checks: [check])
    guard let junctions = network.table(sourceID: 1) else {
      throw BenchError("The network has no junctions.")
    }
    let count = network.tables[junctions].count
    let moves = max(count * 2 / 100 / 2, 1)
    var random = SplitMix(seed: 5)
    var times: [Double] = []
    for _ in 0..<moves {
      let row = Int(random.next() % UInt64(count))
      let feature = FeatureID(table: junctions, row: row)
      let transaction = move(feature, in: editor.snapshot)
      let start = ContinuousClock.now
      try editor.commit(transaction)
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    guard let edited = check.topology else { throw BenchError("The check keeps a topology.") }
    var packedWalk: [Double] = []
    var editedWalk: [Double] = []
    // In turn, so that both meet the same machine.
    for _ in 0...repetitions {
      var start = ContinuousClock.now
      let packed = topology.graph.connectedNodes(from: 0)
      packedWalk.append((ContinuousClock.now - start) / .milliseconds(1))
      start = ContinuousClock.now
      let known = edited.connectedNodes(from: 0)
      editedWalk.append((ContinuousClock.now - start) / .milliseconds(1))
      guard packed.count == known.count else {
        throw BenchError("The walks met \(packed.count) and \(known.count) nodes.")
      }
    }
    return [
      ("edit", times.sorted()[times.count / 2]),
      ("walk", packedWalk.dropFirst().sorted()[repetitions / 2]),
      ("walkEdited1", editedWalk.dropFirst().sorted()[repetitions / 2]),
    ]
  }

  /// A junction a little aside, with the ends of its lines.
  private func move(_ junction: FeatureID, in network: EditedNetwork) -> NetworkTransaction {
    guard case .point(let point)? = network.geometry(of: junction), let place = point.coordinate,
      let id = network.globalID(of: junction)
    else { return NetworkTransaction("") }
    let target = Coordinate(x: place.x + 1.25, y: place.y + 0.5)
    var edits = [NetworkEdit.setGeometry(.globalID(id), .point(Point(target)))]
    for node in topology.nodes(of: junction) {
      for half in topology.graph.halfEdges(of: node) {
        guard let line = topology.feature(ofEdge: half.edge),
          case .lineString(let old)? = network.geometry(of: line),
          let lineID = network.globalID(of: line),
          let moved = try? LineString(
            CoordinateSequence(old.coordinates.map { $0 == place ? target : $0 })
          )
        else { continue }
        edits.append(.setGeometry(.globalID(lineID), .lineString(moved)))
      }
    }
    return NetworkTransaction("Move", edits)
  }
}
