extension NetworkAttribute: Encodable {
  /// Reads a network attribute; id, name and data type are required.
  ///
  /// An assignment names its source by `sourceId` or, as services do, by `layerId`, which `sourcesByLayer` resolves.
  /// Without `isSystemDefined`, the `usageType` decides whether it is a system attribute.
  init(from decoder: any Decoder, sourcesByLayer: [Int: Int]) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    self.init(
      id: try container.decode(Int.self, forKey: "id"),
      name: try container.decode(String.self, forKey: "name"),
      dataType: try container.decode(DataType.self, forKey: "dataType"),
      isApportionable: try container.flag("isApportionable"),
      isSystemDefined: try Self.isSystemDefined(container),
      isNullable: try container.flag("isNullable"),
      isInline: try container.flag("isEmbedded"),
      bitSize: try container.decodeIfPresent(Int.self, forKey: "bitSize"),
      substitutedAttributeName: try container.name("networkAttributeToSubstitute"),
      domainName: try container.name("domainName")
    )
    guard container.contains("assignments") else { return }
    var list = try container.nestedUnkeyedContainer(forKey: "assignments")
    while !list.isAtEnd {
      let assignment = try list.nestedContainer(keyedBy: AnyKey.self)
      let evaluator = try assignment.nestedContainer(
        keyedBy: AnyKey.self,
        forKey: "evaluator"
      )
      assignments.append(
        Assignment(
          sourceID: try Self.sourceID(in: assignment, sourcesByLayer),
          fieldName: try evaluator.decode(String.self, forKey: "fieldName")
        )
      )
    }
  }

  /// Services give every attribute a usage: `Unknown` for user-defined ones.
  private static func isSystemDefined(
    _ container: KeyedDecodingContainer<AnyKey>
  ) throws -> Bool {
    if let stated = try container.decodeIfPresent(Bool.self, forKey: "isSystemDefined") {
      return stated
    }
    let usage = try container.name("usageType")
    return usage != nil && usage != "esriUNAUTUnknown"
  }

  private static func sourceID(
    in assignment: KeyedDecodingContainer<AnyKey>,
    _ sourcesByLayer: [Int: Int]
  ) throws -> Int {
    if let id = try assignment.decodeIfPresent(Int.self, forKey: "sourceId") { return id }
    let layer = try assignment.decode(Int.self, forKey: "layerId")
    guard let id = sourcesByLayer[layer] else {
      throw assignment.wrong("layerId", "No source has layer id \(layer).")
    }
    return id
  }

  /// Writes a network attribute, with its assignments by source id.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(id, forKey: "id")
    try container.encode(name, forKey: "name")
    try container.encode(dataType, forKey: "dataType")
    try container.encode(isApportionable, forKey: "isApportionable")
    try container.encode(isSystemDefined, forKey: "isSystemDefined")
    try container.encode(isNullable, forKey: "isNullable")
    try container.encode(isInline, forKey: "isEmbedded")
    try container.encodeIfPresent(bitSize, forKey: "bitSize")
    try container.encode(isSubstitution, forKey: "isSubstitution")
    try container.encodeIfPresent(
      substitutedAttributeName,
      forKey: "networkAttributeToSubstitute"
    )
    try container.encodeIfPresent(domainName, forKey: "domainName")
    var list = container.nestedUnkeyedContainer(forKey: "assignments")
    for assignment in assignments {
      var item = list.nestedContainer(keyedBy: AnyKey.self)
      try item.encode(assignment.sourceID, forKey: "sourceId")
      var evaluator = item.nestedContainer(keyedBy: AnyKey.self, forKey: "evaluator")
      try evaluator.encode(assignment.fieldName, forKey: "fieldName")
    }
  }
}
