/// A network with the indexes that answer a pointer position: features by place, associations by
/// extent.
///
/// Building it once is the cost of opening a network; it is immutable, and any number of threads
/// may query it.
public struct NetworkIndex: Sendable {
  /// The network.
  public let network: UtilityNetwork
  /// All features of the network that have a geometry, under their ordinals.
  public let features: FeatureIndex

  let associations: AssociationIndex
  /// For each feature its class: the ordinal of its asset type or, behind all asset types, the
  /// index of its plain table.
  ///
  /// Lets hot paths decide by one look into an array.
  let classes: [Int32]

  /// Indexes a network.
  ///
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with.
  /// - Complexity: O(n log n) for n vertices.
  public init(_ network: UtilityNetwork) throws(IndexError) {
    self.init(
      network,
      try FeatureIndex(network.tables.flatMap(\.geometries)),
      try AssociationIndex(network)
    )
  }

  /// Indexes a network on all cores.
  ///
  /// The index is that of the form on one thread.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at
  ///     once.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with; `CancellationError`
  ///   when the task was cancelled.
  /// - Complexity: O(n log n) for n vertices.
  public init(
    _ network: UtilityNetwork,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    async let associations = AssociationIndex(network)
    let features = try await FeatureIndex(
      network.tables.flatMap(\.geometries),
      progress: progress
    )
    try await self.init(network, features, associations)
  }

  private init(
    _ network: UtilityNetwork,
    _ features: FeatureIndex,
    _ associations: AssociationIndex
  ) {
    self.network = network
    self.features = features
    self.associations = associations
    var classes = network.assetTypeOrdinals
    for (index, table) in network.tables.enumerated() {
      let first = Int(network.firstOrdinals[index])
      for feature in first..<first + table.count where classes[feature] < 0 {
        classes[feature] = Int32(network.catalog.entries.count + index)
      }
    }
    self.classes = classes
  }
}
