/// One segment of a target.
public struct SnapSegment: Hashable, Sendable {
  /// The target.
  public var target: SnapTarget
  /// The part of the geometry.
  public var part: Int
  /// The vertex at its start, counted within the part.
  public var vertex: Int
  /// The position of the place along the line, from 0 to 1; nil for areas.
  public var fraction: Double?
}

/// The winning place, with its permission.
public struct SnapMatch: Hashable, Sendable {
  /// The place.
  public var place: SnapPlace
  /// The permission.
  public var permission: SnapPermission
  /// Whether a connection needs a new vertex of the line there.
  public var insertsVertex: Bool
  /// Whether the line must be split there, since the junction has several terminals and a continuous line has none of
  /// them.
  public var splitsLine = false
  /// For an intersection, the other segment, which also needs the vertex.
  public var crossing: SnapSegment?
  /// The feature being edited; -1 for none.
  var editedOrdinal: Int32 = -1
  /// The line of a guide, for an editor to draw; both lines for a crossing.
  public var guides: [Segment] = []
}

extension SnapMatch {
  /// A junction other than the edited one, of its domain network, at the place, while a junction is edited; nil when
  /// there is none or no rules are in force.
  ///
  /// The place is offered, since rules let a junction connect to the end of a line, but an edit refuses two junctions
  /// at one place and, if both have one, at one height: the editor reports it before it saves.
  ///
  /// - Complexity: That of a query at the place.
  public var occupant: SnapTarget? {
    let scene = place.snapper.scene
    guard let rules = place.snapper.rules, rules.elementKind == .junction else { return nil }
    let definition = scene.network.base.definition
    let domain = definition.domainNetwork(ofSource: rules.assetType.sourceID)?.id
    let entries = scene.network.catalog.entries
    let tolerance = scene.network.base.coincidenceTolerance
    // An edited junction without a height gets none.
    let getsHeight = editedOrdinal < 0 || scene.dimensions(editedOrdinal)?.hasZ == true
    let height = (getsHeight ? place.z : nil) ?? .nan
    var found: Int32?
    scene.features.forEachVertex(within: tolerance.xy, of: place.location) { vertex in
      let featureClass = Int(scene.featureClass(of: vertex.feature))
      guard vertex.flags.contains(.place), featureClass < entries.count,
        case let source = entries[featureClass].source, source.usage.connectsByGeometry,
        definition.domainNetwork(ofSource: source.sourceID)?.id == domain,
        vertex.feature != editedOrdinal,
        case let path = scene.geometry(of: vertex.feature)?.path(Int(vertex.part)),
        tolerance.holds(path?.z(at: Int(vertex.vertex)) ?? .nan, height, heights: ())
      else { return }
      found = min(found ?? .max, vertex.feature)
    }
    return found.map { scene.target(of: $0) }
  }

  /// The possible terminals for the line at the edited or target junction; empty for one, a choice for the user for
  /// several.
  public var terminals: [Terminal] {
    guard let known = place.featureClass, let rules = place.snapper.rules else { return [] }
    return Int(known) < rules.verdicts.count ? rules.verdicts[Int(known)].terminals : []
  }
}

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
        .segment(in: network, decoder),
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
    try container.encodeIfPresent(crossing.map { SegmentRecord($0, network) }, forKey: .crossing)
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

  func segment(in network: EditedNetwork, _ decoder: any Decoder) throws -> SnapSegment {
    SnapSegment(
      target: try target.target(in: network, decoder),
      part: part,
      vertex: vertex,
      fraction: fraction
    )
  }
}

extension SnapRefusal: Codable {
  private enum CodingKeys: String, CodingKey { case place, reason, fits, companion, remedy }

  /// Reads a refusal for the snapper in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let place = try container.decode(SnapPlace.self, forKey: .place)
    self.init(
      place: place,
      reason: try container.decode(SnapRefusalReason.self, forKey: .reason),
      fits: try container.decode([AssetTypeID].self, forKey: .fits),
      companion: try container.decodeIfPresent(TargetRecord.self, forKey: .companion)?
        .target(in: place.snapper.scene.network, decoder),
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
