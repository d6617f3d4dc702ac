extension TraceSetting {
  /// The values of the configuration's functions over some elements.
  ///
  /// A part of a line counts with its share of apportionable attributes; a junction counts once, even with several
  /// terminals among the elements; missing values do not count.
  ///
  /// - Throws: ``TraceError`` for a name or value that the network does not have.
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
  ///
  /// - Throws: ``TraceError`` for a name or value that the network does not have.
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
