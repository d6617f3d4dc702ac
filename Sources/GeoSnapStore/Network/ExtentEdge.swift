internal import Foundation
public import GeoSnap

/// The edge of a network of which only an extent was read.
///
/// All features that lie in the extent or reach into it were read whole, and so were features that end near enough to
/// be joined with a feature in it, and objects that associations lead to. Features that meet these only beyond the
/// extent were not read: an answer that reaches the edge may continue behind it.
public struct ExtentEdge: Sendable {
  /// The extent that was read.
  public let extent: Envelope
  /// The features that may be connected to features that were not read, in order: those that reach beyond the extent,
  /// and those with an association to a feature outside.
  public let features: [FeatureID]
  /// The associations that were left out because one of their ends is outside.
  public let associations: [Association]

  private let members: Set<FeatureID>
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

  /// The same edge with the feature identifiers of another network.
  package func of(_ network: some NetworkReading) -> ExtentEdge {
    ExtentEdge(extent, of: network, cut: associations)
  }

  /// Whether a feature, as it is in a network, cannot be joined with features that were not read, and is read again
  /// with the extent.
  func encloses(_ feature: FeatureID, in network: EditedNetwork) -> Bool {
    enclosure.contains(feature, of: network)
  }

  /// Whether all features within a distance of a place were read.
  public func encloses(_ place: Coordinate, within distance: Double) -> Bool {
    extent.contains(Envelope(around: place, radius: distance))
  }

  /// Whether a feature may be connected to features that were not read.
  ///
  /// - Complexity: O(1).
  public func contains(_ feature: FeatureID) -> Bool { members.contains(feature) }
}

/// Decides whether all features that can be joined with a feature were read.
private struct Enclosure: Sendable {
  let extent: Envelope
  /// The ends of the associations that were left out.
  let ends: Set<GlobalID>

  func contains(_ feature: FeatureID, of network: some NetworkReading) -> Bool {
    if let id = network.globalID(of: feature), ends.contains(id) { return false }
    if let box = network.geometry(of: feature)?.envelope {
      // Features that end beyond the extent but near enough to be joined were read too.
      return extent.contains(box)
    }
    // An object is read because of its associations. A feature without a geometry whose table has geometries is not
    // enclosed.
    return network.base.tables[Int(feature.table)].geometryType == nil
      && !network.associations(of: feature).isEmpty
  }
}
