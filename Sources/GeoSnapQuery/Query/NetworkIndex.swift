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

  package init(_ network: UtilityNetwork, from image: inout ImageReader) throws(ImageError) {
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

  /// Takes over a commit on ``network``; commits come in their order, and copies of the index do not change.
  ///
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with, or with code `commitOutOfOrder` when the
  ///   commit is not the next one on ``network``; the index is unchanged then.
  /// - Complexity: Linear in the vertices of the features that the commit touches and in their associations;
  ///   independent of the network's size.
  public mutating func apply(_ commit: NetworkCommit) throws(IndexError) {
    guard commit.follows(network) else { throw .commitOutOfOrder }
    self = try moved(to: commit.after, touched: commit.touched)
  }

  /// The index of another snapshot of the same network.
  ///
  /// `touched` are the features that differ there, and those at the ends of associations that differ. Throws as
  /// ``apply(_:)``.
  package func moved(
    to after: EditedNetwork,
    touched: [FeatureID]
  ) throws(IndexError) -> NetworkIndex {
    var next = self
    next.network = after
    var centroids = centroidCache.withLock { $0 }
    var positions: Set<Int32> = []
    for feature in touched {
      let ordinal = after.ordinal(of: feature)
      let old = network.currentGeometry(of: feature)
      let new = after.currentGeometry(of: feature)
      if old != new {
        try next.features.replace(ordinal, old, by: new)
        try centroids?.replace(ordinal, old?.centroidPoint, by: new?.centroidPoint)
      }
      if after.contains(feature) { next.classes.set(after.featureClass(of: feature), of: ordinal) }
      positions.formUnion(network.positions(of: feature))
      positions.formUnion(after.positions(of: feature))
    }
    for position in positions { try next.associations.update(position, in: after) }
    next.centroidCache = Locked(centroids)
    return next
  }

  /// The centres of all areas, under the ordinals of their features; computed on first use.
  package var centroids: FeatureIndex {
    centroidCache.withLock { cached in
      if let cached { return cached }
      var centroids = FeatureIndex()
      for (table, packed) in network.base.tables.enumerated() where packed.mayHaveAreas {
        for feature in network.features(table: table) {
          guard let centre = network.geometry(of: feature)?.areaCentroid else { continue }
          // The centre of an indexed area lies within it, so no ordinate is too large.
          try? centroids.insert(network.ordinal(of: feature), at: .point(Point(centre)))
        }
      }
      centroids.rebuild()
      cached = centroids
      return centroids
    }
  }
}

extension FeatureIndex {
  /// Replaces the geometry of a feature; nil when it has none.
  package mutating func replace(
    _ ordinal: Int32,
    _ old: Geometry?,
    by new: Geometry?
  ) throws(IndexError) {
    switch (old, new) {
    case (let old?, let new?): try move(ordinal, from: old, to: new)
    case (let old?, nil): try remove(ordinal, at: old)
    case (nil, let new?): try insert(ordinal, at: new)
    case (nil, nil): break
    }
  }
}

extension Geometry {
  fileprivate var centroidPoint: Geometry? { areaCentroid.map { .point(Point($0)) } }
}

extension EditedNetwork {
  /// The positions of a feature's associations; empty where a snapshot does not have its row.
  fileprivate func positions(of feature: FeatureID) -> [Int32] {
    Int(feature.row) < rowCount(table: Int(feature.table)) ? associationPositions(of: feature) : []
  }

  /// The geometry of a feature if it exists.
  package func currentGeometry(of feature: FeatureID) -> Geometry? {
    contains(feature) ? geometry(of: feature) : nil
  }

  /// The ordinal of a feature's asset type, or after all asset types the index of its plain table.
  fileprivate func featureClass(of feature: FeatureID) -> Int32 {
    let ordinal = assetTypeOrdinal(of: feature)
    return ordinal >= 0 ? ordinal : Int32(catalog.entries.count) + feature.table
  }
}

extension FeatureTable {
  fileprivate var mayHaveAreas: Bool { geometryType.map { $0.dimension == 2 } ?? false }
}

/// The class of each feature: the ordinal of its asset type, or after all asset types the index of its plain table.
///
/// Frequent checks then need a single array access.
package struct FeatureClasses: Sendable {
  let packed: Column<Int32>
  /// The classes of packed features, by ordinal; empty once edits have changed one.
  package private(set) var plain: Column<Int32>
  /// The classes of features that edits have inserted, deleted or given another type.
  private var edited = PersistentMap<Int32, Int32>()

  init(_ packed: Column<Int32>) {
    self.packed = packed
    plain = packed
  }

  package subscript(ordinal: Int32) -> Int32 {
    let place = Int(ordinal)
    return place < plain.count ? plain[place] : edited.find(ordinal) ?? packed[place]
  }

  mutating func set(_ featureClass: Int32, of ordinal: Int32) {
    if Int(ordinal) < packed.count {
      if self[ordinal] == featureClass { return }
      plain = []
    }
    edited.set(featureClass, for: ordinal)
  }
}
