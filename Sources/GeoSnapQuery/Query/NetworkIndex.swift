package import GeoSnapColumns
internal import GeoSnapSupport

/// A network with the indexes that answer a pointer position: features by place, associations by extent.
///
/// Building it once is the cost of opening a network; it is immutable, and any number of threads may query it.
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
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with; `CancellationError` when the task was
  ///   cancelled.
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

  /// Reads the index of a network from an image.
  package init(
    _ network: UtilityNetwork,
    from image: inout ImageReader
  ) throws(ImageError) {
    self.network = EditedNetwork(network)
    features = try image.read("features")
    associations = try image.read("associations")
    classes = FeatureClasses(try image.read("classes"))
    guard classes.plain.count == network.featureCount else {
      throw ImageError("The index is of another network.")
    }
  }

  /// Writes the index, in which nothing was edited.
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
