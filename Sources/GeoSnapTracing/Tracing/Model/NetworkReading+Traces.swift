extension NetworkReading {
  /// The text for a location of a start or barrier: the feature, and its terminal or position along it.
  public func describe(_ location: TraceLocation) -> String {
    var words = describe(location.feature)
    if let id = location.terminalID {
      let terminals = assetType(of: location.feature).map { base.terminals(of: $0.type) } ?? []
      words += " at \(terminals.first { $0.id == id }?.name ?? "terminal \(id)")"
    }
    if let fraction = location.fractionAlongEdge {
      words += " at \(Words.number(fraction * 100))% of its length"
    }
    return words
  }

  /// The text for a stop, such as `Switch / Load Break (ElectricDevice, switch/3) at Bus Side: 'Device Status' = Open
  /// holds here: ...`.
  public func describe(_ stop: TraceStop) -> String {
    "\(describe(stop.element)): \(stop.detail)"
  }

  /// The text of a warning.
  public func describe(_ warning: TraceWarning) -> String { warning.message }

  /// The text for a subnetwork controller: the device with its terminal, and the subnetwork.
  public func describe(_ controller: SubnetworkController) -> String {
    "\(place(of: controller)) controls \(controller.subnetworkName)"
  }

  /// The text for the device of a subnetwork controller, with its terminal if it has several.
  public func place(of controller: SubnetworkController) -> String {
    let terminals =
      assetType(of: controller.feature).map { base.terminals(of: $0.type) } ?? []
    guard terminals.indices.contains(controller.terminal) else {
      return describe(controller.feature)
    }
    return "\(describe(controller.feature)) at \(terminals[controller.terminal].name)"
  }

  /// The value of a function, such as `add(Length) = 1377.4`.
  public func describe(_ output: TraceFunctionOutput) -> String {
    let value = output.value.map { Words.number($0) } ?? "no value"
    return "\(output.function.expression(in: base.definition)) = \(value)"
  }
}
