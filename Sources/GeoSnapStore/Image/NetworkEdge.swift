public import GeoSnap

/// Where a network ends of which only an extent was read: beyond it there is more.
///
/// All features that lie in the extent or reach into it are there, whole; so are those that end so near it that they
/// may be joined with what lies in it, and the objects that associations lead to. What only meets them beyond the
/// extent is not there: an answer that comes to the edge may go on behind it.
public struct NetworkEdge: Sendable {
  /// What was read.
  public let extent: Envelope
  /// The features that may be joined with what is not there, in order: those that reach beyond the extent, and those
  /// of which an association leads away.
  public let features: [FeatureID]
  /// The associations that are not there, as one of their ends is not.
  public let associations: [Association]

  private let members: Set<FeatureID>
  /// What of the extent is known to be near others that were read.
  private let enclosure: Enclosure

  init(_ extent: Envelope, of network: some NetworkReading, cut associations: [Association]) {
    let enclosure = Enclosure(
      extent: extent,
      ends: Set(associations.flatMap { [$0.from.globalID, $0.to.globalID] })
    )
    self.extent = extent
    self.associations = associations
    self.enclosure = enclosure
    features = network.features.filter { !enclosure.contains($0, of: network) }
    members = Set(features)
  }

  /// The same edge with the identifiers that features have in a network.
  package func of(_ network: some NetworkReading) -> NetworkEdge {
    NetworkEdge(extent, of: network, cut: associations)
  }

  /// Whether nothing that is not there can be joined with a feature as it is in a network, and the feature is read
  /// again with the extent.
  func encloses(_ feature: FeatureID, in network: EditedNetwork) -> Bool {
    enclosure.contains(feature, of: network)
  }

  /// Whether all features are there that lie within a distance of a place.
  public func encloses(_ place: Coordinate, within distance: Double) -> Bool {
    extent.contains(Envelope(around: place, radius: distance))
  }

  /// Whether a feature may be joined with what is not there.
  ///
  /// - Complexity: O(1).
  public func contains(_ feature: FeatureID) -> Bool { members.contains(feature) }
}

/// What decides whether all that can be joined with a feature was read.
private struct Enclosure: Sendable {
  let extent: Envelope
  /// The features that cut associations would join.
  let ends: Set<GlobalID>

  func contains(_ feature: FeatureID, of network: some NetworkReading) -> Bool {
    if let id = network.globalID(of: feature), ends.contains(id) { return false }
    if let box = network.geometry(of: feature)?.envelope {
      // What ends beyond the extent, and so near that it may be joined, was read.
      return extent.contains(box)
    }
    // An object is read for an association's sake, and what could have a place for its place.
    return network.base.tables[Int(feature.table)].geometryType == nil
      && !network.associations(of: feature).isEmpty
  }
}
