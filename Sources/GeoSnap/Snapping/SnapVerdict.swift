/// What the rules say about joining features of one asset type to the edited one.
struct SnapVerdict: Sendable {
  /// Why they may be joined; nil when they may not.
  let permission: SnapPermission?
  /// Why they may not; nil when they may.
  let refusal: SnapRefusalReason?
  /// Where on a line they may be joined.
  let places: SnapPlaces

  /// Decides for a pair of asset types; `ruleID` is the rule that holds both, if there is one.
  init(edited: AssetTypeCatalog.Entry, candidate: AssetTypeCatalog.Entry, ruleID: Int?) {
    let kinds = (edited.source.elementKind, candidate.source.elementKind)
    let permission: SnapPermission?
    var refusal: SnapRefusalReason?
    if !edited.source.usage.connectsByGeometry || !candidate.source.usage.connectsByGeometry {
      (permission, refusal) = (nil, .noConnectivity)
    } else if kinds == (.edge, .edge) {
      permission = edited.id == candidate.id ? .sameAssetType : nil
      refusal = .needsJunction
    } else if kinds == (.junction, .junction) {
      (permission, refusal) = (nil, .junctionOnJunction)
    } else {
      permission = ruleID.map { .rule($0) }
      refusal = .noRule
    }
    self.permission = permission
    self.refusal = permission == nil ? refusal : nil
    places =
      if permission == nil {
        .none
      } else if candidate.source.elementKind == .junction {
        .vertices
      } else if candidate.type.connectivityPolicy == .anyVertex {
        [.vertices, .segments, .insertsVertex]
      } else {
        .ends
      }
  }
}

/// The places of a feature that may be snapped to.
struct SnapPlaces: OptionSet, Sendable {
  let rawValue: UInt8

  /// The first and last vertex of each part.
  static let ends = SnapPlaces(rawValue: 1)
  /// Every vertex.
  static let vertices = SnapPlaces(rawValue: 2)
  /// Every place on a segment.
  static let segments = SnapPlaces(rawValue: 4)
  /// A place on a segment needs a vertex of its own before anything can connect there.
  static let insertsVertex = SnapPlaces(rawValue: 8)

  static let none: SnapPlaces = []
}
