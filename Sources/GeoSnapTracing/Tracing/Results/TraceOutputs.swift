extension TraceSetting {
  /// The values of the configuration's functions over some elements.
  ///
  /// A part of a line counts with its share of apportionable attributes; a junction counts once, even with several
  /// terminals among the elements; missing values do not count.
  func outputs(
    of functions: [TraceFunction],
    over codes: [Int32]
  ) throws(TraceError) -> [TraceFunctionOutput] {
    var outputs: [TraceFunctionOutput] = []
    for function in functions {
      var attributes = attributes
      let source = try attributes.source(named: function.attributeName)
      let isApportionable = attributes.isApportionable(function.attributeName)
      let condition = try TraceSetting.program(function.conditions, &attributes)
      var sum = Accumulator()
      var counted: Set<Int32> = []
      for code in codes {
        guard let element = topology.traceElement(code) else { continue }
        if let condition, !condition.holds(at: element, attributes) { continue }
        guard let value = attributes.number(source, element) else { continue }
        if !element.isEdge && !counted.insert(element.feature).inserted { continue }
        let share = isApportionable && element.isEdge ? share(ofEdge: element.index) : 1
        sum.add(value * share)
      }
      outputs.append(
        TraceFunctionOutput(function: function, value: sum.value(of: function.function))
      )
    }
    return outputs
  }

  /// The codes of the elements that pass the configuration's output conditions.
  func returned(_ codes: [Int32]) throws(TraceError) -> [Int32] {
    let output = configuration.output
    var attributes = attributes
    let condition = try TraceSetting.program(output.conditions, &attributes)
    guard condition != nil || !output.assetTypes.isEmpty else { return codes }
    let types = Set(output.assetTypes.compactMap { topology.network.catalog.ordinal($0) })
    return codes.filter { code in
      let type = topology.network.assetTypeOrdinal(at: topology.featureOrdinal(code))
      if !output.assetTypes.isEmpty && !types.contains(type) { return false }
      guard let condition else { return true }
      guard let element = topology.traceElement(code) else { return false }
      return condition.holds(at: element, attributes)
    }
  }
}

extension Topology {
  /// The node or edge of a code of ``TraceElements``; nil for a feature outside the graph.
  func traceElement(_ code: Int32) -> TraceElement? {
    if Int(code) < nodeLimit { return element(node: Int(code)) }
    let edge = Int(code) - nodeLimit
    return edge < edgeLimit ? element(edge: edge) : nil
  }
}

/// Finds the containers, content and structures of a trace's results, outside the graph.
struct AssociatedFeatures {
  let topology: Topology
  let configuration: TraceConfiguration

  private var network: EditedNetwork { topology.network }

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
