/// The usage of a network source.
public enum NetworkSourceUsage: String, Hashable, Sendable, Codable, CaseIterable {
  /// Equipment at a point, with terminals.
  case device = "esriUNFCUTDevice"
  /// A joint at a point.
  case junction = "esriUNFCUTJunction"
  /// A line that carries the commodity.
  case line = "esriUNFCUTLine"
  /// A container at a point.
  case assembly = "esriUNFCUTAssembly"
  /// The generated line of a subnetwork.
  case subnetLine = "esriUNFCUTSubnetLine"
  /// Equipment without geometry.
  case junctionObject = "esriUNFCUTJunctionObject"
  /// A line without geometry.
  case edgeObject = "esriUNFCUTEdgeObject"
  /// A structure at a point, such as a pole.
  case structureJunction = "esriUNFCUTStructureJunction"
  /// A structure along a line, such as a duct.
  case structureLine = "esriUNFCUTStructureLine"
  /// A structure with an area, such as a substation.
  case structureBoundary = "esriUNFCUTStructureBoundary"
  /// A structure without geometry.
  case structureJunctionObject = "esriUNFCUTStructureJunctionObject"
  /// A linear structure without geometry.
  case structureEdgeObject = "esriUNFCUTStructureEdgeObject"

  /// Whether the elements are junctions or edges.
  public var elementKind: NetworkElementKind {
    switch self {
    case .line, .subnetLine, .edgeObject, .structureLine, .structureEdgeObject: .edge
    default: .junction
    }
  }

  /// The type of its geometry; nil for objects.
  public var geometryType: GeometryType? {
    switch self {
    case .device, .junction, .assembly, .structureJunction: .point
    case .line, .structureLine: .lineString
    case .subnetLine: .multiLineString
    case .structureBoundary: .polygon
    case .junctionObject, .edgeObject, .structureJunctionObject, .structureEdgeObject: nil
    }
  }

  /// Whether features connect by coincidence, unlike those of assemblies, boundaries and subnetwork lines.
  public var connectsByGeometry: Bool {
    switch self {
    case .device, .junction, .line, .structureJunction, .structureLine: true
    default: false
    }
  }

  /// The usage in lower camel case, such as `structureBoundary`.
  public var name: String {
    let stem = rawValue.dropFirst("esriUNFCUT".count)
    return stem.prefix(1).lowercased() + stem.dropFirst()
  }
}

/// Whether an element is a junction or an edge of the network.
public enum NetworkElementKind: String, Hashable, Sendable, Codable {
  /// Has terminals; lines end at it.
  case junction
  /// Connects two junctions.
  case edge
}

/// A table of features or objects that takes part in the network.
public struct NetworkSource: Equatable, Sendable {
  /// The identifier that rules and associations use, unique in the network.
  public var sourceID: Int
  /// The name of the table, such as `ElectricDevice`.
  public var name: String
  /// The usage.
  public var usage: NetworkSourceUsage
  /// The asset groups, in definition order.
  public var assetGroups: [AssetGroup]
  /// The field with the features' names; nil to let the library choose one.
  public var displayField: String?

  /// Creates a network source.
  public init(
    sourceID: Int,
    name: String,
    usage: NetworkSourceUsage,
    assetGroups: [AssetGroup] = [],
    displayField: String? = nil
  ) {
    self.sourceID = sourceID
    self.name = name
    self.usage = usage
    self.assetGroups = assetGroups
    self.displayField = displayField
  }

  /// Whether its elements are junctions or edges.
  public var elementKind: NetworkElementKind { usage.elementKind }

  /// The group with a code; nil when there is none.
  public func assetGroup(code: Int) -> AssetGroup? {
    assetGroups.first { $0.code == code }
  }
}

extension NetworkSource {
  /// Whether the source has more than one asset type.
  package var hasSeveralAssetTypes: Bool {
    assetGroups.reduce(0) { $0 + $1.assetTypes.count } > 1
  }
}
