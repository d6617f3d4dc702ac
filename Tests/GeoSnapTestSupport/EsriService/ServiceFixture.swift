public import GeoSnap

/// A made-up feature service of a small electric network: the files that fetching it gives.
///
/// Feeders hang on a substation's transformer, which controls the subnetwork; each has a pole, a cabinet with a
/// port and a strand in it, a switch and lines of several vertices. Every kind of association and of rule occurs.
/// All else follows from the seed: places, gaps in the object ids, the spelling of global ids and fields, pages.
public struct ServiceFixture {
  /// A feature as the fixture means it.
  public struct Row {
    public let layer: String
    public let objectID: Int
    public let globalID: GlobalID
    public let assetType: AssetTypeID
    /// Vertices with their heights; none for objects.
    public let vertices: [[Double]]
  }

  /// The files by name.
  public private(set) var files: [String: String] = [:]
  /// All features, layer by layer.
  public private(set) var rows: [Row] = []
  /// The associations, by kind.
  public private(set) var associations: [AssociationKind: Int] = [:]
  public private(set) var controller: Row?

  private var random: SeededGenerator
  private var bodies: [Layer: [String]] = [:]
  private var objectID = 0

  private enum Layer: Int, CaseIterable {
    case structureJunction = 10
    case structureLine = 11
    case structureBoundary = 12
    case device = 100
    case assembly = 105
    case junction = 110
    case line = 115
    case subnetLine = 120
    case junctionObject = 500
    case edgeObject = 501

    var name: String {
      switch self {
      case .structureJunction: "StructureJunction"
      case .structureLine: "StructureLine"
      case .structureBoundary: "StructureBoundary"
      case .device: "Electric Device"
      case .assembly: "ElectricAssembly"
      case .junction: "ElectricJunction"
      case .line: "ElectricLine"
      case .subnetLine: "ElectricSubnetLine"
      case .junctionObject: "ElectricJunctionObject"
      case .edgeObject: "ElectricEdgeObject"
      }
    }

    var usage: String {
      "esriUNFCUT" + name.replacing("Electric", with: "").replacing(" ", with: "")
    }

    var sourceID: Int { Self.allCases.firstIndex(of: self).map { $0 + 4 } ?? 0 }

    var shape: String? {
      switch self {
      case .structureJunction, .device, .assembly, .junction: "esriGeometryPoint"
      case .structureLine, .line, .subnetLine: "esriGeometryPolyline"
      case .structureBoundary: "esriGeometryPolygon"
      case .junctionObject, .edgeObject: nil
      }
    }

    var isEdge: Bool { [.structureLine, .line, .subnetLine, .edgeObject].contains(self) }

    /// The asset types: group, type, name, terminal configuration, role, categories.
    var types: [(Int, Int, String, Int, String, String)] {
      switch self {
      case .structureJunction: [(1, 1, "Pole", 0, "Structure", "")]
      case .structureLine: [(1, 1, "Duct", 0, "Container", "")]
      case .structureBoundary: [(1, 1, "Substation", 0, "Container", "")]
      case .device:
        [
          (5, 1, "Switch", 0, "None", "\"Protective\""),
          (7, 2, "Transformer", 3, "None", "\"Subnetwork Controller\""),
        ]
      case .assembly: [(1, 1, "Cabinet", 0, "Container", "")]
      case .junction: [(2, 1, "Joint", 0, "None", "")]
      case .line: [(5, 1, "Cable", 0, "None", ""), (5, 2, "Busbar", 0, "None", "")]
      case .subnetLine: []
      case .junctionObject: [(1, 1, "Port", 0, "None", "")]
      case .edgeObject: [(1, 1, "Strand", 0, "None", "")]
      }
    }
  }

  /// Makes a service of as many feeders.
  public init(seed: UInt64, feeders: Int = 4) {
    random = SeededGenerator(seed: seed)
    makeFeatures(feeders)
    makeLayers()
    makeRules()
    files["dataElement.json"] = dataElement
  }

  private mutating func makeFeatures(_ feeders: Int) {
    let x = random.double(430_000...440_000)
    let y = random.double(5_390_000...5_400_000)
    var associations: [String] = []
    let station = add(
      .structureBoundary,
      0,
      [
        [x - 9, y - 9, 0], [x - 9, y + 9, 0], [x + 9, y + 9, 0], [x + 9, y - 9, 0],
        [x - 9, y - 9, 0],
      ]
    )
    let transformer = add(.device, 1, [[x, y, 1]])
    controller = transformer
    associations.append(association(2, station, transformer, visible: 1))
    var ways: [[[Double]]] = []
    for feeder in 0..<feeders {
      let east = x + 20 + random.double(0...50)
      let north = y + Double(feeder * 30) + random.double(0...9)
      let pole = add(.structureJunction, 0, [[east, north, 0]])
      let cabinet = add(.assembly, 0, [[east + 1, north, 0]])
      let device = add(.device, 0, [[east, north, 1]])
      let joint = add(.junction, 0, [[east + 40, north, 1]])
      let cable = add(.line, 0, [[x, y, 1], [x + 10, north, 1], [east, north, 1]])
      let busbar = add(
        .line,
        1,
        [[east, north, 1], [east + 20, north + 2, 1.5], [east + 40, north, 1]]
      )
      let duct = add(.structureLine, 0, [[x, y, -1], [east, north, -1]])
      let port = add(.junctionObject, 0, [])
      let strand = add(.edgeObject, 0, [])
      ways.append(cable.vertices)
      associations.append(association(3, pole, device))
      associations.append(association(2, cabinet, device, visible: feeder % 2))
      associations.append(association(2, cabinet, port))
      associations.append(association(2, duct, strand))
      associations.append(association(1, transformer, port, fromTerminal: 9, toTerminal: 1))
      associations.append(association(4, port, strand, fromTerminal: 1, toTerminal: -1))
      associations.append(association(6, joint, strand, fromTerminal: 1, toTerminal: 0))
      associations.append(
        association(5, port, busbar, fromTerminal: 1, percent: random.double(0.1...0.9))
      )
    }
    _ = add(.subnetLine, 0, ways.flatMap { $0 }, paths: ways)
    files["associations.json"] = page(
      [
        "objectid", "globalid", "associationtype", "fromnetworksourceid", "fromglobalid",
        "fromterminalid", "tonetworksourceid", "toglobalid", "toterminalid", "iscontentvisible",
        "percentalong",
      ],
      associations
    )
    files["subnetworks.json"] = page(
      ["OBJECTID", "SUBNETWORKNAME", "SUBNETWORKCONTROLLERNAME", "TIERNAME"],
      [
        """
        {"attributes": {"OBJECTID": 1, "SUBNETWORKNAME": "Feeder A", "SUBNETWORKCONTROLLERNAME": \
        "TR-1", "TIERNAME": "Medium Voltage Radial", "FEATUREGLOBALID": \
        \(spelling(transformer.globalID)), "FEATURESOURCEID": \(transformer.assetType.sourceID), \
        "TERMINALID": 9, "ISDELETED": 0}}
        """
      ]
    )
  }

  private mutating func globalID() -> GlobalID { GlobalID(high: random.next(), low: random.next()) }

  private mutating func spelling(_ id: GlobalID) -> String {
    switch random.int(0...2) {
    case 0: "\"{\(id)}\""
    case 1: "\"{\(id.description.lowercased())}\""
    default: "\"\(id)\""
    }
  }

  private mutating func add(
    _ layer: Layer,
    _ type: Int,
    _ vertices: [[Double]],
    paths: [[[Double]]]? = nil
  ) -> Row {
    objectID += random.int(1...5)
    let id = globalID()
    let asset = layer.types.isEmpty ? nil : layer.types[type]
    let row = Row(
      layer: layer.name,
      objectID: objectID,
      globalID: id,
      assetType: AssetTypeID(
        sourceID: layer.sourceID,
        assetGroup: asset?.0 ?? 0,
        assetType: asset?.1 ?? 0
      ),
      vertices: vertices
    )
    rows.append(row)
    var attributes = "\"OBJECTID\": \(objectID), \"globalid\": \(spelling(id))"
    if let asset {
      attributes += ", \"assetgroup\": \(asset.0), \"AssetType\": \(asset.1)"
      attributes +=
        ", \"created\": \(1_620_378_546_000 + objectID), \"note\": \"n \\\"\(objectID)\\\"\""
    }
    if layer == .device {
      attributes += ", \"DeviceStatus\": \(random.int(0...2)), \"TERMINALCONFIGURATION\": \"All\""
    }
    if layer == .line {
      attributes += ", \"FROMDEVICETERMINAL\": 9, \"TODEVICETERMINAL\": null, \"len\": 12.5"
    }
    func list(_ part: [[Double]]) -> String {
      "[" + part.map { "[\($0[0]), \($0[1]), \($0[2])]" }.joined(separator: ", ") + "]"
    }
    let geometry: String? =
      switch layer.shape {
      case "esriGeometryPoint":
        "{\"x\": \(vertices[0][0]), \"y\": \(vertices[0][1]), \"z\": \(vertices[0][2])}"
      case "esriGeometryPolyline":
        "{\"paths\": [" + (paths ?? [vertices]).map(list).joined(separator: ", ") + "]}"
      case "esriGeometryPolygon": "{\"rings\": [\(list(vertices))]}"
      default: nil
      }
    let shape = geometry.map { ", \"geometry\": \($0)" } ?? ""
    bodies[layer, default: []].append("{\"attributes\": {\(attributes)}\(shape)}")
    return row
  }

  private mutating func association(
    _ kind: Int,
    _ from: Row,
    _ to: Row,
    fromTerminal: Int = 0,
    toTerminal: Int = 0,
    visible: Int = 0,
    percent: Double = 0
  ) -> String {
    if let kind = AssociationKind(rawValue: kind) { associations[kind, default: 0] += 1 }
    objectID += 1
    return """
      {"attributes": {"objectid": \(objectID), "globalid": \(spelling(globalID())), \
      "associationtype": \(kind), "fromnetworksourceid": \(from.assetType.sourceID), \
      "fromglobalid": \(spelling(from.globalID)), "fromterminalid": \(fromTerminal), \
      "tonetworksourceid": \(to.assetType.sourceID), "toglobalid": \(spelling(to.globalID)), \
      "toterminalid": \(toTerminal), "iscontentvisible": \(visible), "percentalong": \(percent)}}
      """
  }

  private func page(_ fields: [String], _ features: [String], _ head: String = "") -> String {
    let fields = fields.map { "{\"name\": \"\($0)\", \"type\": \"esriFieldTypeString\"}" }
    return "{\(head)\"fields\": [\(fields.joined(separator: ", "))],\n\"features\": [\n"
      + features.joined(separator: ",\n") + "\n]}\n"
  }

  private static let domain = """
    {"type": "codedValue", "name": "Device_Status", "codedValues": [{"name": "Unknown", "code": 0}, \
    {"name": "Open", "code": 1}, {"name": "Closed", "code": 2}]}
    """

  private func fields(_ layer: Layer) -> [String] {
    func field(_ name: String, _ type: String, _ domain: String = "null") -> String {
      "{\"name\": \"\(name)\", \"type\": \"esriFieldType\(type)\", \"domain\": \(domain)}"
    }
    var fields = [field("objectid", "OID"), field("globalid", "GlobalID")]
    if !layer.types.isEmpty {
      fields += [
        field("assetgroup", "Integer"), field("assettype", "SmallInteger"),
        field("created", "Date"), field("note", "String"),
      ]
    }
    if layer == .device {
      fields += [
        field("devicestatus", "SmallInteger", Self.domain),
        field("terminalconfiguration", "String"),
      ]
    }
    if layer == .line {
      fields += [
        field("fromdeviceterminal", "Integer"), field("todeviceterminal", "Integer"),
        field("len", "Double"),
      ]
    }
    return fields
  }

  private mutating func makeLayers() {
    for layer in Layer.allCases {
      let fields = "\"fields\": [\(fields(layer).joined(separator: ",\n "))]"
      files["layer-\(layer.rawValue).json"] = """
        {"id": \(layer.rawValue), "name": "\(layer.name)", "type": \
        "\(layer.shape == nil ? "Table" : "Feature Layer")", \(fields)}
        """
      let bodies = bodies[layer] ?? []
      let size = layer == .device ? (bodies.count + 1) / 2 : bodies.count
      let pages = stride(from: 0, to: bodies.count, by: max(1, size)).map {
        Array(bodies[$0..<min($0 + size, bodies.count)])
      }
      for (number, page) in pages.enumerated() {
        let isLast = number == pages.count - 1
        let shape = layer.shape.map {
          "\"geometryType\": \"\($0)\", \"hasZ\": true, \"spatialReference\": {\"wkid\": 25832, "
            + "\"latestWkid\": 25832},\n"
        }
        let name = number == 0 ? "" : "-\(number + 1)"
        files["query-\(layer.rawValue)\(name).json"] =
          "{\"objectIdFieldName\": \"objectid\",\n\(shape ?? "")\(fields),\n"
          + (isLast ? "" : "\"exceededTransferLimit\": true,\n")
          + "\"features\": [\n\(page.joined(separator: ",\n"))\n]}\n"
      }
    }
  }

  private mutating func makeRules() {
    var rules: [String] = []
    func side(_ name: String, _ layer: Layer?, _ type: Int, _ terminal: Int) -> String {
      let types = layer?.types ?? []
      let asset = types.isEmpty ? nil : types[type]
      return "\"\(name)NETWORKSOURCEID\": \(layer?.sourceID ?? 0), \"\(name)ASSETGROUP\": "
        + "\(asset?.0 ?? 0), \"\(name)ASSETTYPE\": \(asset?.1 ?? 0), \"\(name)TERMINALID\": \(terminal)"
    }
    func add(
      _ kind: Int,
      _ from: (Layer, Int, Int),
      _ to: (Layer, Int, Int),
      _ via: (Layer, Int, Int)? = nil
    ) {
      rules.append(
        "{\"attributes\": {\"OBJECTID\": \(rules.count + 1), \"RULEID\": \(rules.count + 11), "
          + "\"RULETYPE\": \(kind), \(side("FROM", from.0, from.1, from.2)), "
          + "\(side("TO", to.0, to.1, to.2)), \(side("VIA", via?.0, via?.1 ?? 0, via?.2 ?? 0))}}"
      )
    }
    add(1, (.device, 1, 9), (.junctionObject, 0, 1))
    add(1, (.junctionObject, 0, 1), (.edgeObject, 0, 0))
    add(2, (.structureBoundary, 0, 0), (.device, 1, 0))
    add(2, (.assembly, 0, 0), (.device, 0, 0))
    add(2, (.assembly, 0, 0), (.junctionObject, 0, 0))
    add(2, (.structureLine, 0, 0), (.edgeObject, 0, 0))
    add(3, (.structureJunction, 0, 0), (.device, 0, 0))
    add(4, (.device, 1, 9), (.line, 0, 0))
    add(4, (.device, 0, 1), (.line, 0, -1))
    add(4, (.junction, 0, 1), (.line, 1, 0))
    add(5, (.line, 0, 0), (.line, 1, 0), (.device, 0, 1))
    files["rules.json"] = page(["OBJECTID", "RULEID", "RULETYPE"], rules)
  }

  private func source(_ layer: Layer) -> String {
    var groups: [Int: [String]] = [:]
    for (group, type, name, terminals, role, categories) in layer.types {
      groups[group, default: []].append(
        """
        {"creationTime": 1, "assetTypeCode": \(type), "assetTypeName": "\(name)", \
        "containmentViewScale": 10, "associationDeleteType": "esriADTSetToNone", \
        "associationRoleType": "esriART\(role)", "isTerminalConfigurationSupported": \
        \(layer == .device || layer == .junctionObject), "terminalConfigurationId": \(terminals), \
        "isLinearConnectivityPolicySupported": \(layer.isEdge), "connectivityPolicy": \
        "\(name == "Busbar" ? "esriNECPAnyVertex" : "esriNECPEndVertex")", \
        "categories": [\(categories)], "splitContent": false}
        """
      )
    }
    let list = groups.sorted { $0.key < $1.key }.map { code, types in
      "{\"assetGroupCode\": \(code), \"assetGroupName\": \"Group \(code)\", \"assetTypes\": "
        + "[\(types.joined(separator: ",\n   "))]}"
    }
    return """
      {"sourceId": \(layer.sourceID), "layerId": \(layer.rawValue), "usesGeometry": \
      \(layer.shape != nil), "utilityNetworkFeatureClassUsageType": "\(layer.usage)", \
      "assetTypeFieldName": "ASSETTYPE", "supportedProperties": [],
        "assetGroups": [\(list.joined(separator: ",\n  "))]}
      """
  }

  private func network(_ id: Int, _ name: String, _ layers: [Layer], _ tiers: String) -> String {
    """
    {"domainNetworkId": \(id), "domainNetworkName": "\(name)", "isStructureNetwork": \(id == 1),
     "tierDefinition": "\(id == 1 ? "esriTDNone" : "esriTDPartitioned")",
     "subnetworkControllerType": "Source", "tierGroups": [], "tiers": [\(tiers)],
     "junctionSources": [\(layers.filter { !$0.isEdge }.map(source).joined(separator: ",\n "))],
     "edgeSources": [\(layers.filter(\.isEdge).map(source).joined(separator: ",\n "))]}
    """
  }

  private var dataElement: String {
    let structure: [Layer] = [.structureJunction, .structureLine, .structureBoundary]
    let tier = """
      {"creationTime": 1, "name": "Medium Voltage Radial", "tierID": 1, "rank": 1,
       "tierTopology": "esriTTTRadial", "tierGroupName": "", "subnetworkFieldName": "subnetworkname",
       "supportDisjointSubnetwork": true,
       "validDevices": [{"assetGroupCode": 5, "assetTypes": [{"assetTypeCode": 1}]}],
       "validLines": [{"assetGroupCode": 5, "assetTypes": [{"assetTypeCode": 1},
        {"assetTypeCode": 2}]}], "validSubnetworkControllers":
        [{"assetGroupCode": 7, "assetTypes": [{"assetTypeCode": 2}]}],
       "updateSubnetworkTraceConfiguration": {"includeBarriers": true, "conditionBarriers":
        [{"name": "Operational Device Status", "type": "networkAttribute", "operator": "equal",
          "value": 1, "combineUsingOr": true, "isSpecificValue": true},
         {"name": "Category", "type": "category", "operator": "equal", "value": "Protective",
          "combineUsingOr": false, "isSpecificValue": true}]}}
      """
    return """
      {"layerDataElements": [{"layerId": 600, "dataElement": {"schemaGeneration": 7,
      "associationSource": {"sourceId": 1, "layerId": 500001, "elementType": "esriNETEdge"},
      "domainNetworks": [
      \(network(1, "Structure", structure, "")),
      \(network(2, "Electric", Layer.allCases.filter { !structure.contains($0) }, tier))],
      "terminalConfigurations": [{"terminalConfigurationId": 3, "terminalConfigurationName": "Dual",
       "traversabilityModel": "esriUNTMDirectional", "terminals": [
        {"terminalId": 8, "terminalName": "High", "isUpstreamTerminal": true},
        {"terminalId": 9, "terminalName": "Low", "isUpstreamTerminal": false}],
       "validConfigurationPaths": [{"id": 1, "name": "All", "description": "All"}],
       "defaultConfiguration": "All"}],
      "categories": [{"name": "Protective", "creationTime": 0}, {"name": "Subnetwork Controller"}],
      "networkAttributes": [
       {"id": 6, "name": "Operational Device Status", "usageType": "esriUNAUTUnknown",
        "dataType": "esriNADTInteger", "isEmbedded": true, "isApportionable": false,
        "isSubstitution": false, "networkAttributeToSubstitute": "", "isNullable": false,
        "domainName": "Device_Status", "bitPosition": 0, "bitSize": 2,
        "assignments": [{"networkAttributeId": 6, "layerId": 100,
          "evaluator": {"fieldName": "devicestatus"}}]},
       {"id": 7, "name": "Shape length", "usageType": "esriUNAUTShapeLength",
        "dataType": "esriNADTDouble", "isApportionable": true,
        "assignments": [{"layerId": 115, "evaluator": {"fieldName": "len"}}]}]}}]}
      """
  }
}
