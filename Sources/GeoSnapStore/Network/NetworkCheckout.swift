public import GeoSnap

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
  ) -> ExtentEdge {
    guard let asked else { return ExtentEdge(extent, of: network, cut: cut) }
    let both =
      asked.intersects(extent)
      ? Envelope(
        minX: max(asked.minX, extent.minX),
        minY: max(asked.minY, extent.minY),
        maxX: min(asked.maxX, extent.maxX),
        maxY: min(asked.maxY, extent.maxY)
      ) : Envelope(Coordinate(x: extent.minX, y: extent.minY))
    return ExtentEdge(both, of: network, cut: cut + more)
  }
}
