/// An item in a trace configuration that a network does not have.
public struct TraceConfigurationProblem: Equatable, Sendable, CustomStringConvertible {
  /// The path in the JSON, such as `conditionBarriers[0].value`.
  public let path: String
  /// The error and the valid items, as a sentence.
  public let message: String

  /// One line: path and message.
  public var description: String { "\(path): \(message)" }
}

extension TraceConfiguration {
  /// The networks, tiers, attributes, categories, asset types and values that a network does not have, by JSON path.
  ///
  /// - Complexity: Linear in the size of the configuration, times that of the definition.
  public func problems(in definition: NetworkDefinition) -> [TraceConfigurationProblem] {
    var check = ConfigurationCheck(definition: definition)
    check.names(self)
    check.condition(traversability.barriers, "conditionBarriers")
    check.functionBarriers(traversability.functionBarriers, "functionBarriers")
    check.condition(filter.barriers, "filterBarriers")
    check.functionBarriers(filter.functionBarriers, "filterFunctionBarriers")
    check.attribute(filter.bitsetAttributeName, "filterBitsetNetworkAttributeName")
    if let search = filter.nearestNeighbors {
      check.attribute(search.costAttributeName, "nearestNeighbor.costNetworkAttributeName")
      for (number, name) in search.categories.enumerated() {
        check.category(name, "nearestNeighbor.nearestCategories[\(number)]")
      }
      check.assetTypes(search.assetTypes, "nearestNeighbor.nearestAssets")
    }
    check.assetTypes(output.assetTypes, "outputFilters")
    check.condition(output.conditions, "outputConditions")
    for (number, function) in functions.enumerated() {
      let path = "functions[\(number)]"
      check.attribute(function.attributeName, path + ".networkAttributeName")
      check.condition(function.conditions, path + ".conditions")
    }
    for (number, propagator) in propagators.enumerated() {
      check.propagator(propagator, "propagators[\(number)]")
    }
    check.attribute(shortestPathAttributeName, "shortestPathNetworkAttributeName")
    return check.problems
  }
}

private struct ConfigurationCheck {
  let definition: NetworkDefinition
  var problems: [TraceConfigurationProblem] = []

  @inline(never)
  private mutating func add(_ path: String, _ message: String, _ valid: [String] = []) {
    let list = valid.isEmpty ? "" : " Choose from: \(Words.names(valid))."
    problems.append(TraceConfigurationProblem(path: path, message: message + list))
  }

  mutating func names(_ configuration: TraceConfiguration) {
    var networks = definition.domainNetworks.filter { !$0.isStructureNetwork }
    if let name = configuration.domainNetworkName {
      let named = networks.filter { $0.name.isSpelled(like: name) }
      guard !named.isEmpty else {
        let valid = networks.map(\.name)
        return add("domainNetworkName", "There is no domain network '\(name)'.", valid)
      }
      networks = named
    }
    tier(configuration.tierName, "tierName", networks)
    tier(configuration.targetTierName, "targetTierName", networks)
  }

  @inline(never)
  private mutating func tier(_ name: String?, _ path: String, _ networks: [DomainNetwork]) {
    guard let name else { return }
    var known: [String] = []
    for network in networks {
      for tier in network.tiers {
        if tier.name.isSpelled(like: name) { return }
        known.append("\(tier.name) (\(network.name))")
      }
    }
    add(path, "There is no tier '\(name)'.", known)
  }

  /// Checks the comparisons of a condition, which are a list in the JSON, in the order of the tree.
  mutating func condition(_ condition: TraceCondition?, _ path: String) {
    for (number, comparison) in (condition?.comparisons ?? []).enumerated() {
      let path = "\(path)[\(number)]"
      switch comparison {
      case .attribute(let name, let test, let value):
        guard let attribute = attribute(name, path + ".name") else { continue }
        self.value(value, of: attribute, test, path)
      case .attributes(let name, let test, let other):
        for (name, key) in [(name, ".name"), (other, ".value")] {
          guard let attribute = attribute(name, path + key) else { continue }
          if let objection = definition.objection(to: test, of: attribute) {
            add(path + ".operator", objection)
          }
        }
      case .hasCategory(let name), .lacksCategory(let name): category(name, path + ".value")
      case .and, .or: continue
      }
    }
  }

  private mutating func value(
    _ value: TraceValue,
    of attribute: NetworkAttribute,
    _ test: TraceConditionOperator,
    _ path: String
  ) {
    if let objection = definition.objection(to: test, of: attribute) {
      add(path + ".operator", objection)
    } else if let objection = definition.objection(to: value, of: attribute, by: test) {
      add(path + ".value", objection.message, objection.valid)
    }
  }

  mutating func functionBarriers(_ barriers: [TraceFunctionBarrier], _ path: String) {
    for (number, barrier) in barriers.enumerated() {
      attribute(barrier.attributeName, "\(path)[\(number)].networkAttributeName")
      guard barrier.comparison.comparesBits else { continue }
      add("\(path)[\(number)].operator", "A function barrier compares numbers, not bits.")
    }
  }

  mutating func propagator(_ propagator: TracePropagator, _ path: String) {
    attribute(propagator.substitutionAttributeName, path + ".substitutionAttributeName")
    guard let attribute = attribute(propagator.attributeName, path + ".networkAttributeName") else {
      return
    }
    value(propagator.value, of: attribute, propagator.comparison, path)
  }

  @discardableResult
  mutating func attribute(_ name: String?, _ path: String) -> NetworkAttribute? {
    guard let name, !name.isEmpty else { return nil }
    if let known = definition.traceAttribute(named: name) { return known }
    add(path, definition.objection(toAttribute: name), definition.traceAttributeNames)
    return nil
  }

  mutating func category(_ name: String, _ path: String) {
    guard definition.traceCategories.spelling(of: name) == nil else { return }
    add(path, "There is no category '\(name)'.", definition.traceCategories)
  }

  mutating func assetTypes(_ ids: [AssetTypeID], _ path: String) {
    for (number, id) in ids.enumerated() { assetType(id, "\(path)[\(number)]") }
  }

  private mutating func assetType(_ id: AssetTypeID, _ path: String) {
    guard let source = definition.sources.first(where: { $0.sourceID == id.sourceID }) else {
      let valid = definition.sources.map { "\($0.sourceID) \($0.name)" }
      return add(path + ".networkSourceId", "There is no network source \(id.sourceID).", valid)
    }
    guard let group = source.assetGroup(code: id.assetGroup) else {
      let valid = source.assetGroups.map { "\($0.code) \($0.name)" }
      return add(
        path + ".assetGroupCode",
        "\(source.name) has no asset group \(id.assetGroup).",
        valid
      )
    }
    guard !group.assetTypes.contains(where: { $0.code == id.assetType }) else { return }
    add(
      path + ".assetTypeCode",
      "Asset group \(group.name) of \(source.name) has no asset type \(id.assetType).",
      group.assetTypes.map { "\($0.code) \($0.name)" }
    )
  }
}

extension NetworkDefinition {
  /// The reason why an operator does not suit an attribute; nil when it does.
  func objection(to test: TraceConditionOperator, of attribute: NetworkAttribute) -> String? {
    let isWhole = attribute.dataType == .integer || attribute.dataType == .boolean
    guard test.comparesBits, !isWhole else { return nil }
    return "'\(test.symbol)' compares bits, which only whole numbers have: "
      + "\(attribute.name) takes \(attribute.dataType.values)."
  }

  /// The reason why a comparison does not suit an attribute, with the coded values; nil when it does.
  ///
  /// Only coded values, if any, are valid for equal and not equal. A text is a number or the name of a coded value.
  func objection(
    to value: TraceValue,
    of attribute: NetworkAttribute,
    by test: TraceConditionOperator
  ) -> (message: String, valid: [String])? {
    let domain = domain(of: attribute)
    let coded = domain?.codedValues.map { "\($0.code) \($0.name)" } ?? []
    if let message = objection(to: test, of: attribute) { return (message, []) }
    guard let known = typed(value, attribute, domain) else {
      let message =
        "'\(value.written)' is not a value of \(attribute.name), which takes "
        + "\(attribute.dataType.values)."
      return (message, coded)
    }
    if test.comparesBits, known.integer == nil {
      return ("'\(test.symbol)' compares bits, which only whole numbers have.", [])
    }
    guard test == .equal || test == .notEqual, let domain, !domain.codedValues.isEmpty,
      known.integer.flatMap(domain.name(of:)) == nil
    else { return nil }
    return ("'\(value.written)' is not a coded value of \(attribute.name).", coded)
  }

  func typed(
    _ value: TraceValue,
    _ attribute: NetworkAttribute,
    _ domain: CodedValueDomain?
  ) -> TraceValue? {
    switch value {
    case .boolean: return attribute.dataType == .boolean ? value : nil
    case .text(let text):
      if let code = domain?.code(named: text) { return .integer(code) }
      return TraceValue(number: text, of: attribute.dataType)
    case .integer, .real: return TraceValue(number: value.written, of: attribute.dataType)
    }
  }
}

extension TraceValue {
  var written: String {
    switch self {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .text(let text): text
    }
  }

  /// The value of a number in a text; nil when the text is not of the type.
  package init?(number text: String, of type: NetworkAttribute.DataType) {
    let whole = wholeNumber(text) ?? Double(text).flatMap { Int64(exactly: $0) }
    switch type {
    case .integer:
      guard let whole else { return nil }
      self = .integer(whole)
    case .boolean:
      guard let whole, whole == 0 || whole == 1 else { return nil }
      self = .boolean(whole == 1)
    case .float, .double:
      guard let number = Double(text), number.isFinite else { return nil }
      if type == .float && !Float(number).isFinite { return nil }
      self = whole.map { .integer($0) } ?? .real(number)
    }
  }
}

extension NetworkAttribute.DataType {
  package var values: String {
    switch self {
    case .integer: "a whole number"
    case .float: "a number of single precision"
    case .double: "a number"
    case .boolean: "true or false"
    }
  }
}
