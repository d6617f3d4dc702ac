/// For each feature the associations it takes part in, as compressed sparse rows.
struct FeatureAssociations: Sendable {
  private let starts: [Int32]
  private let indices: [Int32]

  /// Gathers the associations of each feature; `ordinal` names the feature at an end.
  init(
    _ associations: [Association],
    featureCount: Int,
    ordinal: (Association.End) -> Int32?
  ) {
    var counts = [Int32](repeating: 0, count: featureCount + 1)
    var ends: [(feature: Int32, association: Int32)] = []
    ends.reserveCapacity(associations.count * 2)
    for (index, association) in associations.enumerated() {
      for end in [association.from, association.to] {
        guard let feature = ordinal(end) else { continue }
        counts[Int(feature) + 1] += 1
        ends.append((feature, Int32(index)))
      }
    }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    starts = counts
    var next = counts
    var indices = [Int32](repeating: 0, count: ends.count)
    for end in ends {
      indices[Int(next[Int(end.feature)])] = end.association
      next[Int(end.feature)] += 1
    }
    self.indices = indices
  }

  /// The associations of a feature, in the order of the network's list.
  subscript(feature: Int32) -> ArraySlice<Int32> {
    indices[Int(starts[Int(feature)])..<Int(starts[Int(feature) + 1])]
  }
}
