extension NewFeature {
  package static let keys = [
    "row", "globalID", "assetGroup", "assetType", "origin", "geometry", "attributes",
  ]

  package init(_ container: KeyedDecodingContainer<AnyKey>) throws {
    self.init(
      rowID: try container.optionalWholeNumber("row"),
      globalID: try container.optionalGlobalID("globalID"),
      assetGroup: try container.optionalWholeNumber("assetGroup") ?? 0,
      assetType: try container.optionalWholeNumber("assetType") ?? 0,
      origin: try container.decodeIfPresent(String.self, forKey: "origin"),
      geometry: try container.geometry("geometry"),
      attributes: try container.value("attributes", otherwise: [:])
    )
  }

  func encode(_ container: inout KeyedEncodingContainer<AnyKey>) throws {
    try container.encodeIfPresent(rowID, forKey: "row")
    try container.encodeIfPresent(globalID?.description, forKey: "globalID")
    if assetGroup != 0 || assetType != 0 {
      try container.encode(assetGroup, forKey: "assetGroup")
      try container.encode(assetType, forKey: "assetType")
    }
    try container.encodeIfPresent(origin, forKey: "origin")
    try container.encodeIfPresent(geometry?.wkt, forKey: "geometry")
    if !attributes.isEmpty { try container.encode(attributes, forKey: "attributes") }
  }
}
