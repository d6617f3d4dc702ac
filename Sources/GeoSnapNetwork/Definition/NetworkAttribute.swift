/// A value that the network stores with its elements, for the conditions and functions of traces.
public struct NetworkAttribute: Hashable, Sendable {
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
  public struct Assignment: Hashable, Sendable {
    /// The network source.
    public var sourceID: Int
    /// The field's name.
    public var fieldName: String

    /// Creates an assignment.
    public init(sourceID: Int, fieldName: String) {
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
  public var isInline: Bool
  /// The number of bits of an inline value; nil when unknown.
  public var bitSize: Int?
  /// The attribute whose bits this one replaces at a tap; nil when this is not a substitution.
  public var substitutedAttributeName: String?
  /// The name of the domain of coded values; nil without a domain.
  public var domainName: String?
  /// The fields that supply the value.
  public var assignments: [Assignment]

  /// Creates a network attribute.
  public init(
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

  /// Whether the attribute replaces the bits of another at a tap.
  public var isSubstitution: Bool { substitutedAttributeName != nil }

  /// The number of bits of an inline attribute: enough for the greatest code, and one more if it is nullable.
  ///
  /// A negative greatest code counts as 0, which takes no bits.
  public static func inlineBitCount(greatestCode: Int64, isNullable: Bool) -> Int {
    Int64.bitWidth - max(greatestCode, 0).leadingZeroBitCount + (isNullable ? 1 : 0)
  }
}
