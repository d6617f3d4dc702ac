package import GeoSnapColumns

/// The associations of each feature, as compressed sparse rows.
package struct FeatureAssociations: Sendable {
  private let starts: Column<Int32>
  private let indices: Column<Int32>

  /// Collects the associations of each feature; `ordinal` returns the feature at an end.
  init(
    _ associations: some Collection<Association>,
    featureCount: Int,
    ordinal: (Association.End) -> Int32?
  ) {
    var counts = [Int32](repeating: 0, count: featureCount + 1)
    // The feature of each end, and the association.
    var features: [Int32] = []
    var positions: [Int32] = []
    features.reserveCapacity(associations.count * 2)
    positions.reserveCapacity(associations.count * 2)
    for (index, association) in associations.enumerated() {
      for side in 0..<2 {
        guard let feature = ordinal(side == 0 ? association.from : association.to) else { continue }
        counts[Int(feature) + 1] += 1
        features.append(feature)
        positions.append(Int32(index))
      }
    }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    starts = Column(counts)
    var next = counts
    var indices = [Int32](repeating: 0, count: features.count)
    for (end, feature) in features.enumerated() {
      indices[Int(next[Int(feature)])] = positions[end]
      next[Int(feature)] += 1
    }
    self.indices = Column(indices)
  }

  /// The associations of a feature, in the order of the network's list.
  package subscript(feature: Int32) -> Slice<Column<Int32>> {
    indices[Int(starts[Int(feature)])..<Int(starts[Int(feature) + 1])]
  }
}

extension FeatureAssociations: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    starts = try image.read("starts")
    indices = try image.read("indices")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(starts, "starts")
    try image.write(indices, "indices")
  }
}
