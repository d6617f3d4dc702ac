internal import GeoSnapSupport

extension NetworkIndex {
  /// Takes over a commit.
  ///
  /// Copies stay as they are: those who read them go on undisturbed.
  ///
  /// - Parameter commit: A commit on ``network``; commits come in their order.
  /// - Throws: ``IndexError`` when a geometry has an ordinate too large to measure with, or with code
  ///   `commitOutOfOrder` when the commit is not the next one on ``network``; the index is as before then.
  /// - Complexity: Linear in the vertices of the features that the commit touches and in their associations;
  ///   independent of the network's size.
  public mutating func apply(_ commit: NetworkCommit) throws(IndexError) {
    guard commit.follows(network) else { throw .commitOutOfOrder }
    self = try moved(to: commit.after, touched: commit.touched)
  }

  /// The index of another snapshot of the same network.
  ///
  /// - Parameters:
  ///   - after: The snapshot.
  ///   - touched: The features that are not the same there, and those at the ends of associations that are not.
  /// - Returns: The index.
  /// - Throws: ``IndexError`` as ``apply(_:)``.
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
      if after.contains(feature) {
        next.classes.set(after.featureClass(of: feature), of: ordinal)
      }
      positions.formUnion(network.positions(of: feature))
      positions.formUnion(after.positions(of: feature))
    }
    for position in positions { try next.associations.update(position, in: after) }
    next.centroidCache = Locked(centroids)
    return next
  }
}

extension FeatureIndex {
  /// Puts a feature where it is now; nil is nowhere.
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
  /// The positions of a feature's associations; none where a snapshot does not know its row.
  fileprivate func positions(of feature: FeatureID) -> [Int32] {
    Int(feature.row) < rowCount(table: Int(feature.table)) ? associationPositions(of: feature) : []
  }

  /// The geometry of a feature if it is there.
  package func currentGeometry(of feature: FeatureID) -> Geometry? {
    contains(feature) ? geometry(of: feature) : nil
  }

  /// The ordinal of a feature's asset type or, behind all asset types, the index of its plain table.
  fileprivate func featureClass(of feature: FeatureID) -> Int32 {
    let ordinal = assetTypeOrdinal(of: feature)
    return ordinal >= 0 ? ordinal : Int32(catalog.entries.count) + feature.table
  }
}
