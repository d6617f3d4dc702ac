/// Moves the features of a data set onto a network, by its rules.
///
/// The snapper determines the target of every vertex that may move from its coordinate and the asset type only.
/// Vertices at one coordinate therefore stay together in any order, block or thread. A separate pass finds the
/// coordinates that stay:
///
/// - *Holders*. A vertex that never moves (an inner vertex of a line that connects at its ends only, any vertex of an
///   unsupported feature) keeps all others at its coordinate.
/// - *Collapses*. A line must not become shorter than the tolerance, or than its own length if that is less, and its
///   consecutive vertices must not coincide. In rounds, each such line gives up one move: of two coinciding vertices
///   the longer move, otherwise the longest of the line (the longest sixteenth of many). All lines of a round do so
///   at once. A coordinate that one line gives up stays for all.
public struct Conformer: Sendable {
  package let snapper: Snapper
  /// The greatest distance of a move, and the least length of a shortened line, in coordinate units.
  package let tolerance: Double

  let movesPoints: Bool
  let movesLineEnds: Bool
  let movesInnerVertices: Bool
  /// The role of all moving vertices: inner vertices that may connect have the same targets as ends.
  private let role: SnapRole
  /// The reasons for refusals, compiled once.
  private let refusals: SnapRefusals

  /// Creates a conformer.
  ///
  /// Without rules, all vertices of points and lines move. With rules for a junction, points move; with rules for a
  /// line, its ends move, and its inner vertices if its connectivity policy is any-vertex. The `tolerance` is in
  /// coordinate units.
  ///
  /// - Throws: ``SnapRuleError`` with code `invalidTolerance` when the tolerance is negative or NaN, or `missingView`
  ///   when one of the snapper's is in pixels and it has no view.
  public init(_ snapper: Snapper, tolerance: Double) throws(SnapRuleError) {
    try snapper.check(nil, tolerance)
    guard tolerance >= 0 else {
      throw SnapRuleError(
        .invalidTolerance,
        "The tolerance is \(tolerance): give a number of 0 or more."
      )
    }
    self.snapper = snapper
    self.tolerance = tolerance
    let rules = snapper.rules
    let isEdge = rules?.elementKind == .edge
    let policy = rules.flatMap {
      snapper.scene.network.assetType($0.assetType)?.type.connectivityPolicy
    }
    movesPoints = !isEdge
    movesLineEnds = isEdge || rules == nil
    movesInnerVertices = isEdge && policy == .anyVertex || rules == nil
    role = isEdge ? .lineEnd : .point
    let origin = Coordinate(x: 0, y: 0)
    refusals = SnapRefusals(snapper, snapper.query(origin, tolerance, role, nil))
  }

  package func conforms(_ shape: ConformBlock.Shape) -> Bool {
    switch shape {
    case .points: movesPoints
    case .lines: movesLineEnds
    case .other, .none: false
    }
  }

  /// Calls `body` for each vertex of a feature, with whether it may move.
  func forEachVertex(
    of feature: Int,
    in block: ConformBlock,
    _ body: (_ vertex: Int, _ mayMove: Bool) -> Void
  ) {
    let conforms = conforms(block.shapes[feature])
    let movesAll = block.shapes[feature] == .points || movesInnerVertices
    for part in block.parts(of: feature) {
      for vertex in part {
        let isEnd = vertex == part.lowerBound || vertex == part.upperBound - 1
        body(vertex, conforms && (movesAll || isEnd))
      }
    }
  }

  /// The targets of a block's vertices, regardless of those that stay.
  func targets(in block: ConformBlock) -> ConformTargets {
    var movers: [Coordinate] = []
    var slots = [Int32](repeating: -1, count: block.places.count)
    for feature in 0..<block.count {
      forEachVertex(of: feature, in: block) { vertex, mayMove in
        guard mayMove else { return }
        slots[vertex] = Int32(movers.count)
        movers.append(block.places[vertex])
      }
    }
    let matches = snapper.matches(atEach: movers, 0..<movers.count, tolerance, role, nil)
    return ConformTargets(matches: matches, slots: slots)
  }

  func reason(at place: Coordinate) -> ConformReason {
    let query = snapper.query(place, tolerance, role, nil)
    return SnapRefusals(refusals, query).nearestReason().map { .refused($0) } ?? .nothingNear
  }

  /// Conforms a block of the data set from which the plan was made, and returns an outcome for each of its
  /// ``ConformBlock/places``.
  ///
  /// Coordinates in `pins` stay.
  package func conform(_ block: ConformBlock, keeping pins: ConformPins) -> [ConformOutcome] {
    let targets = targets(in: block)
    var outcomes = block.places.indices.map { vertex in
      outcome(of: vertex, in: block, targets, pins)
    }
    for feature in 0..<block.count where block.shapes[feature] == .lines {
      for part in block.parts(of: feature) {
        let conflicts = part.filter {
          outcomes[$0] == .kept(.sharedConflict) && !pins.held.contains(block.places[$0])
        }
        guard !conflicts.isEmpty, line(part, of: block, targets)?.isInDanger == true else {
          continue
        }
        for vertex in conflicts { outcomes[vertex] = .kept(.wouldCollapse) }
      }
    }
    return outcomes
  }

  private func outcome(
    of vertex: Int,
    in block: ConformBlock,
    _ targets: ConformTargets,
    _ pins: ConformPins
  ) -> ConformOutcome {
    guard targets.mayMove(vertex) else { return .held }
    let place = block.places[vertex]
    guard let match = targets.match(vertex) else { return .kept(reason(at: place)) }
    let outcome = ConformOutcome.moved(match)
    guard match.place.location != place else {
      // At its place, but perhaps not at its height, which does not affect others.
      let height = block.heights[vertex]
      let isAtHeight = height.isNaN || outcome.height(from: height) == height
      return isAtHeight ? .kept(.alreadyThere) : outcome
    }
    let isKept = pins.held.contains(place) || pins.givenUp.contains(place)
    return isKept ? .kept(.sharedConflict) : outcome
  }

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
  package func reason(for shape: ConformBlock.Shape) -> ConformReason? {
    if shape == .none { return .noGeometry }
    return conforms(shape) ? nil : .unsupportedGeometry
  }
}

struct ConformTargets {
  let matches: [SnapMatch?]
  /// The index of each vertex in the matches; -1 for one that never moves.
  let slots: [Int32]

  func mayMove(_ vertex: Int) -> Bool { slots[vertex] >= 0 }

  func match(_ vertex: Int) -> SnapMatch? {
    slots[vertex] < 0 ? nil : matches[Int(slots[vertex])]
  }

  /// The target of a vertex; its own place when it stays.
  func target(_ vertex: Int, from place: Coordinate) -> Coordinate {
    match(vertex)?.place.location ?? place
  }
}

/// A conformed feature.
public struct ConformedFeature: Sendable {
  /// The new geometry; nil without one.
  public let geometry: Geometry?
  /// The reason why the feature was not conformed; nil when it was.
  public let reason: ConformReason?
  /// The results for its vertices, part by part.
  public let outcomes: [ConformOutcome]
}
