/// One segment of a target.
public struct SnapSegment: Hashable, Sendable {
  /// What it belongs to.
  public var target: SnapTarget
  /// The part of the geometry.
  public var part: Int
  /// The vertex it starts at, counted within the part.
  public var vertex: Int
  /// Where along the line the place lies, 0 to 1; nil for areas.
  public var fraction: Double?
}

/// The place that wins, and why it may.
public struct SnapMatch: Hashable, Sendable {
  /// The place.
  public var place: SnapPlace
  /// Why it is allowed.
  public var permission: SnapPermission
  /// Whether a vertex must be inserted into the line there before anything can connect.
  public var insertsVertex: Bool
  /// Whether the line must be split there: the junction has several terminals, and a line that ran
  /// through it would be at none of them.
  public var splitsLine = false
  /// For an intersection the other segment, which needs the vertex as well.
  public var crossing: SnapSegment?
  /// For a guide the line along which it runs, for an editor to draw; for a crossing both.
  public var guides: [Segment] = []
}

extension SnapMatch {
  /// The terminals of the junction, edited or snapped to, that the line may take there.
  ///
  /// Empty when the junction has but one; with several the user has to choose.
  public var terminals: [Terminal] {
    let snapper = place.snapper
    guard let rules = snapper.rules, let ordinal = snapper.scene.ordinal(of: place.target) else {
      return []
    }
    let featureClass = Int(snapper.scene.featureClass(of: ordinal))
    return featureClass < rules.verdicts.count ? rules.verdicts[featureClass].terminals : []
  }
}
