internal import Foundation
public import GeoSnap

/// What a file says of the database that it was checked out of: where its network is, and what part of it the file has.
///
/// A file that says so is edited as an extent of a network is: see ``NetworkStore/edge``.
public struct NetworkCheckout: Hashable, Sendable {
  /// Tells this checkout from all others.
  public let id: GlobalID
  /// The address of the database, without a password.
  public let address: String
  /// The network's own identifier.
  public let network: String
  /// The state that was taken: the database's name for it.
  package let state: String
  /// What was taken.
  public let extent: Envelope
  /// The associations that were not taken, as one of their ends lies beyond.
  public let cut: [GeoSnap.Association]
  /// Who took it: the role, and the machine.
  public let author: String
  /// When, in UTC.
  public let time: String
  /// Sums of what the tables held, by which changes are found that no step speaks of.
  package internal(set) var digests: [String: String] = [:]
  /// The steps that a check-in has begun to bring back.
  package internal(set) var begun: [Begun] = []
  /// When all steps were in the database; nil before that.
  public internal(set) var checkedIn: String?

  /// A step that a check-in has begun to bring back, or has.
  package struct Begun: Hashable, Codable, Sendable {
    package let commit: String
    package let step: Int64
    package let name: String
    /// The revision of the database under which it is there; nil until that is known.
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
    self.id = id
    self.address = address
    self.network = network
    self.state = state
    self.extent = extent
    self.cut = cut
    self.author = author
    self.time = time
  }
}

/// The edge of a network in a file that was checked out, or of an extent of it.
extension NetworkCheckout {
  /// - Parameters:
  ///   - network: The features that were read.
  ///   - asked: The extent that was asked for; nil for all of the file.
  ///   - more: The associations that are in the file, and were not read.
  /// - Returns: The edge.
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
