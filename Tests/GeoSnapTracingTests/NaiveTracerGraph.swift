import GeoSnap

/// A topology for a brute-force tracer: nodes and edges by number, and their properties from the tables and the
/// definition, read again for every question.
///
/// An element is a node by its number, or an edge by its number and the number of nodes.
struct NaiveGraph {
  struct Edge {
    let from: Int
    let to: Int
    /// The line, or the device that an internal edge belongs to; nil for an association.
    let feature: FeatureID?
    let isLine: Bool
    let isInternal: Bool
    /// Whether the device's set of paths has the pair of terminals; true for others.
    var isJoined = true
    /// Whether the commodity may pass from the first node to the second, and back.
    var isForth = true
    var isBack = true

    func other(than node: Int) -> Int { node == from ? to : from }
  }

  func ends(_ edge: Int) -> [Int] { [edges[edge].from, edges[edge].to] }

  let topology: Topology
  let network: UtilityNetwork
  let nodeCount: Int
  private(set) var edges: [Edge] = []
  private(set) var edgesAt: [[Int]]
  let controllers: [SubnetworkController]
  private(set) var controllersAt: [Int: [SubnetworkController]] = [:]
  /// The attributes by name in lower case, and for each table the columns.
  private let attributes: [String: NetworkAttribute]
  private let columns: [[String: Int]]
  /// What features are taken to have, by feature and name of attribute in lower case.
  private var assumed: [FeatureID: [String: TraceValue?]] = [:]

  init(_ topology: Topology, assuming values: [TraceAssumptions.Value] = []) {
    self.topology = topology
    network = topology.network.base
    nodeCount = topology.nodeLimit
    attributes = Dictionary(
      uniqueKeysWithValues: network.definition.networkAttributes.map { ($0.name.lowercased(), $0) }
    )
    columns = network.tables.map { table in
      let numbers = table.fields.enumerated().map { ($0.element.name.lowercased(), $0.offset) }
      return Dictionary(uniqueKeysWithValues: numbers)
    }
    controllers = network.subnetworkControllers
    edgesAt = [[Int]](repeating: [], count: nodeCount)
    for number in 0..<topology.edgeLimit {
      let (from, to) = topology.ends(ofEdge: number)
      let feature = topology.feature(ofEdge: number)
      let (isLine, isInternal) = (topology.isLine(number), topology.isInternal(number))
      var edge = Edge(from: from, to: to, feature: feature, isLine: isLine, isInternal: isInternal)
      if isInternal, let feature {
        (edge.isJoined, edge.isForth, edge.isBack) = passage(feature, from, to)
      }
      edges.append(edge)
      edgesAt[from].append(number)
      if to != from { edgesAt[to].append(number) }
    }
    for controller in controllers {
      let nodes = topology.nodes(of: controller.feature)
      guard controller.terminal < nodes.count else { continue }
      controllersAt[nodes.lowerBound + controller.terminal, default: []].append(controller)
    }
    for value in values {
      let name = value.attributeName.lowercased()
      assumed[value.feature, default: [:]][name] = .some(
        value.value.map { coded($0, of: value.attributeName) }
      )
    }
  }

  func node(of controller: SubnetworkController) -> Int {
    topology.nodes(of: controller.feature).lowerBound + controller.terminal
  }

  func element(edge: Int) -> Int { nodeCount + edge }

  func isNode(_ element: Int) -> Bool { element < nodeCount }

  /// The feature of an element; nil for system junctions and associations.
  func feature(of element: Int) -> FeatureID? {
    isNode(element) ? topology.feature(ofNode: element) : edges[element - nodeCount].feature
  }

  /// Whether an element may be a result: a node with a feature or a part of a line.
  func isResult(_ element: Int) -> Bool {
    isNode(element) ? feature(of: element) != nil : edges[element - nodeCount].isLine
  }

  func isInternal(_ element: Int) -> Bool {
    !isNode(element) && edges[element - nodeCount].isInternal
  }

  func isOfSeveral(_ node: Int) -> Bool {
    guard isNode(node), let feature = topology.feature(ofNode: node) else { return false }
    return topology.nodes(of: feature).count > 1
  }

  func name(of feature: FeatureID) -> String {
    network.tables[Int(feature.table)].origins[Int(feature.row)] ?? "\(feature)"
  }

  func name(_ element: Int) -> String {
    if isNode(element) {
      guard let feature = feature(of: element) else { return "system\(element)" }
      return name(of: feature) + "#\(topology.terminal(ofNode: element)?.id ?? 1)"
    }
    let edge = edges[element - nodeCount]
    guard let feature = edge.feature else { return "association\(element - nodeCount)" }
    if edge.isInternal { return name(of: feature) + "#\(edge.from)-\(edge.to)" }
    let positions = topology.positions(ofEdge: element - nodeCount)
    return name(of: feature) + "@\(positions.lowerBound)...\(positions.upperBound)"
  }

  /// The same name for an element as a trace returns it.
  func name(_ element: NetworkElement) -> String {
    if let positions = element.positions {
      return name(of: element.feature) + "@\(positions.lowerBound)...\(positions.upperBound)"
    }
    return name(of: element.feature) + "#\(element.terminal?.id ?? 1)"
  }

  /// How the commodity may pass between two terminals, as the configuration and the feature's field say.
  ///
  /// Whether they are joined, and whether it passes from the first to the second, and back.
  private func passage(_ feature: FeatureID, _ from: Int, _ to: Int) -> (Bool, Bool, Bool) {
    let nothing = (false, false, false)
    guard let type = network.assetType(of: feature)?.type,
      let configuration = network.definition.terminalConfigurations
        .first(where: { $0.id == type.terminalConfigurationID }),
      let first = topology.terminal(ofNode: from), let second = topology.terminal(ofNode: to)
    else { return nothing }
    let setting: String? =
      switch field("TERMINALCONFIGURATION", of: feature) {
      case .text(let text) where !text.isEmpty: text
      case .integer(let number): "\(number)"
      default: nil
      }
    let wanted = (setting ?? configuration.defaultPath).lowercased()
    let path = configuration.validPaths.first {
      $0.name.lowercased() == wanted || "\($0.id)" == wanted
    }
    guard let words = path?.description ?? (setting == nil ? configuration.defaultPath : nil) else {
      return nothing
    }
    let isNamed = words.lowercased().split(separator: ",").contains { entry in
      let pair = entry.split(separator: "-").map { $0.filter { $0 != " " } }
      let names = [first.name.lowercased(), second.name.lowercased()]
      return pair == names || pair == names.reversed()
    }
    guard words.lowercased() == "all" || isNamed else { return nothing }
    guard configuration.isDirectional else { return (true, true, true) }
    return (true, first.isUpstream && !second.isUpstream, second.isUpstream && !first.isUpstream)
  }

  private func field(_ name: String, of feature: FeatureID) -> AttributeValue {
    let (table, row) = (Int(feature.table), Int(feature.row))
    return columns[table][name.lowercased()].map { network.tables[table].attributes[$0][row] }
      ?? .null
  }

  /// The value of an attribute with the code in place of a coded value's name.
  func coded(_ value: TraceValue, of attribute: String) -> TraceValue {
    guard case .text(let text) = value,
      let known = attributes[attribute.lowercased()],
      let domain = network.definition.domains.first(where: { $0.name == known.domainName }),
      let coded = domain.codedValues.first(where: { $0.name.lowercased() == text.lowercased() })
    else { return value }
    return .integer(Int64(coded.code))
  }

  func value(_ name: String, at element: Int) -> Double? {
    guard let feature = feature(of: element) else { return nil }
    guard let known = attributes[name.lowercased()] else {
      return systemValue(name, at: element, feature)
    }
    if let value = assumed[feature]?[name.lowercased()] { return value?.number }
    let sourceID = network.tables[Int(feature.table)].sourceID
    guard let assignment = known.assignments.first(where: { $0.sourceID == sourceID }) else {
      return nil
    }
    func number(_ suffix: String) -> Double? {
      switch field(assignment.fieldName + suffix, of: feature) {
      case .integer(let value): Double(value)
      case .real(let value): value
      default: nil
      }
    }
    // The only terminal of a feature has the feature's own value.
    let terminal = element - topology.nodes(of: feature).lowerBound + 1
    return (isOfSeveral(element) ? number("TERMINAL\(terminal)") : nil) ?? number("")
  }

  private func systemValue(_ name: String, at element: Int, _ feature: FeatureID) -> Double? {
    let positions = isNode(element) ? nil : topology.positions(ofEdge: element - nodeCount)
    let type = network.tables[Int(feature.table)].assetTypeID(of: Int(feature.row))
    switch name.lowercased() {
    case "source id": return type.map { Double($0.sourceID) }
    case "asset group": return type.map { Double($0.assetGroup) }
    case "asset type": return type.map { Double($0.assetType) }
    case "terminal id":
      return isNode(element) ? Double(topology.terminal(ofNode: element)?.id ?? 1) : nil
    case "is subnetwork controller": return isNode(element) && controllersAt[element] != nil ? 1 : 0
    case "shape length":
      guard let positions, let length = network.geometry(of: feature)?.length else { return 0 }
      return length * (positions.upperBound - positions.lowerBound)
    case "position from": return positions?.lowerBound
    case "position to": return positions?.upperBound
    default: return nil
    }
  }

  /// The value of an attribute as functions and costs see it: of a part of a line its share, where the
  /// attribute is divided among parts.
  func share(_ name: String, at element: Int) -> Double? {
    guard let value = value(name, at: element), !isNode(element),
      edges[element - nodeCount].isLine, attributes[name.lowercased()]?.isApportionable == true
    else { return value(name, at: element) }
    let positions = topology.positions(ofEdge: element - nodeCount)
    return value * (positions.upperBound - positions.lowerBound)
  }

  func holds(_ condition: TraceCondition, at element: Int) -> Bool {
    guard let feature = feature(of: element) else { return false }
    switch condition {
    case .attribute(let name, let comparison, let given):
      return holds(value(name, at: element), comparison, coded(given, of: name).number)
    case .attributes(let name, let comparison, let other):
      return holds(value(name, at: element), comparison, value(other, at: element))
    case .hasCategory(let name): return categories(feature).contains(name.lowercased())
    case .lacksCategory(let name): return !categories(feature).contains(name.lowercased())
    case .and(let parts): return parts.allSatisfy { holds($0, at: element) }
    case .or(let parts): return parts.contains { holds($0, at: element) }
    }
  }

  private func holds(_ a: Double?, _ comparison: TraceConditionOperator, _ v: Double?) -> Bool {
    guard let a, let v else { return false }
    return compare(a, comparison, v)
  }

  private func categories(_ feature: FeatureID) -> [String] {
    network.assetType(of: feature)?.type.categories.map { $0.lowercased() } ?? []
  }

  /// Compares two numbers, of which the bits count where both are whole.
  func compare(_ a: Double, _ comparison: TraceConditionOperator, _ v: Double) -> Bool {
    let (bits, given) = (Int64(exactly: a), Int64(exactly: v))
    return comparison.comparesBits && (bits == nil || given == nil)
      ? false : compare(a, bits ?? 0, comparison, v, given ?? 0)
  }

  func compare(_ a: Int64, _ comparison: TraceConditionOperator, _ v: Int64) -> Bool {
    compare(a, a, comparison, v, v)
  }

  private func compare<Number: Comparable>(
    _ a: Number,
    _ bits: Int64,
    _ comparison: TraceConditionOperator,
    _ v: Number,
    _ given: Int64
  ) -> Bool {
    switch comparison {
    case .equal: a == v
    case .notEqual: a != v
    case .greaterThan: a > v
    case .greaterThanEqual: a >= v
    case .lessThan: a < v
    case .lessThanEqual: a <= v
    case .includesTheValues: bits & given == given
    case .doesNotIncludeTheValues: bits & given != given
    case .includesAny: bits & given != 0
    case .doesNotIncludeAny: bits & given == 0
    }
  }
}
