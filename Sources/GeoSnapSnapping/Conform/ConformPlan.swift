/// What one block of a data set adds to the plan.
public struct ConformSurvey: Sendable {
  /// The coordinates that would move.
  var moving: [Coordinate] = []
  /// The lines that might collapse.
  var lines: [ConformLine] = []
  /// Whether a vertex is there that never moves.
  var hasHolders = false
}

/// Collects what must be known of a whole data set before its first vertex moves.
///
/// Memory: two bytes for each vertex expected, 64 MiB at most, and the lines in danger, which are no
/// longer than some tolerances or have vertices that fall together.
public struct ConformPlan: Sendable {
  /// The coordinates that would move, and perhaps some others.
  public private(set) var moving: CoordinateFilter
  private var lines: [ConformLine] = []
  private var held: Set<Coordinate> = []
  private var hasHolders = false
  private var hasMovers = false

  /// Begins a plan.
  ///
  /// The number of vertices expected decides how much memory is used, and nothing else.
  public init(expecting count: Int) {
    moving = CoordinateFilter(expecting: count)
  }

  /// Adds what a block has; the order of blocks plays no part.
  public mutating func add(_ survey: ConformSurvey) {
    for place in survey.moving { moving.insert(place) }
    lines += survey.lines
    hasHolders = hasHolders || survey.hasHolders
    hasMovers = hasMovers || !survey.moving.isEmpty
  }

  /// Whether the data set must be read once more, for ``Conformer/heldPlaces(in:near:)``.
  public var needsHolders: Bool { hasHolders && hasMovers }

  /// Adds places that are held; the order of blocks plays no part.
  public mutating func hold(_ places: [Coordinate]) { held.formUnion(places) }

  /// Decides which coordinates stay.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
  public func pins() throws(CancellationError) -> ConformPins {
    ConformPins(held: held, givenUp: try CollapseResolution(lines).givenUp(keeping: held))
  }
}

/// The coordinates that stay where they are although the network is near.
public struct ConformPins: Sendable {
  /// Those that a vertex holds which never moves.
  let held: Set<Coordinate>
  /// Those that lines give up so as not to collapse.
  let givenUp: Set<Coordinate>

  /// None: what a data set of nothing but points needs.
  public static let none = ConformPins(held: [], givenUp: [])
}

extension Conformer {
  /// Looks at one block for the plan.
  ///
  /// - Complexity: One snap for each vertex that may move.
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

  /// The places of a block that never move and where something else may want to.
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

  /// A part of a line with its targets; nil when none of its vertices would move.
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
