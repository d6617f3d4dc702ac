public import GeoSnap

/// A network that is clean until errors are planted in it, and what was planted.
///
/// It may be made of any network, and is changed row by row without checks.
public struct PlantedNetwork {
  public var definition: NetworkDefinition
  public let srid: SRID?
  public private(set) var tables: [FeatureTable]
  public var associations: [Association]
  public var rules: [NetworkRule]
  public var planted: [GlobalID] = []
  private var serial: UInt64 = 0

  public init(_ network: UtilityNetwork) {
    definition = network.definition
    srid = network.srid
    tables = network.tables
    associations = Array(network.associations)
    rules = network.rules
  }

  public init(definition: NetworkDefinition, rules: [NetworkRule]) {
    self.definition = definition
    self.rules = rules
    srid = nil
    associations = []
    tables = definition.sources.map { source in
      let terminals = ["FROMDEVICETERMINAL", "TODEVICETERMINAL", "STATUS"]
      return FeatureTable(
        source,
        source.elementKind == .edge
          ? terminals.map { AttributeField($0, .integer) }
          : [AttributeField("STATUS", .integer), AttributeField("NOTE", .text)]
      )
    }
  }

  public mutating func newID() -> GlobalID {
    serial += 1
    return GlobalID(high: 0xFEED, low: serial)
  }

  /// The network with what was tolerated.
  public func make() throws -> (network: UtilityNetwork, problems: [NetworkProblem]) {
    var problems: [NetworkProblem] = []
    let network = try UtilityNetwork(
      definition: definition,
      srid: srid,
      tables: tables,
      associations: associations,
      rules: rules,
      tolerating: &problems
    )
    return (network, problems)
  }

  private func table(_ source: Int) -> Int {
    guard let index = tables.firstIndex(where: { $0.sourceID == source }) else {
      preconditionFailure("There is a table of source \(source)")
    }
    return index
  }

  @discardableResult
  public mutating func add(_ type: AssetTypeID, _ geometry: Geometry?) -> GlobalID {
    let id = newID()
    let index = table(type.sourceID)
    let values = tables[index].fields.map {
      $0.name == "STATUS" ? AttributeValue.integer(1) : .null
    }
    tables[index].append(Feature(1_000_000 + Int(serial), type, id, geometry, values))
    return id
  }

  public func feature(_ id: GlobalID) -> Feature? {
    for table in tables {
      if let row = table.globalIDs.firstIndex(of: id) { return table[row] }
    }
    return nil
  }

  public mutating func change(_ id: GlobalID, _ body: (inout Feature) -> Void) {
    for index in tables.indices {
      guard let row = tables[index].globalIDs.firstIndex(of: id) else { continue }
      var features = tables[index].features
      body(&features[row])
      tables[index] = tables[index].holding(features)
    }
  }

  public mutating func set(_ id: GlobalID, _ field: String, _ value: AttributeValue) {
    let table = tables.first { $0.globalIDs.contains(id) }
    guard let number = table?.fields.firstIndex(where: { $0.name == field }) else { return }
    change(id) { $0.attributes[number] = value }
  }

  public func source(_ id: GlobalID) -> Int {
    tables.first { $0.globalIDs.contains(id) }?.sourceID ?? 0
  }

  @discardableResult
  public mutating func associate(
    _ kind: AssociationKind,
    _ from: GlobalID,
    _ to: GlobalID,
    terminals: (Int?, Int?) = (nil, nil)
  ) -> GlobalID {
    let id = newID()
    associations.append(
      Association(
        globalID: id,
        kind: kind,
        from: .init(sourceID: source(from), globalID: from, terminalID: terminals.0),
        to: .init(sourceID: source(to), globalID: to, terminalID: terminals.1)
      )
    )
    return id
  }
}
