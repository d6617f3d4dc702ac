public import GeoSnap

/// A network with further data of its file or database.
public struct StoredNetwork: Sendable {
  /// The network.
  public let network: UtilityNetwork
  /// The records of importers: which tables they read, and which they left out.
  public private(set) var imports: [ImportRecord]
  /// The stored trace configurations, with unique names.
  public private(set) var traceConfigurations: [SavedTraceConfiguration]
  /// The problems of rows that could not be read, each with its code.
  ///
  /// These rows are set aside: they are not part of the network, and stay in the file unchanged.
  public let unreadable: [NetworkProblem]
  /// Remarks, such as that a table has fewer rows than recorded.
  public let notes: [NetworkProblem]

  /// The edge of the network, when only an extent was read or is in the file; nil for all of it.
  public internal(set) var edge: NetworkEdge?

  /// The database that the file was checked out of; nil when it was not checked out.
  public package(set) var checkout: NetworkCheckout?

  /// The image of the network; nil when none is kept.
  package internal(set) var image: NetworkImage?

  /// Whether ``GeoPackage/open(_:tolerating:images:)`` has read it without problems; false after other functions,
  /// which check less.
  package var isSound = false
  /// Whether all rows could be read, and none is missing.
  package var isWhole: Bool { unreadable.isEmpty && notes.isEmpty && network.setAside.isEmpty }

  /// Records that only an extent was read, and the associations that were left out because one of their ends is
  /// outside.
  package mutating func cut(_ extent: Envelope, _ associations: [GeoSnap.Association]) {
    edge = NetworkEdge(extent, of: network, cut: associations)
  }

  /// The same network with the current import records and trace configurations.
  package func replacing(
    imports: [ImportRecord],
    traceConfigurations: [SavedTraceConfiguration]
  ) -> StoredNetwork {
    var stored = self
    (stored.imports, stored.traceConfigurations) = (imports, traceConfigurations)
    return stored
  }

  /// The same data with another network, which may not be sound.
  func replacing(_ network: UtilityNetwork) -> StoredNetwork {
    StoredNetwork(
      network: network,
      imports: imports,
      traceConfigurations: traceConfigurations,
      unreadable: unreadable,
      notes: notes
    )
  }

  /// The number of rows that are set aside; a row may have several problems.
  public var unreadableRowCount: Int { network.setAside.count }

  /// Creates a stored network.
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

/// Data of a file or database in addition to its network.
package struct AdditionalData: Sendable {
  package let imports: [ImportRecord]
  package let traceConfigurations: [SavedTraceConfiguration]
  package let unreadable: [NetworkProblem]
  package let notes: [NetworkProblem]
  package private(set) var edge: NetworkEdge?
  let image: NetworkImage?
  let checkout: NetworkCheckout?

  /// Takes the data of a stored network, without its image unless this is given.
  package init(_ stored: StoredNetwork, _ image: NetworkImage? = nil) {
    imports = stored.imports
    traceConfigurations = stored.traceConfigurations
    unreadable = stored.unreadable
    notes = stored.notes
    edge = stored.edge
    self.image = image
    checkout = stored.checkout
  }

  /// The same data with the feature identifiers of another network.
  package func of(_ network: EditedNetwork) -> AdditionalData {
    var additional = self
    additional.edge = edge?.of(network)
    return additional
  }
}
