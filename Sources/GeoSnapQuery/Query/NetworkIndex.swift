package import GeoSnapColumns
internal import GeoSnapSupport

/// A network with indexes of features and associations by place.
///
/// It is built once when a network is opened, and any number of threads may query it; ``apply(_:)`` takes over edits.
public struct NetworkIndex: Sendable {
  /// The network, with the edits that the index has taken over.
  public package(set) var network: EditedNetwork
  /// All features of the network that have a geometry, under their ordinals.
  public internal(set) var features: FeatureIndex

  var associations: AssociationIndex
  package internal(set) var classes: FeatureClasses
  var centroidCache = Locked<FeatureIndex?>(nil)

  /// Indexes a network, on all cores when it is large enough.
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

  /// The asynchronous twin of ``init(_:)``, with progress; throws `CancellationError` when its task is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
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

  package init(
    _ network: UtilityNetwork,
    from image: inout ImageReader
  ) throws(ImageError) {
    self.network = EditedNetwork(network)
    features = try image.read("features")
    associations = try image.read("associations")
    classes = FeatureClasses(try image.read("classes"))
    guard classes.plain.count == network.featureCount else {
      throw ImageError("The index does not fit the network.")
    }
  }

  /// Writes the index, which has no edits.
  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(features, "features")
    try image.write(associations, "associations")
    try image.write(classes.packed, "classes")
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
