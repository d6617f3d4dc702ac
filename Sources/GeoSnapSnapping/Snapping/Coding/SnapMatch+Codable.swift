// A snap is written without its context. Reading it requires a snapper over the same network, which provides heights,
// terminals and sentences.

extension SnapMatch: Codable {
  private enum CodingKeys: String, CodingKey {
    case place, permission, insertsVertex, splitsLine, crossing, guides, editing
  }

  /// Reads a match for the snapper in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let place = try container.decode(SnapPlace.self, forKey: .place)
    let network = place.snapper.scene.network
    let edited = try container.decodeIfPresent(FeatureKey.self, forKey: .editing)
      .flatMap { network.feature($0) }
    let guides = try container.decodeIfPresent([[Coordinate]].self, forKey: .guides) ?? []
    self.init(
      place: place,
      permission: try container.decode(SnapPermission.self, forKey: .permission),
      insertsVertex: try container.decode(Bool.self, forKey: .insertsVertex),
      splitsLine: try container.decode(Bool.self, forKey: .splitsLine),
      crossing: try container.decodeIfPresent(SegmentRecord.self, forKey: .crossing)?
        .segment(in: network, at: decoder.codingPath),
      editedOrdinal: edited.map { network.ordinal(of: $0) } ?? -1,
      guides: guides.filter { $0.count == 2 }.map { Segment($0[0], $0[1]) }
    )
  }

  /// Writes a match.
  public func encode(to encoder: any Encoder) throws {
    let network = place.snapper.scene.network
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(place, forKey: .place)
    try container.encode(permission, forKey: .permission)
    try container.encode(insertsVertex, forKey: .insertsVertex)
    try container.encode(splitsLine, forKey: .splitsLine)
    try container.encodeIfPresent(
      crossing.map { SegmentRecord($0, network) },
      forKey: .crossing
    )
    try container.encode(guides.map { [$0.start, $0.end] }, forKey: .guides)
    if editedOrdinal >= 0 {
      let edited = network.feature(ordinal: editedOrdinal)
      try container.encodeIfPresent(network.key(of: edited), forKey: .editing)
    }
  }
}

private struct SegmentRecord: Codable {
  let target: TargetRecord
  let part: Int
  let vertex: Int
  let fraction: Double?

  init(_ segment: SnapSegment, _ network: EditedNetwork) {
    target = TargetRecord(segment.target, network)
    part = segment.part
    vertex = segment.vertex
    fraction = segment.fraction
  }

  func segment(in network: EditedNetwork, at path: [any CodingKey]) throws -> SnapSegment {
    SnapSegment(
      target: try target.target(in: network, at: path),
      part: part,
      vertex: vertex,
      fraction: fraction
    )
  }
}

extension SnapRefusal: Codable {
  private enum CodingKeys: String, CodingKey {
    case place, reason, fits, companion, remedy
  }

  /// Reads a refusal for the snapper in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let place = try container.decode(SnapPlace.self, forKey: .place)
    self.init(
      place: place,
      reason: try container.decode(SnapRefusalReason.self, forKey: .reason),
      fits: try container.decode([AssetTypeID].self, forKey: .fits),
      companion: try container.decodeIfPresent(TargetRecord.self, forKey: .companion)?
        .target(in: place.snapper.scene.network, at: decoder.codingPath),
      remedy: try container.decode(SnapRemedy.self, forKey: .remedy)
    )
  }

  /// Writes a refusal.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(place, forKey: .place)
    try container.encode(reason, forKey: .reason)
    try container.encode(fits, forKey: .fits)
    try container.encodeIfPresent(
      companion.map { TargetRecord($0, place.snapper.scene.network) },
      forKey: .companion
    )
    try container.encode(remedy, forKey: .remedy)
  }
}
