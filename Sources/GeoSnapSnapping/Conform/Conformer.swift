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
///
/// The steps: ``survey(_:)`` of every block into a ``ConformPlan``; ``heldPlaces(in:near:)`` of every block if the
/// plan needs it; ``conform(_:keeping:)`` of every block with the plan's ``ConformPins``. Each may run on any number
/// of threads.
public struct Conformer: Sendable {
  /// The snapper that determines the targets.
  public let snapper: Snapper
  /// The greatest distance of a move, and the least length of a shortened line, in coordinate units.
  public let tolerance: Double

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

  /// Whether features of a shape are conformed.
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
