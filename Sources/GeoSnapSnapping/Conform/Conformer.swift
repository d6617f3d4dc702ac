/// Moves the features of a data set onto a network, by its rules.
///
/// Every vertex that may move goes where the snapper says for its coordinate: the target depends on
/// nothing but the coordinate and the asset type, so that vertices of one coordinate stay together
/// in whatever order, block or thread they come. What keeps some from moving is decided for
/// coordinates too, in a reading of its own:
///
/// - *Holders*. A vertex that never moves (an inner vertex of a line that connects at its ends
///   only, any vertex of an unsupported feature) keeps every other at its coordinate.
/// - *Collapses*. A line may not become shorter than the tolerance, or than it was when that is
///   less, and no two of its consecutive vertices may fall together. In rounds, each line that
///   would, as things stand, gives up one move: of two vertices that fall together that of the one
///   which moves farther, else the farthest move of the line (of many the farthest sixteenth); all
///   lines of a round at once. A coordinate that is given up is given up by all.
///
/// So the steps are: ``survey(_:)`` of every block into a ``ConformPlan``; when it asks for them,
/// ``heldPlaces(in:near:)`` of every block; then ``conform(_:keeping:)`` of every block with the
/// plan's ``ConformPins``. Each may run on any number of threads.
public struct Conformer: Sendable {
  /// What says where to.
  public let snapper: Snapper
  /// How far a vertex may move, and the length that no line becomes shorter than, in coordinate
  /// units.
  public let tolerance: Double

  let movesPoints: Bool
  let movesLineEnds: Bool
  let movesInnerVertices: Bool
  /// One role serves all vertices that move: where inner vertices may connect they may do so where
  /// ends may.
  private let role: SnapRole
  /// What says why, compiled once.
  private let refusals: SnapRefusals

  /// Creates a conformer.
  ///
  /// Without rules all vertices of points and lines move. With those of a junction points do; with
  /// those of a line its ends do, and its inner vertices where its connectivity policy is any-vertex.
  ///
  /// - Parameters:
  ///   - snapper: What says where to.
  ///   - tolerance: The greatest distance of a move, in coordinate units.
  /// - Throws: ``SnapRuleError`` with code `invalidTolerance` when the tolerance is negative or NaN, or
  ///   `missingView` when one of the snapper's is in pixels and it has no view.
  public init(_ snapper: Snapper, tolerance: Double) throws(SnapRuleError) {
    try snapper.check(nil, tolerance)
    guard tolerance >= 0 else {
      throw SnapRuleError(
        .invalidTolerance,
        "The tolerance is \(tolerance): give a number from 0."
      )
    }
    self.snapper = snapper
    self.tolerance = tolerance
    let origin = Coordinate(x: 0, y: 0)
    guard let rules = snapper.rules else {
      refusals = SnapRefusals(snapper, snapper.query(origin, tolerance, .point, nil))
      movesPoints = true
      movesLineEnds = true
      movesInnerVertices = true
      role = .point
      return
    }
    let isEdge = rules.elementKind == .edge
    let policy = snapper.scene.network.assetType(rules.assetType)?.type.connectivityPolicy
    movesPoints = !isEdge
    movesLineEnds = isEdge
    movesInnerVertices = isEdge && policy == .anyVertex
    role = isEdge ? .lineEnd : .point
    refusals = SnapRefusals(snapper, snapper.query(origin, tolerance, role, nil))
  }

  /// Whether features of a shape are conformed at all.
  public func conforms(_ shape: ConformBlock.Shape) -> Bool {
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

  /// Where the vertices of a block would go if nothing kept them.
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

  /// Why there is nothing to snap to at a place.
  func reason(at place: Coordinate) -> ConformReason {
    let query = snapper.query(place, tolerance, role, nil)
    return SnapRefusals(refusals, query).nearestReason().map { .refused($0) } ?? .nothingNear
  }
}

/// Where the vertices of a block would go.
struct ConformTargets {
  let matches: [SnapMatch?]
  /// For each vertex its match; -1 for one that never moves.
  let slots: [Int32]

  func mayMove(_ vertex: Int) -> Bool { slots[vertex] >= 0 }

  func match(_ vertex: Int) -> SnapMatch? {
    slots[vertex] < 0 ? nil : matches[Int(slots[vertex])]
  }

  /// The place a vertex would go to; its own when it stays.
  func target(_ vertex: Int, from place: Coordinate) -> Coordinate {
    match(vertex)?.place.location ?? place
  }
}
