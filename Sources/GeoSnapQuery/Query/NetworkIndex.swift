internal import GeoSnapSupport

/// A network with the indexes that answer a pointer position: features by place, associations by
/// extent.
///
/// Building it once is the cost of opening a network; it is immutable, and any number of threads
/// may query it.
public struct NetworkIndex: Sendable {
  /// The network, with the edits that the index has taken over.
  public package(set) var network: EditedNetwork
  /// All features of the network that have a geometry, under their ordinals.
  public internal(set) var features: FeatureIndex

  var associations: AssociationIndex
  package internal(set) var classes: FeatureClasses
  var centroidCache = Locked<FeatureIndex?>(nil)

  /// Indexes a network, on all cores when there is enough to do.
  ///
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with.
  /// - Complexity: O(n) for n vertices.
  public init(_ network: UtilityNetwork) throws(IndexError) {
    let features = try FeatureIndex(
      lists: network.tables.map { .column($0.geometries) },
      threads: network.featureCount < 1 << 14 ? 1 : availableCores()
    )
    self.init(network, features, try AssociationIndex(network))
  }

  /// Indexes a network with progress, and so that it can be cancelled.
  ///
  /// The index is that of the other form.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at
  ///     once.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with; `CancellationError`
  ///   when the task was cancelled.
  /// - Complexity: O(n) for n vertices.
  public init(
    _ network: UtilityNetwork,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    async let associations = AssociationIndex(network)
    let features = try await FeatureIndex(
      lists: network.tables.map { .column($0.geometries) },
      progress: progress
    )
    try await self.init(network, features, associations)
  }

  /// Indexes a network with the index of its features from a file.
  ///
  /// The file's fingerprint is compared with that of the network's geometries: a network that was
  /// changed since refuses its old file.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - path: A file that ``FeatureIndex/write(to:fingerprint:)`` wrote, with
  ///     ``FeatureIndex/fingerprint(of:)`` of ``UtilityNetwork/geometries``.
  /// - Throws: ``IndexFileError`` when the file cannot be used, of code `stale` when it belongs to
  ///   other geometries; ``IndexError`` when an ordinate is too large to measure with.
  /// - Complexity: Linear in the size of the file and the coordinates of the network.
  public init(_ network: UtilityNetwork, indexFile path: String) throws {
    let geometries = network.geometries
    let features = try FeatureIndex(
      contentsOf: path,
      fingerprint: FeatureIndex.fingerprint(of: geometries),
      featureCount: geometries.count
    )
    self.init(network, features, try AssociationIndex(network))
  }

  private init(
    _ network: UtilityNetwork,
    _ features: FeatureIndex,
    _ associations: AssociationIndex
  ) {
    self.network = EditedNetwork(network)
    self.features = features
    self.associations = associations
    var classes = network.assetTypeOrdinals
    for (index, table) in network.tables.enumerated() {
      let first = Int(network.firstOrdinals[index])
      for feature in first..<first + table.count where classes[feature] < 0 {
        classes[feature] = Int32(network.catalog.entries.count + index)
      }
    }
    self.classes = FeatureClasses(classes)
  }
}
