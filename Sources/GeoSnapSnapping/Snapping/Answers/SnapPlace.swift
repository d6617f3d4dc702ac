/// A place for the pointer to snap to.
///
/// The properties ``z``, ``m``, ``fraction`` and ``source`` are computed on demand from the scene.
public struct SnapPlace: Sendable {
  /// The target.
  public let target: SnapTarget
  /// The kind.
  public let kind: SnapKind
  /// The part of the geometry: the member of a multi geometry or the ring of an area; -1 for none, as inside an area.
  public let part: Int
  /// The vertex, counted within the part; on a segment the vertex at its start; -1 for none.
  public let vertex: Int
  /// The exact coordinate of a vertex, or the closest place on a segment.
  public let location: Coordinate
  /// The distance from the queried place, in coordinate units.
  public let distance: Double

  /// The snapper, and the position in the order of layers.
  let snapper: Snapper
  let layer: Int32

  /// The stored feature; nil for other targets.
  public var feature: FeatureID? { target.feature }

  /// The name of the layer or overlay; nil for the sketch and the grid.
  public var source: String? {
    let map = snapper.scene.map
    let position = Int(layer)
    if position < map.layers.count { return map.layers[position].name }
    let overlay = position - map.layers.count
    return overlay < map.overlays.count ? map.overlays[overlay].name : nil
  }

  /// The height, interpolated on a segment, in time linear in the parts of the geometry; nil without heights.
  public var z: Double? {
    guard let ordinal, snapper.scene.dimensions(ordinal)?.hasZ ?? false else { return nil }
    return snapper.scene.geometry(of: ordinal)?.z(part: part, segment: segment, closestTo: location)
  }

  /// The measure, interpolated on a segment, in time linear in the parts of the geometry; nil without measures.
  public var m: Double? {
    guard let ordinal, snapper.scene.dimensions(ordinal)?.hasM ?? false else { return nil }
    return snapper.scene.geometry(of: ordinal)?.m(part: part, segment: segment, closestTo: location)
  }

  /// The position along the line, from 0 to 1 of its planar length, in linear time; nil for points and areas.
  public var fraction: Double? {
    guard let ordinal else { return nil }
    return snapper.scene.fraction(of: ordinal, part: part, segment: segment, closestTo: location)
  }

  var featureClass: Int32? {
    guard let ordinal = snapper.scene.ordinal(of: target) else { return nil }
    return snapper.scene.featureClass(of: ordinal)
  }

  /// The ordinal of the target; nil unless the place is a vertex or on a segment.
  private var ordinal: Int32? { vertex >= 0 ? snapper.scene.ordinal(of: target) : nil }

  /// The last vertex of a part starts no segment and belongs to the one before.
  private var segment: Int { kind.rank == 0 && vertex > 0 ? vertex - 1 : vertex }
}

extension SnapPlace {
  init(_ finding: SnapFinding, by snapper: Snapper) {
    target =
      finding.feature >= 0
      ? snapper.scene.target(of: finding.feature) : finding.kind == .grid ? .grid : .sketch
    kind = finding.kind
    part = Int(finding.part)
    vertex = Int(finding.vertex)
    location = finding.location
    distance = finding.distance
    layer = finding.key.layer
    self.snapper = snapper
  }
}

extension SnapPlace: Hashable {
  /// Whether both are the same place at the same distance, from any snapper.
  public static func == (one: SnapPlace, other: SnapPlace) -> Bool {
    one.target == other.target && one.kind == other.kind && one.part == other.part
      && one.vertex == other.vertex && one.location == other.location
      && one.distance == other.distance
  }

  /// Hashes the target, the vertex and the location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(vertex)
    hasher.combine(location)
  }
}

extension SnapPlace: Codable {
  private enum CodingKeys: String, CodingKey {
    case target, place, part, vertex, location, distance, source
  }

  /// Reads a place for the snapper in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let snapper = try decoder.snapper()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let target = try container.decode(TargetRecord.self, forKey: .target)
      .target(in: snapper.scene.network, decoder)
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

/// The owner of a place.
public enum SnapTarget: Hashable, Sendable {
  /// A stored feature.
  case feature(FeatureID)
  /// A feature that is created but not stored yet, by its number in the scene.
  case pending(Int)
  /// A graphic: the index of its overlay in the map, and its index in the overlay.
  case graphic(overlay: Int, index: Int)
  /// The edited sketch.
  case sketch
  /// The grid.
  case grid

  package var feature: FeatureID? { if case .feature(let feature) = self { feature } else { nil } }
}

extension CodingUserInfoKey {
  /// The `userInfo` key of the ``Snapper`` with which a decoder reads a ``SnapMatch`` or ``SnapRefusal``.
  public static var snapper: CodingUserInfoKey { key("snapper") }
}

/// The encoded form of a target, with the permanent key of a stored feature.
struct TargetRecord: Codable {
  var feature: FeatureKey?
  var pending: Int?
  var overlay: Int?
  var graphic: Int?
  /// `sketch` or `grid`.
  var own: String?

  init(_ target: SnapTarget, _ network: EditedNetwork) {
    switch target {
    case .feature(let id): feature = network.key(of: id)
    case .pending(let number): pending = number
    case .graphic(let overlay, let index): (self.overlay, graphic) = (overlay, index)
    case .sketch: own = "sketch"
    case .grid: own = "grid"
    }
  }

  /// The target in a network; throws `DecodingError` for an unknown feature.
  func target(in network: EditedNetwork, _ decoder: any Decoder) throws -> SnapTarget {
    if let feature {
      guard let id = network.feature(feature) else {
        throw decoder.wrong("There is no feature \(feature).")
      }
      return .feature(id)
    }
    if let pending { return .pending(pending) }
    if let overlay, let graphic { return .graphic(overlay: overlay, index: graphic) }
    switch own {
    case "sketch": return .sketch
    case "grid": return .grid
    default:
      throw decoder.wrong(
        "A target must be a feature, a pending feature, a graphic, the sketch or the grid."
      )
    }
  }
}

extension Decoder {
  func snapper() throws -> Snapper {
    guard let snapper = userInfo[.snapper] as? Snapper else {
      throw wrong("A snap can be decoded only with a snapper: set userInfo[.snapper].")
    }
    return snapper
  }
}
