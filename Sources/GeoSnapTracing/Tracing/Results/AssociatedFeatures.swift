/// Finds the containers, content and structures of a trace's results, outside the graph.
struct AssociatedFeatures {
  private let topology: Topology
  private let network: EditedNetwork
  private let configuration: TraceConfiguration

  init(_ topology: Topology, _ configuration: TraceConfiguration) {
    self.topology = topology
    network = topology.network
    self.configuration = configuration
  }

  /// The features to add to some elements, in the order in which they are found, each once.
  func additions(to codes: [Int32]) -> [Int32] {
    guard
      configuration.includesContainers || configuration.includesContent
        || configuration.includesStructures
    else { return [] }
    var present = Set(codes.map { topology.featureOrdinal($0) })
    var added: [Int32] = []
    func add(_ feature: Int32) -> Bool {
      guard present.insert(feature).inserted else { return false }
      added.append(feature)
      return true
    }
    let found = codes.map { topology.featureOrdinal($0) }.uniquedOrdinals()
    var containers: [Int32] = []
    if configuration.includesContainers {
      for feature in found {
        var waiting = [feature]
        while let held = waiting.popLast() {
          for container in others(held, .containment, isFrom: false) where add(container) {
            containers.append(container)
            // A chain may end at the first container with a geometry.
            let isSpatial = network.geometry(of: network.feature(ordinal: container)) != nil
            if configuration.includesUpToFirstSpatialContainer && isSpatial { continue }
            waiting.append(container)
          }
        }
      }
    }
    if configuration.includesContent {
      var waiting = found + containers
      while let feature = waiting.popLast() {
        for content in others(feature, .containment, isFrom: true) where add(content) {
          waiting.append(content)
        }
      }
    }
    if configuration.includesStructures {
      var waiting = found + added
      while let feature = waiting.popLast() {
        for structure in others(feature, .attachment, isFrom: false) where add(structure) {
          waiting.append(structure)
        }
      }
    }
    return added
  }

  /// The features on the other side of a feature's associations of a kind.
  @inline(never)
  private func others(_ feature: Int32, _ kind: AssociationKind, isFrom: Bool) -> [Int32] {
    guard feature >= 0 else { return [] }
    let id = network.feature(ordinal: feature)
    guard let globalID = network.globalID(of: id) else { return [] }
    return network.associationPositions(of: id).compactMap { position in
      guard let association = network.association(at: position), association.kind == kind else {
        return nil
      }
      let (own, other) =
        isFrom ? (association.from, association.to) : (association.to, association.from)
      guard own.globalID == globalID else { return nil }
      return network.feature(globalID: other.globalID).map { network.ordinal(of: $0) }
    }
  }
}

extension [Int32] {
  /// Each number once, in the order of first occurrence, without -1.
  fileprivate func uniquedOrdinals() -> [Int32] {
    var seen: Set<Int32> = []
    return filter { $0 >= 0 && seen.insert($0).inserted }
  }
}
