public import GeoSnap

/// Where a network ends of which only an extent was read: beyond it there is more.
///
/// All features that lie in the extent or reach into it are there, whole, and so are the objects that their
/// associations lead to. What only meets them beyond the extent is not there: an answer that comes to the edge may go
/// on behind it.
public struct NetworkEdge: Sendable {
  /// What was read.
  public let extent: Envelope
  /// The features that may be joined with what is not there, in order: those that reach beyond the extent, and those
  /// of which an association leads away.
  public let features: [FeatureID]
  /// The associations that are not there, as one of their ends is not.
  public let associations: [Association]

  private let members: Set<FeatureID>
  /// The features here and there that the associations would join.
  private let ends: Set<GlobalID>

  init(_ extent: Envelope, of network: some NetworkReading, cut associations: [Association]) {
    self.extent = extent
    self.associations = associations
    let ends = Set(associations.flatMap { [$0.from.globalID, $0.to.globalID] })
    self.ends = ends
    features = network.features.filter { feature in
      let isWithin = network.geometry(of: feature)?.envelope.map { extent.contains($0) } ?? true
      return !isWithin || network.globalID(of: feature).map(ends.contains) ?? false
    }
    members = Set(features)
  }

  /// Whether nothing that is not there can be joined with a feature as it is in a network.
  func encloses(_ feature: FeatureID, in network: EditedNetwork) -> Bool {
    if let id = network.globalID(of: feature), ends.contains(id) { return false }
    return network.geometry(of: feature)?.envelope.map { extent.contains($0) } ?? true
  }

  /// Whether a feature may be joined with what is not there.
  ///
  /// - Complexity: O(1).
  public func contains(_ feature: FeatureID) -> Bool { members.contains(feature) }
}
