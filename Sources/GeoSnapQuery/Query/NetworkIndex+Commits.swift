internal import GeoSnapSupport

extension NetworkIndex {
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
