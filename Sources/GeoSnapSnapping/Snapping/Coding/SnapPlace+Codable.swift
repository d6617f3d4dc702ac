extension SnapPlace: Codable {
  private enum CodingKeys: String, CodingKey {
    case target, place, part, vertex, location, distance, source
  }

  /// Reads a place for the snapper in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let snapper = try decoder.snapper()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let target = try container.decode(TargetRecord.self, forKey: .target)
      .target(in: snapper.scene.network, at: decoder.codingPath)
    let source = try container.decodeIfPresent(String.self, forKey: .source)
    let names = snapper.scene.map.layers.map(\.name) + snapper.scene.map.overlays.map(\.name)
    self.init(
      target: target,
      kind: try container.decode(SnapKind.self, forKey: .place),
      part: try container.decode(Int.self, forKey: .part),
      vertex: try container.decode(Int.self, forKey: .vertex),
      location: try container.decode(Coordinate.self, forKey: .location),
      distance: try container.decode(Double.self, forKey: .distance),
      snapper: snapper,
      layer: Int32(source.flatMap(names.firstIndex) ?? names.count)
    )
  }

  /// Writes a place with the keys of `geosnap snap --json`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(TargetRecord(target, snapper.scene.network), forKey: .target)
    try container.encode(kind, forKey: .place)
    try container.encode(part, forKey: .part)
    try container.encode(vertex, forKey: .vertex)
    try container.encode(location, forKey: .location)
    try container.encode(distance, forKey: .distance)
    try container.encodeIfPresent(source, forKey: .source)
  }
}

extension SnapPermission: Codable {
  /// Reads the id of a rule, `sameAssetType` or `unruled`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let id = try? container.decode(Int.self) {
      self = .rule(id)
      return
    }
    switch try container.decode(String.self) {
    case "sameAssetType": self = .sameAssetType
    case "unruled": self = .unruled
    case let word:
      throw decoder.wrong(
        "'\(word)' is not a permission: give sameAssetType, unruled or the number of a rule."
      )
    }
  }

  /// Writes the id of the rule, `sameAssetType` or `unruled`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .unruled: try container.encode("unruled")
    case .sameAssetType: try container.encode("sameAssetType")
    case .rule(let id): try container.encode(id)
    }
  }
}
