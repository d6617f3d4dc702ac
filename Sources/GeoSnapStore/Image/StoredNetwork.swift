public import GeoSnap

/// A network with what its file says about it besides.
public struct StoredNetwork: Sendable {
  /// The network.
  public let network: UtilityNetwork
  /// What importers read from other files, and what they left out.
  public let imports: [ImportRecord]
  /// The trace configurations that are kept with it, each under a name of its own.
  public let traceConfigurations: [SavedTraceConfiguration]
  /// What is wrong with rows that could not be read, each with its code: they are set aside, which means that
  /// they are no part of the network and stay in the file as they are.
  public let unreadable: [NetworkProblem]
  /// What is worth knowing besides, such as that a table has fewer rows than it had.
  public let notes: [NetworkProblem]

  /// Where the network ends, when only an extent of it was read, or is in the file; nil for all of it.
  public internal(set) var edge: NetworkEdge?

  /// Of which database the file was checked out; nil when it was not.
  public package(set) var checkout: NetworkCheckout?

  /// The image of the network; nil where none is kept.
  package internal(set) var image: NetworkImage?

  /// Whether ``GeoPackage/open(_:tolerating:images:)`` has read it and found nothing to tell: it looks at more than
  /// other readings do, so that nothing is known where another has read it.
  package var isSound = false
  /// Whether all rows could be read, and none is missing.
  package var isWhole: Bool { unreadable.isEmpty && notes.isEmpty && network.setAside.isEmpty }

  /// Notes that only an extent was read.
  ///
  /// - Parameters:
  ///   - extent: What was read.
  ///   - associations: The associations one of whose ends is not there.
  package mutating func cut(_ extent: Envelope, _ associations: [GeoSnap.Association]) {
    edge = NetworkEdge(extent, of: network, cut: associations)
  }

  /// The same with what is kept beside the network as it is now.
  package func replacing(
    imports: [ImportRecord],
    traceConfigurations: [SavedTraceConfiguration]
  ) -> StoredNetwork {
    var stored = StoredNetwork(
      network: network,
      imports: imports,
      traceConfigurations: traceConfigurations,
      unreadable: unreadable,
      notes: notes
    )
    stored.edge = edge
    stored.checkout = checkout
    stored.image = image
    stored.isSound = isSound
    return stored
  }

  /// The same with another network in its place, of which nobody has looked whether it is sound.
  func replacing(_ network: UtilityNetwork) -> StoredNetwork {
    StoredNetwork(
      network: network,
      imports: imports,
      traceConfigurations: traceConfigurations,
      unreadable: unreadable,
      notes: notes
    )
  }

  /// The number of rows that are set aside; one may have several things wrong.
  public var unreadableRowCount: Int { network.setAside.count }

  /// Creates a stored network.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - imports: What importers read, and what they left out.
  ///   - traceConfigurations: The trace configurations that are kept with it.
  ///   - unreadable: What is wrong with rows that could not be read.
  ///   - notes: What is worth knowing besides.
  public init(
    network: UtilityNetwork,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    unreadable: [NetworkProblem] = [],
    notes: [NetworkProblem] = []
  ) {
    self.network = network
    self.imports = imports
    self.traceConfigurations = traceConfigurations
    self.unreadable = unreadable
    self.notes = notes
  }
}
