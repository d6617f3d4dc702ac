internal import GeoSnap
internal import GeoSnapStore

/// Selects the edits of others that concern an extent.
struct ExtentEdits {
  private let network: EditedNetwork
  private let cut: Set<GlobalID>
  private let reach: Envelope
  private var inserted: Set<FeatureKey> = []

  init(_ network: EditedNetwork, _ edge: NetworkEdge, _ tolerance: Double) {
    self.network = network
    cut = Set(edge.associations.map(\.globalID))
    // The same margin as when it was read.
    reach = edge.extent.expanded(by: 2 * tolerance)
  }

  /// The edits without those outside; nil when an edit crosses the extent or changes its edge, so that it must be
  /// read again.
  consuming func edits(_ edits: [NetworkEdit]) -> [NetworkEdit]? {
    var kept: [NetworkEdit] = []
    for edit in edits {
      switch concern(edit) {
      case .beyond: continue
      case .within: kept.append(edit)
      case .across: return nil
      }
    }
    return kept
  }

  private enum Concern {
    case beyond
    case within
    case across
  }

  private mutating func concern(_ edit: NetworkEdit) -> Concern {
    switch edit {
    case .insertFeature(let feature, let table):
      // An object is read because of an association, which may follow.
      guard let geometry = feature.geometry else { return .across }
      guard reaches(geometry) else { return .beyond }
      if let id = feature.globalID {
        inserted.insert(.globalID(id))
      } else if let rowID = feature.rowID {
        inserted.insert(.row(table: table, rowID: rowID))
      }
      return .within
    case .setGeometry(let key, let geometry):
      let isReached = geometry.map(reaches) ?? false
      return isKnown(key) ? isReached ? .within : .across : isReached ? .across : .beyond
    case .insertAssociation(let association):
      let from = isKnown(.globalID(association.from.globalID))
      let to = isKnown(.globalID(association.to.globalID))
      return from && to ? .within : from || to ? .across : .beyond
    case .deleteAssociation(let id):
      if network.association(globalID: id) != nil { return .within }
      return cut.contains(id) ? .across : .beyond
    default:
      let known = edit.keys.filter(isKnown)
      return known.isEmpty ? .beyond : known.count == edit.keys.count ? .within : .across
    }
  }

  private func isKnown(_ key: FeatureKey) -> Bool {
    network.feature(key) != nil || inserted.contains(key)
  }

  private func reaches(_ geometry: Geometry) -> Bool {
    geometry.envelope?.intersects(reach) ?? false
  }
}
