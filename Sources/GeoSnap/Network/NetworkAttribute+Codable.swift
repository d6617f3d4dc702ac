extension NetworkAttribute: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, dataType, isApportionable, isSystemDefined, domainName, assignments
    case usageType, isNullable, isEmbedded, bitSize, isSubstitution, networkAttributeToSubstitute
  }

  private enum AssignmentKeys: String, CodingKey {
    case sourceId, layerId, evaluator
  }

  private enum EvaluatorKeys: String, CodingKey {
    case fieldName
  }

  /// Reads a network attribute; id, name and data type are required.
  ///
  /// An assignment names its source by `sourceId` or, as services do, by `layerId`. Without
  /// `isSystemDefined` it is `usageType` that tells the attributes of the network itself.
  ///
  /// - Parameters:
  ///   - decoder: Where to read from.
  ///   - sourcesByLayer: The source id for each layer id that the definition mentions.
  /// - Throws: `DecodingError` with the path of what is wrong.
  init(from decoder: any Decoder, sourcesByLayer: [Int: Int]) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(Int.self, forKey: .id),
      name: try container.decode(String.self, forKey: .name),
      dataType: try container.decode(DataType.self, forKey: .dataType),
      isApportionable: try container.decodeIfPresent(Bool.self, forKey: .isApportionable) ?? false,
      isSystemDefined: try Self.isSystemDefined(container),
      isNullable: try container.decodeIfPresent(Bool.self, forKey: .isNullable) ?? false,
      isInline: try container.decodeIfPresent(Bool.self, forKey: .isEmbedded) ?? false,
      bitSize: try container.decodeIfPresent(Int.self, forKey: .bitSize),
      substitutedAttributeName: try Self.name(container, .networkAttributeToSubstitute),
      domainName: try Self.name(container, .domainName)
    )
    guard container.contains(.assignments) else { return }
    var list = try container.nestedUnkeyedContainer(forKey: .assignments)
    while !list.isAtEnd {
      let assignment = try list.nestedContainer(keyedBy: AssignmentKeys.self)
      let evaluator = try assignment.nestedContainer(
        keyedBy: EvaluatorKeys.self,
        forKey: .evaluator
      )
      assignments.append(
        Assignment(
          sourceID: try Self.sourceID(in: assignment, sourcesByLayer),
          fieldName: try evaluator.decode(String.self, forKey: .fieldName)
        )
      )
    }
  }

  /// A name; services write an empty text where there is none.
  private static func name(
    _ container: KeyedDecodingContainer<CodingKeys>,
    _ key: CodingKeys
  ) throws -> String? {
    try container.decodeIfPresent(String.self, forKey: key).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Services give every attribute a usage: `Unknown` for those that people define.
  private static func isSystemDefined(
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Bool {
    if let stated = try container.decodeIfPresent(Bool.self, forKey: .isSystemDefined) {
      return stated
    }
    let usage = try name(container, .usageType)
    return usage != nil && usage != "esriUNAUTUnknown"
  }

  private static func sourceID(
    in assignment: KeyedDecodingContainer<AssignmentKeys>,
    _ sourcesByLayer: [Int: Int]
  ) throws -> Int {
    if let id = try assignment.decodeIfPresent(Int.self, forKey: .sourceId) { return id }
    let layer = try assignment.decode(Int.self, forKey: .layerId)
    guard let id = sourcesByLayer[layer] else {
      throw DecodingError.dataCorruptedError(
        forKey: .layerId,
        in: assignment,
        debugDescription: "No source has layer id \(layer)."
      )
    }
    return id
  }

  /// Writes a network attribute, its assignments by source id.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(dataType, forKey: .dataType)
    try container.encode(isApportionable, forKey: .isApportionable)
    try container.encode(isSystemDefined, forKey: .isSystemDefined)
    try container.encode(isNullable, forKey: .isNullable)
    try container.encode(isInline, forKey: .isEmbedded)
    try container.encodeIfPresent(bitSize, forKey: .bitSize)
    try container.encode(isSubstitution, forKey: .isSubstitution)
    try container.encodeIfPresent(
      substitutedAttributeName,
      forKey: .networkAttributeToSubstitute
    )
    try container.encodeIfPresent(domainName, forKey: .domainName)
    var list = container.nestedUnkeyedContainer(forKey: .assignments)
    for assignment in assignments {
      var item = list.nestedContainer(keyedBy: AssignmentKeys.self)
      try item.encode(assignment.sourceID, forKey: .sourceId)
      var evaluator = item.nestedContainer(keyedBy: EvaluatorKeys.self, forKey: .evaluator)
      try evaluator.encode(assignment.fieldName, forKey: .fieldName)
    }
  }
}
