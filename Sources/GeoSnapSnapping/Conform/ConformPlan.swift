/// The contribution of one block to the plan.
public struct ConformSurvey: Sendable {
  var moving: [Coordinate] = []
  var lines: [ConformLine] = []
  /// Whether a vertex never moves.
  var hasHolders = false
}

/// Collects the data of a whole data set that decide the moves of vertices.
///
/// Memory: two bytes for each expected vertex, at most 64 MiB, and the lines that could collapse, which are no longer
/// than some tolerances or have vertices that could coincide.
public struct ConformPlan: Sendable {
  /// The coordinates that would move, with some false positives.
  public private(set) var moving: CoordinateFilter
  private var lines: [ConformLine] = []
  private var held: Set<Coordinate> = []
  private var hasHolders = false
  private var hasMovers = false

  /// Creates a plan; the expected number of vertices affects only the memory.
  public init(expecting count: Int) {
    moving = CoordinateFilter(expecting: count)
  }

  /// Adds a block's survey; the order does not matter.
  public mutating func add(_ survey: ConformSurvey) {
    for place in survey.moving { moving.insert(place) }
    lines += survey.lines
    hasHolders = hasHolders || survey.hasHolders
    hasMovers = hasMovers || !survey.moving.isEmpty
  }

  /// Whether ``Conformer/heldPlaces(in:near:)`` has to read the data set once more.
  public var needsHolders: Bool { hasHolders && hasMovers }

  /// Adds places that stay; the order does not matter.
  public mutating func hold(_ places: [Coordinate]) { held.formUnion(places) }

  /// Determines the coordinates that stay.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
  public func pins() throws(CancellationError) -> ConformPins {
    ConformPins(held: held, givenUp: try CollapseResolution(lines).givenUp(keeping: held))
  }
}

/// The coordinates that stay although the network is near.
public struct ConformPins: Sendable {
  /// Those with a vertex that never moves.
  let held: Set<Coordinate>
  /// Those that lines give up to avoid a collapse.
  let givenUp: Set<Coordinate>

  /// No coordinates, for a data set of points.
  public static let none = ConformPins(held: [], givenUp: [])
}

extension Conformer {
  /// Surveys one block for the plan, with one snap for each vertex that may move.
  public func survey(_ block: ConformBlock) -> ConformSurvey {
    let targets = targets(in: block)
    var survey = ConformSurvey()
    for (vertex, place) in block.places.enumerated() {
      if !targets.mayMove(vertex) {
        survey.hasHolders = true
      } else if targets.target(vertex, from: place) != place {
        survey.moving.append(place)
      }
    }
    for feature in 0..<block.count where block.shapes[feature] == .lines {
      for part in block.parts(of: feature) {
        let line = line(part, of: block, targets)
        if let line, line.isInDanger { survey.lines.append(line) }
      }
    }
    return survey
  }

  /// The places in a block that never move and from which others may move.
  public func heldPlaces(
    in block: ConformBlock,
    near moving: CoordinateFilter
  ) -> [Coordinate] {
    var places: [Coordinate] = []
    for feature in 0..<block.count {
      forEachVertex(of: feature, in: block) { vertex, mayMove in
        let place = block.places[vertex]
        if !mayMove, moving.mayContain(place) { places.append(place) }
      }
    }
    return places
  }

  /// A part of a line with its targets; nil when no vertex would move.
  func line(
    _ part: Range<Int>,
    of block: ConformBlock,
    _ targets: ConformTargets
  ) -> ConformLine? {
    guard part.contains(where: { targets.target($0, from: block.places[$0]) != block.places[$0] })
    else { return nil }
    return ConformLine(
      places: Array(block.places[part]),
      targets: part.map { targets.target($0, from: block.places[$0]) },
      tolerance: tolerance
    )
  }
}
