/// A value that the network stores with its elements, for the conditions and functions of traces.
public struct NetworkAttribute: Hashable, Sendable, Encodable {
  /// The type of its values.
  public enum DataType: String, Hashable, Sendable, Codable {
    /// A whole number.
    case integer = "esriNADTInteger"
    /// A number in single precision.
    case float = "esriNADTFloat"
    /// A number in double precision.
    case double = "esriNADTDouble"
    /// True or false.
    case boolean = "esriNADTBoolean"
  }

  /// The field of a source that supplies the value.
  package struct Assignment: Hashable, Sendable {
    package var sourceID: Int
    package var fieldName: String

    package init(sourceID: Int, fieldName: String) {
      self.sourceID = sourceID
      self.fieldName = fieldName
    }
  }

  /// The id.
  public var id: Int
  /// The name, such as `Device Status`.
  public var name: String
  /// The type of the values.
  public var dataType: DataType
  /// Whether a part of a line has only its share of the value, in proportion to its length.
  public var isApportionable: Bool
  /// Whether the network itself maintains it.
  public var isSystemDefined: Bool
  /// Whether a feature may have no value.
  public var isNullable: Bool
  /// Whether the value is packed into a few bits of every element, which requires a domain.
  package var isInline: Bool
  /// The number of bits of an inline value; nil when unknown.
  package var bitSize: Int?
  /// The attribute whose bits this one replaces at a tap; nil when this is not a substitution.
  package var substitutedAttributeName: String?
  /// The name of the domain of coded values; nil without a domain.
  public var domainName: String?
  package var assignments: [Assignment]

  package init(
    id: Int,
    name: String,
    dataType: DataType,
    isApportionable: Bool = false,
    isSystemDefined: Bool = false,
    isNullable: Bool = false,
    isInline: Bool = false,
    bitSize: Int? = nil,
    substitutedAttributeName: String? = nil,
    domainName: String? = nil,
    assignments: [Assignment] = []
  ) {
    self.id = id
    self.name = name
    self.dataType = dataType
    self.isApportionable = isApportionable
    self.isSystemDefined = isSystemDefined
    self.isNullable = isNullable
    self.isInline = isInline
    self.bitSize = bitSize
    self.substitutedAttributeName = substitutedAttributeName
    self.domainName = domainName
    self.assignments = assignments
  }

  /// The number of bits of an inline attribute: enough for the greatest code, and one more if it is nullable.
  package static func inlineBitCount(greatestCode: Int64, isNullable: Bool) -> Int {
    Int64.bitWidth - max(greatestCode, 0).leadingZeroBitCount + (isNullable ? 1 : 0)
  }

  /// Reads a network attribute.
  init(from decoder: any Decoder, sourcesByLayer: [Int: Int]) throws {
    self.init(id: 0, name: "", dataType: .integer)
    let container = try decoder.container(keyedBy: AnyKey.self)
    var members = CodedMembers(reader: container)
    try pass(&members)
    guard container.contains("assignments") else { return }
    var list = try container.nestedUnkeyedContainer(forKey: "assignments")
    while !list.isAtEnd {
      let assignment = try list.nestedContainer(keyedBy: AnyKey.self)
      let evaluator = try assignment.nestedContainer(keyedBy: AnyKey.self, forKey: "evaluator")
      var source: Int? = try assignment.optional("sourceId")
      if source == nil {
        let layer: Int = try assignment.required("layerId")
        source = sourcesByLayer[layer]
        if source == nil { throw assignment.wrong("layerId", "No source has layer id \(layer).") }
      }
      let field: String = try evaluator.required("fieldName")
      assignments.append(Assignment(sourceID: source ?? 0, fieldName: field))
    }
  }

  /// Writes a network attribute, with its assignments by source id.
  public func encode(to encoder: any Encoder) throws {
    struct Row: Encodable {
      let sourceId: Int
      let evaluator: [String: String]
    }
    var members = CodedMembers(writer: encoder.container(keyedBy: AnyKey.self))
    var copy = self
    try copy.pass(&members)
    let rows = assignments.map {
      Row(sourceId: $0.sourceID, evaluator: ["fieldName": $0.fieldName])
    }
    try members.writer?.encode(rows, forKey: "assignments")
  }

  private mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&id, "id")
    try members.pass(&name, "name")
    try members.pass(&dataType, "dataType")
    try members.pass(&isApportionable, "isApportionable", otherwise: false)
    var stated: Bool? = isSystemDefined
    try members.pass(&stated, "isSystemDefined")
    // Services give every attribute a usage instead: `Unknown` for user-defined ones.
    let usage = try stated == nil ? members.reader?.name("usageType") : nil
    isSystemDefined = stated ?? (usage != nil && usage != "esriUNAUTUnknown")
    try members.pass(&isNullable, "isNullable", otherwise: false)
    try members.pass(&isInline, "isEmbedded", otherwise: false)
    try members.pass(&bitSize, "bitSize")
    try members.writer?.encode(substitutedAttributeName != nil, forKey: "isSubstitution")
    try members.passName(&substitutedAttributeName, "networkAttributeToSubstitute", leavesOut: true)
    try members.passName(&domainName, "domainName", leavesOut: true)
  }
}

/// A network attribute that the network itself maintains.
package enum SystemAttribute: String, Hashable, Sendable, CaseIterable {
  /// The id of the network source.
  case sourceID = "Source ID"
  /// The id of a junction's terminal; no value for edges.
  case terminalID = "Terminal ID"
  /// The code of the asset group.
  case assetGroup = "Asset group"
  /// The code of the asset type.
  case assetType = "Asset type"
  /// 1 for a terminal that controls a subnetwork, otherwise 0.
  case isSubnetworkController = "Is subnetwork controller"
  /// The length of a line in the units of its coordinates, apportioned to its parts; 0 for junctions.
  case shapeLength = "Shape length"
  /// The position along the line where an edge begins, from 0 to 1; no value for junctions.
  case positionFrom = "Position from"
  /// The position along the line where an edge ends, from 0 to 1; no value for junctions.
  case positionTo = "Position to"

  /// The attribute with a name, compared without case; nil when there is none.
  package init?(named name: String) {
    let found = SystemAttribute.allCases.first { $0.rawValue.isSpelled(like: name) }
    guard let found else { return nil }
    self = found
  }

  var networkAttribute: NetworkAttribute {
    let dataType: NetworkAttribute.DataType =
      switch self {
      case .shapeLength, .positionFrom, .positionTo: .double
      case .isSubnetworkController: .boolean
      default: .integer
      }
    return NetworkAttribute(
      id: -1,
      name: rawValue,
      dataType: dataType,
      isApportionable: self == .shapeLength,
      isSystemDefined: true
    )
  }
}

/// The codes of a ``NetworkAttribute/domainName`` with their names, such as 1 for open and 2 for closed.
public struct CodedValueDomain: Equatable, Sendable, MemberCodable {
  /// One code with its name.
  public struct CodedValue: Equatable, Sendable, Codable {
    /// The value in the features' field.
    public var code: Int64
    /// The name, such as `Open`.
    public var name: String

    package init(code: Int64, name: String) {
      self.code = code
      self.name = name
    }
  }

  /// The name, unique in the network.
  public var name: String
  /// The coded values, in definition order.
  public var codedValues: [CodedValue]

  package init(name: String, codedValues: [CodedValue] = []) {
    self.name = name
    self.codedValues = codedValues
  }

  /// The name of a code; nil when the domain does not have the code.
  public func name(of code: Int64) -> String? { codedValues.first { $0.code == code }?.name }

  /// The code of a name, compared without case if there is no exact match; nil for an unknown name.
  public func code(named name: String) -> Int64? {
    let exact = codedValues.first { $0.name == name }
    let value = exact ?? codedValues.first { $0.name.isSpelled(like: name) }
    return value?.code
  }

  static var unread: Self { Self(name: "") }

  /// The form of a domain that services write beside a field.
  mutating func pass(_ members: inout CodedMembers) throws {
    var type = "codedValue"
    try members.pass(&type, "type", otherwise: type)
    if type != "codedValue", let reader = members.reader {
      throw reader.wrong("type", "A domain of type '\(type)' has no coded values.")
    }
    try members.pass(&name, "name")
    try members.pass(&codedValues, "codedValues", otherwise: [])
  }
}
