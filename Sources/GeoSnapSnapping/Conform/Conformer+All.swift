/// A conformed feature.
public struct ConformedFeature: Sendable {
  /// The new geometry; nil without one.
  public let geometry: Geometry?
  /// The reason why the feature was not conformed; nil when it was.
  public let reason: ConformReason?
  /// The results for its vertices, part by part.
  public let outcomes: [ConformOutcome]
}

extension Conformer {
  /// Conforms a data set in memory, on all cores.
  ///
  /// The result for a feature depends neither on the order of features nor on threads.
  ///
  /// - Parameters:
  ///   - geometries: The geometries of the features, nil for none, with finite ordinates.
  ///   - progress: Receives the share that is done, from 0 to 1, from one thread at a time.
  /// - Returns: The features, in the order of `geometries`.
  /// - Throws: `CancellationError` when the task was cancelled.
  /// - Complexity: Two snaps for each vertex that may move, divided among the cores.
  @concurrent
  public func conform(
    _ geometries: [Geometry?],
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws -> [ConformedFeature] {
    let count = geometries.count
    // A line has many vertices, each of which is snapped twice.
    let size = 1 << 6
    @Sendable func block(_ range: Range<Int>) -> ConformBlock {
      var block = ConformBlock()
      for geometry in geometries[range] { block.append(geometry) }
      return block
    }
    func share(_ first: Double, _ last: Double) -> (@Sendable (Int) -> Void)? {
      guard let progress else { return nil }
      return { progress(first + (last - first) * Double($0) / Double(count)) }
    }
    var plan = ConformPlan(expecting: geometries.reduce(0) { $0 + ($1?.coordinates.count ?? 0) })
    try await forEachChunk(of: count, size: size, progress: share(0, 0.4)) { range in
      survey(block(range))
    } collect: {
      plan.add($0)
    }
    if plan.needsHolders {
      let moving = plan.moving
      try await forEachChunk(of: count, size: size, progress: share(0.4, 0.5)) { range in
        heldPlaces(in: block(range), near: moving)
      } collect: {
        plan.hold($0)
      }
    }
    let pins = try plan.pins()
    var features: [ConformedFeature] = []
    features.reserveCapacity(count)
    try await forEachChunk(of: count, size: size, progress: share(0.5, 1)) { range in
      let block = block(range)
      let outcomes = conform(block, keeping: pins)
      return zip(range, 0..<block.count).map { number, feature in
        conformed(geometries[number], feature, of: block, outcomes)
      }
    } collect: {
      features += $0
    }
    return features
  }

  private func conformed(
    _ geometry: Geometry?,
    _ feature: Int,
    of block: ConformBlock,
    _ outcomes: [ConformOutcome]
  ) -> ConformedFeature {
    let vertices = block.vertices(of: feature)
    return ConformedFeature(
      geometry: geometry?.conformed(outcomes[vertices]),
      reason: reason(for: block.shapes[feature]),
      outcomes: Array(outcomes[vertices])
    )
  }

  /// The reason why features of a shape are not conformed; nil when they are.
  public func reason(for shape: ConformBlock.Shape) -> ConformReason? {
    if shape == .none { return .noGeometry }
    return conforms(shape) ? nil : .unsupportedGeometry
  }
}
