internal import Foundation
public import GeoSnap

/// The edge of a network of which only an extent was read.
///
/// All features that lie in the extent or reach into it were read whole, and so were features that end near enough to
/// be joined with a feature in it, and objects that associations lead to. Features that meet these only beyond the
/// extent were not read: an answer that reaches the edge may continue behind it.
public struct NetworkEdge: Sendable {
  /// The extent that was read.
  public let extent: Envelope
  /// The features that may be joined with features that were not read, in order: those that reach beyond the extent,
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
  package func of(_ network: some NetworkReading) -> NetworkEdge {
    NetworkEdge(extent, of: network, cut: associations)
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

  /// Whether a feature may be joined with features that were not read.
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

/// The record in a file that was checked out of a database: the database, the network, and the extent.
///
/// Such a file is edited like an extent of a network: see ``StoredData/edge``.
public struct NetworkCheckout: Hashable, Sendable {
  package let id: GlobalID
  /// The address of the database, without a password.
  public let address: String
  package let network: String
  /// The database's name for the state that was checked out.
  package let state: String
  /// The extent that was checked out.
  public let extent: Envelope
  /// The associations that were left out because one of their ends is outside.
  package let cut: [GeoSnap.Association]
  /// The user who checked it out: role and machine.
  public let author: String
  /// The time of the checkout in UTC.
  public let time: String
  /// Checksums of the tables, which reveal changes that are not in the history.
  package internal(set) var digests: [String: String] = [:]
  package internal(set) var begun: [Begun] = []
  /// The time when all steps were checked in; nil before that.
  public internal(set) var checkedIn: String?

  /// A step whose check-in has begun or is complete.
  package struct Begun: Hashable, Codable, Sendable {
    package let commit: String
    package let step: Int64
    package let name: String
    /// The revision of its commit in the database; nil until it is known.
    package var revision: Int64?

    package init(commit: GlobalID, step: Int64, name: String, revision: Int64? = nil) {
      self.commit = "\(commit)"
      self.step = step
      self.name = name
      self.revision = revision
    }
  }

  package init(
    id: GlobalID,
    address: String,
    network: String,
    state: String,
    extent: Envelope,
    cut: [GeoSnap.Association],
    author: String,
    time: String
  ) {
    (self.id, self.address, self.network, self.state) = (id, address, network, state)
    (self.extent, self.cut, self.author, self.time) = (extent, cut, author, time)
  }

  /// The edge of a checked-out network of which the extent `asked` was read, or all when it is nil.
  func edge(
    of network: UtilityNetwork,
    _ asked: Envelope?,
    _ more: [GeoSnap.Association]
  ) -> NetworkEdge {
    guard let asked else { return NetworkEdge(extent, of: network, cut: cut) }
    let both =
      asked.intersects(extent)
      ? Envelope(
        minX: max(asked.minX, extent.minX),
        minY: max(asked.minY, extent.minY),
        maxX: min(asked.maxX, extent.maxX),
        maxY: min(asked.maxY, extent.maxY)
      ) : Envelope(Coordinate(x: extent.minX, y: extent.minY))
    return NetworkEdge(both, of: network, cut: cut + more)
  }
}
