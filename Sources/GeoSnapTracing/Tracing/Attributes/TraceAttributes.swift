internal import GeoSnapSupport

/// The attributes and categories that one trace reads, by element.
struct TraceAttributes: Sendable {
  enum Source: Sendable {
    /// One of `columns`.
    case column(Int)
    case system(SystemAttribute)
  }

  let topology: Topology
  private(set) var columns: [AttributeColumn] = []
  private(set) var networkAttributes: [NetworkAttribute] = []
  /// The requested names, in lower case, and their sources.
  private var sourceNames: [String] = []
  private var sources: [Source] = []
  /// The classes that have each requested category.
  private(set) var categories: [[Bool]] = []
  private var categoryNames: [String] = []
  /// The attributes with assumed values, by name in lower case, and these values.
  private var assumedNames: [String] = []
  private var assumed: [[Int32: AttributeColumn.Value]] = []

  var assumesNothing: Bool { assumed.isEmpty }

  init(_ topology: Topology) { self.topology = topology }

  init(_ topology: Topology, assuming values: [TraceAssumptions.Value]) throws(TraceError) {
    self.topology = topology
    let definition = topology.network.definition
    for value in values {
      guard let attribute = definition.networkAttribute(named: value.attributeName) else {
        throw TraceAttributes.unknown(value.attributeName, definition, withSystem: false)
      }
      let number = try value.value.map { given throws(TraceError) in
        try definition.value(given, of: attribute.name)
      }
      let name = attribute.name.lowercased()
      let place = assumedNames.firstIndex(of: name) ?? assumed.count
      if place == assumed.count {
        assumedNames.append(name)
        assumed.append([:])
      }
      assumed[place][topology.network.ordinal(of: value.feature)] = AttributeColumn.Value(number)
    }
  }

  private static func unknown(
    _ name: String,
    _ definition: NetworkDefinition,
    withSystem: Bool
  ) -> TraceError {
    let names =
      definition.networkAttributes.map(\.name)
      + (withSystem ? SystemAttribute.allCases.map(\.rawValue) : [])
    return TraceError(
      .unknownAttribute,
      "There is no network attribute '\(name)'"
        + (names.isEmpty ? ": the network has none." : ". \(Words.known("attribute", names))")
    )
  }

  mutating func source(named name: String) throws(TraceError) -> Source {
    let key = name.lowercased()
    if let known = sourceNames.firstIndex(of: key) { return sources[known] }
    let definition = topology.network.definition
    let source: Source
    if let attribute = definition.networkAttribute(named: name) {
      source = .column(columns.count)
      var column = topology.column(of: attribute)
      if let place = assumedNames.firstIndex(of: attribute.name.lowercased()) {
        column.assumed = assumed[place]
      }
      columns.append(column)
      networkAttributes.append(attribute)
    } else if let system = SystemAttribute(named: name) {
      source = .system(system)
    } else {
      throw TraceAttributes.unknown(name, definition, withSystem: true)
    }
    sourceNames.append(key)
    sources.append(source)
    return source
  }

  mutating func category(named name: String) throws(TraceError) -> Int {
    let key = name.lowercased()
    if let known = categoryNames.firstIndex(of: key) { return known }
    let network = topology.network
    let known = network.definition.categories + network.catalog.entries.flatMap(\.type.categories)
    guard known.contains(where: { $0.lowercased() == key }) else {
      throw TraceError(
        .unknownCategory,
        "There is no category '\(name)'"
          + (known.isEmpty
            ? ": no asset type has one."
            : ". The categories are \(Words.list(Array(Set(known)).ordered(by: <), "and", limit: 10)).")
      )
    }
    let number = categories.count
    categories.append(
      network.catalog.entries.map { entry in
        entry.type.categories.contains { $0.lowercased() == key }
      }
    )
    categoryNames.append(key)
    return number
  }

  @inline(__always)
  func integer(_ source: Source, _ element: TraceElement) -> Int64? {
    switch source {
    case .column(let number): columns[number].integer(at: element)
    case .system(let attribute):
      topology.number(of: attribute, at: element).flatMap { Int64(exactly: $0) }
    }
  }

  @inline(__always)
  func number(_ source: Source, _ element: TraceElement) -> Double? {
    switch source {
    case .column(let number): columns[number].number(at: element)
    case .system(let attribute): topology.number(of: attribute, at: element)
    }
  }

  /// Whether lines, or else nodes, can have values of an attribute.
  func mayHaveValue(_ source: Source, onLines: Bool) -> Bool {
    guard case .column(let number) = source, topology.edits == nil, assumesNothing else {
      return true
    }
    let column = columns[number]
    return onLines
      ? column.packed.areAtLines : column.packed.areAtNodes || !column.terminals.isEmpty
  }

  /// Whether the asset type of some line, or else of another feature, has a category or lacks it.
  func mayHaveCategory(_ number: Int, _ isWanted: Bool, onLines: Bool) -> Bool {
    zip(topology.rules.classes, categories[number]).contains { topologyClass, has in
      topologyClass.part.isEdge == onLines && has == isWanted
    }
  }

  func isWhole(_ source: Source) -> Bool {
    switch source {
    case .column(let number): columns[number].isWhole
    case .system(let attribute): ![.shapeLength, .positionFrom, .positionTo].contains(attribute)
    }
  }
}

/// A node or edge of a topology, with the feature whose values it has.
package struct TraceElement: Sendable {
  /// Whether it is an edge: of a line, of a device, or an association.
  let isEdge: Bool
  let index: Int
  /// The ordinal of the feature; -1 for system junctions and associations.
  package let feature: Int32
  /// The class of the feature; -1 without a feature.
  package let type: Int32

  @inline(__always)
  fileprivate init(isEdge: Bool, _ index: Int, _ feature: Int32, _ topology: Topology) {
    self.isEdge = isEdge
    self.index = index
    self.feature = feature
    type = feature < 0 ? -1 : topology.network.assetTypeOrdinal(at: feature)
  }
}

extension Topology {
  /// The number of the domain network of an element's asset type; nil for none.
  func domain(of element: TraceElement) -> Int? {
    guard element.type >= 0 else { return nil }
    let domain = rules.classes[Int(element.type)].domain
    return domain < 0 ? nil : Int(domain)
  }

  @inline(__always)
  package func element(node: Int) -> TraceElement {
    TraceElement(isEdge: false, node, featureOrdinal(ofNode: node), self)
  }

  @inline(__always)
  package func element(edge: Int) -> TraceElement {
    let feature = isAssociation(edge) ? -1 : featureOrdinal(ofEdge: edge)
    return TraceElement(isEdge: true, edge, feature, self)
  }

  /// The value of a system attribute; nil when the element has none.
  @inline(never)
  func number(of attribute: SystemAttribute, at element: TraceElement) -> Double? {
    if element.feature < 0 { return nil }
    switch attribute {
    case .sourceID: return Double(network.catalog.entries[Int(element.type)].id.sourceID)
    case .assetGroup: return Double(network.catalog.entries[Int(element.type)].id.assetGroup)
    case .assetType: return Double(network.catalog.entries[Int(element.type)].id.assetType)
    case .terminalID: return element.isEdge ? nil : Double(terminal(ofNode: element.index)?.id ?? 1)
    case .isSubnetworkController:
      return !element.isEdge && isController(Int32(element.index)) ? 1 : 0
    case .shapeLength:
      guard element.isEdge, isLine(element.index) else { return 0 }
      let positions = positions(ofEdge: element.index)
      let length = network.geometry(of: network.feature(ordinal: element.feature))?.length ?? 0
      return length * (positions.upperBound - positions.lowerBound)
    case .positionFrom:
      guard element.isEdge, isLine(element.index) else { return nil }
      return positions(ofEdge: element.index).lowerBound
    case .positionTo:
      guard element.isEdge, isLine(element.index) else { return nil }
      return positions(ofEdge: element.index).upperBound
    }
  }
}
