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
  public var feature: FeatureID? {
    if case .feature(let feature) = target { feature } else { nil }
  }

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
    layer = finding.layer
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

  /// Hashes the compared properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(kind)
    hasher.combine(part)
    hasher.combine(vertex)
    hasher.combine(location)
    hasher.combine(distance)
  }
}
