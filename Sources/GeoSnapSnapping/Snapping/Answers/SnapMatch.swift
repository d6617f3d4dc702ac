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
  /// at one place: the editor reports it before it saves.
  ///
  /// - Complexity: That of a query at the place.
  public var occupant: SnapTarget? {
    let scene = place.snapper.scene
    guard let rules = place.snapper.rules, rules.elementKind == .junction else { return nil }
    let definition = scene.network.base.definition
    let domain = definition.domainNetwork(ofSource: rules.assetType.sourceID)?.id
    let entries = scene.network.catalog.entries
    var found: Int32?
    let tolerance = scene.network.base.coincidenceTolerance.xy
    scene.features.forEachVertex(within: tolerance, of: place.location) { vertex in
      let featureClass = Int(scene.featureClass(of: vertex.feature))
      guard vertex.flags.contains(.place), featureClass < entries.count,
        case let source = entries[featureClass].source, source.usage.connectsByGeometry,
        definition.domainNetwork(ofSource: source.sourceID)?.id == domain,
        vertex.feature != editedOrdinal
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
