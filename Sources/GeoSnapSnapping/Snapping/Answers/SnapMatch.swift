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
  /// The feature being edited; -1 for none.
  var editedOrdinal: Int32 = -1
  /// For a guide the line along which it runs, for an editor to draw; for a crossing both.
  public var guides: [Segment] = []
}

extension SnapMatch {
  /// A junction other than the edited one that stands at the place already, while a junction is edited;
  /// nil when there is none, or no rules are in force.
  ///
  /// Rules let a junction join the end of a line whatever else is there, so the place is offered; but two
  /// junctions must not share a place: the editor says so before it saves.
  /// - Complexity: As a query at the place.
  public var occupant: SnapTarget? {
    let scene = place.snapper.scene
    guard place.snapper.rules?.elementKind == .junction else { return nil }
    let entries = scene.network.catalog.entries
    var found: Int32?
    scene.features.forEachVertex(within: 0, of: place.location) { vertex in
      let featureClass = Int(scene.featureClass(of: vertex.feature))
      guard vertex.flags.contains(.place), featureClass < entries.count,
        entries[featureClass].source.usage.connectsByGeometry, vertex.feature != editedOrdinal
      else { return }
      found = min(found ?? .max, vertex.feature)
    }
    return found.map { scene.target(of: $0) }
  }

  /// The terminals of the junction, edited or snapped to, that the line may take there.
  ///
  /// Empty when the junction has but one; with several the user has to choose.
  public var terminals: [Terminal] {
    guard let known = place.featureClass, let rules = place.snapper.rules else { return [] }
    return Int(known) < rules.verdicts.count ? rules.verdicts[Int(known)].terminals : []
  }
}
