/// A value that the network keeps at its elements, for traces to test and sum up.
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

  /// Which field of which source gives the value.
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
  /// The type of its values.
  public var dataType: DataType
  /// Whether part of a line counts with its share of the length only.
  public var isApportionable: Bool
  /// Whether the network itself maintains it.
  public var isSystemDefined: Bool
  /// Whether a feature may have no value.
  public var isNullable: Bool
  /// Whether the value is packed into a few bits of every element: it has a domain then.
  public var isInline: Bool
  /// The bits an inline value takes; nil when unknown.
  public var bitSize: Int?
  /// The attribute whose bits this one rewrites where a tap substitutes them; nil for an attribute
  /// that is no substitution.
  public var substitutedAttributeName: String?
  /// The name of the domain of coded values; nil when there is none.
  public var domainName: String?
  /// The fields that give the value.
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

  /// Whether the attribute rewrites the bits of another where a tap substitutes them.
  public var isSubstitution: Bool { substitutedAttributeName != nil }

  /// How many bits an inline attribute takes: as many as its greatest code, and one more when a
  /// feature may have no value.
  ///
  /// - Parameters:
  ///   - greatestCode: The greatest code of the domain; a negative one counts as 0.
  ///   - isNullable: Whether a feature may have no value.
  /// - Returns: The bits; 0 for a greatest code of 0 that is never missing.
  public static func inlineBitCount(greatestCode: Int64, isNullable: Bool) -> Int {
    Int64.bitWidth - max(greatestCode, 0).leadingZeroBitCount + (isNullable ? 1 : 0)
  }
}
