/// A place that the pointer could snap to.
///
/// What an editor seldom asks for on each pointer move (``z``, ``m``, ``fraction``, ``source``) is worked
/// out when it is asked for, from the scene that the place was found in.
public struct SnapPlace: Sendable {
  /// What it belongs to.
  public let target: SnapTarget
  /// What kind of place it is.
  public let kind: SnapKind
  /// The part of the geometry: of a multi geometry the member, of an area the ring; -1 where there is
  /// none, as inside an area.
  public let part: Int
  /// The vertex, counted within the part; for a place on a segment the one the segment starts at;
  /// -1 where there is none.
  public let vertex: Int
  /// The exact coordinate: of a vertex its own, on a segment the closest place.
  public let location: Coordinate
  /// The distance from the place asked about, in coordinate units.
  public let distance: Double

  /// What found it, and its number in the order of layers.
  let snapper: Snapper
  let layer: Int32

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

  init(
    target: SnapTarget,
    kind: SnapKind,
    part: Int,
    vertex: Int,
    location: Coordinate,
    distance: Double,
    snapper: Snapper,
    layer: Int32
  ) {
    self.target = target
    self.kind = kind
    self.part = part
    self.vertex = vertex
    self.location = location
    self.distance = distance
    self.snapper = snapper
    self.layer = layer
  }

  /// The stored feature it belongs to; nil for all else.
  public var feature: FeatureID? {
    if case .feature(let feature) = target { feature } else { nil }
  }

  /// The name of the layer or overlay that shows it; nil for the sketch and the grid.
  public var source: String? {
    let map = snapper.scene.map
    let position = Int(layer)
    if position < map.layers.count { return map.layers[position].name }
    let overlay = position - map.layers.count
    return overlay < map.overlays.count ? map.overlays[overlay].name : nil
  }

  /// The height there, interpolated on a segment; nil when the geometry has none.
  ///
  /// - Complexity: Linear in the parts of the geometry.
  public var z: Double? {
    guard let ordinal, snapper.scene.dimensions(ordinal)?.hasZ ?? false else { return nil }
    return snapper.scene.geometry(of: ordinal)?.z(part: part, segment: segment, closestTo: location)
  }

  /// The measure there, interpolated on a segment; nil when the geometry has none.
  ///
  /// - Complexity: Linear in the parts of the geometry.
  public var m: Double? {
    guard let ordinal, snapper.scene.dimensions(ordinal)?.hasM ?? false else { return nil }
    return snapper.scene.geometry(of: ordinal)?.m(part: part, segment: segment, closestTo: location)
  }

  /// Where along the line, 0 to 1 of its planar length over all parts; nil for points and areas.
  ///
  /// - Complexity: Linear in the coordinates of the line.
  public var fraction: Double? {
    guard let ordinal else { return nil }
    return snapper.scene.fraction(of: ordinal, part: part, segment: segment, closestTo: location)
  }

  /// The class of what it belongs to; nil when that is not in the scene.
  var featureClass: Int32? {
    guard let ordinal = snapper.scene.ordinal(of: target) else { return nil }
    return snapper.scene.featureClass(of: ordinal)
  }

  /// What it lies on; nil for what is no vertex and on no segment.
  private var ordinal: Int32? { vertex >= 0 ? snapper.scene.ordinal(of: target) : nil }

  /// The last vertex of a part starts no segment: it is the end of the one before.
  private var segment: Int { kind.rank == 0 && vertex > 0 ? vertex - 1 : vertex }
}

extension SnapPlace: Hashable {
  /// Whether both are one place at one distance, whatever found them.
  public static func == (one: SnapPlace, other: SnapPlace) -> Bool {
    one.target == other.target && one.kind == other.kind && one.part == other.part
      && one.vertex == other.vertex && one.location == other.location
      && one.distance == other.distance
  }

  /// Hashes what the two are compared by.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(target)
    hasher.combine(kind)
    hasher.combine(part)
    hasher.combine(vertex)
    hasher.combine(location)
    hasher.combine(distance)
  }
}
