internal import CGEOS

enum SetOperation {
  case union
  case intersection
  case difference
  case symmetricDifference
}

extension Geometry {
  /// Combines two geometries as point sets, on a grid if `gridSize` is given.
  func overlay(
    _ operation: SetOperation,
    _ other: Geometry,
    _ gridSize: Double?
  ) throws(GeometryError) -> Geometry {
    let grid = try checkedGridSize(gridSize)
    let srid = try commonSRID(srid, other.srid)
    let result: Geometry
    let isSum = operation == .union || operation == .symmetricDifference
    if isSum, grid == 0, isEmpty != other.isEmpty {
      // GEOS 3.11 returns the other unchanged: not split where its lines meet.
      result = try (isEmpty ? other : self).unaryUnion()
    } else if type == .geometryCollection || other.type == .geometryCollection {
      let first = try DimensionSets(self, grid)
      let second = try DimensionSets(other, grid)
      result = try first.combined(operation, with: second, grid, srid)
    } else {
      result = try overlayUnmixed(operation, other, grid)
    }
    if result.isEmpty {
      return .empty(ofDimension: operation.dimension(statedDimension, other.statedDimension), srid)
    }
    let simplest = isEmpty || other.isEmpty ? .joining(result.parts, srid) : result
    return simplest.declared(in: srid)
  }

  /// The greatest dimension of the type or of a member's type; -1 for an empty collection.
  var statedDimension: Int {
    guard case .collection(let collection) = self else { return type.dimension }
    return collection.geometries.map(\.statedDimension).max() ?? -1
  }

  /// Combines two geometries other than collections; if GEOS's result is certainly wrong, again on a grid finer than
  /// any survey.
  func overlayUnmixed(
    _ operation: SetOperation,
    _ other: Geometry,
    _ grid: Double
  ) throws(GeometryError) -> Geometry {
    let result = try engineOverlay(operation, other, grid)
    guard grid == 0,
      operation.misfit(of: result, self, other) != nil
        || operation == .difference && result.isEmpty && type.dimension == 2
          && other.type.dimension == 2 && (try? other.covers(self)) == false,
      let own = envelope?.greatestOrdinate, let others = other.envelope?.greatestOrdinate
    else { return result }
    let second = try engineOverlay(operation, other, max(own, others) * 0x1p-44)
    guard let reason = operation.misfit(of: second, self, other) else { return second }
    guard try isValid, try other.isValid else { return result }
    throw GeometryError(
      .engine,
      "\(operation.name): The result of GEOS is wrong, because \(reason). Give a grid size."
    )
  }

  private func engineOverlay(
    _ operation: SetOperation,
    _ other: Geometry,
    _ grid: Double
  ) throws(GeometryError) -> Geometry {
    try unsafe derived(from: other, operation.name, keepingZ: .ofEither) { context, first, second in
      let (exact, rounded) =
        switch operation {
        case .union: unsafe (GEOSUnion_r, GEOSUnionPrec_r)
        case .intersection: unsafe (GEOSIntersection_r, GEOSIntersectionPrec_r)
        case .difference: unsafe (GEOSDifference_r, GEOSDifferencePrec_r)
        case .symmetricDifference: unsafe (GEOSSymDifference_r, GEOSSymDifferencePrec_r)
        }
      return grid > 0
        ? unsafe rounded(context, first, second, grid) : unsafe exact(context, first, second)
    }
  }
}

extension SetOperation {
  /// The dimension of an empty result in OGC's Simple Features.
  fileprivate func dimension(_ first: Int, _ second: Int) -> Int {
    switch self {
    case .union, .symmetricDifference: max(first, second)
    case .intersection: min(first, second)
    case .difference: first
    }
  }

  /// The reason why a result is certainly wrong; nil when it may be right.
  fileprivate func misfit(of result: Geometry, _ first: Geometry, _ second: Geometry) -> String? {
    guard let one = first.envelope, let other = second.envelope else { return nil }
    let slack = 1e-9 * max(one.greatestOrdinate, other.greatestOrdinate)
    let bounds: [Envelope] =
      switch self {
      case .union, .symmetricDifference: [one.union(other)]
      case .intersection: [one, other]
      case .difference: [one]
      }
    if let envelope = result.envelope,
      !bounds.allSatisfy({ $0.expanded(by: slack).contains(envelope) })
    {
      return "it reaches out of the geometries"
    }
    if self == .union, result.envelope?.expanded(by: slack).contains(one.union(other)) != true {
      return "it does not contain all of the geometries"
    }
    let dimension = first.type.dimension
    if dimension == 1 && (self == .difference || self == .intersection) {
      return result.length > first.length * (1 + 1e-9) + slack ? "it is longer than the line" : nil
    }
    guard dimension == 2 && second.type.dimension == 2 else { return nil }
    let (a, b, area) = (first.area, second.area, result.area)
    // The area of an invalid geometry, such as one with a hole greater than its ring, may be below 0.
    let (least, greatest): (Double, Double) =
      switch self {
      case .union: (max(a, b), a + b)
      case .symmetricDifference: (abs(a - b), a + b)
      case .intersection: (0, min(a, b))
      case .difference: (max(a - b, 0), a)
      }
    func isBeyond(_ blur: Double) -> Bool { area < least - blur || area > greatest + blur }
    let blur = 1e-9 * (a + b)
    if isBeyond(blur), isBeyond(blur + slack * (first.length + second.length)) {
      return "its area of \(area) cannot result from \(a) and \(b)"
    }
    return InnerPlaces(of: [first, second, result], widerThan: 2 * slack)
      .firstWrong(in: result, first, second, fartherThan: slack, holds: holds)
      .map { "it is wrong at \($0)" }
  }

  /// Whether the result contains a point, given whether the first and the second contain it.
  private func holds(_ first: Bool, _ second: Bool) -> Bool {
    switch self {
    case .union: first || second
    case .intersection: first && second
    case .difference: first && !second
    case .symmetricDifference: first != second
    }
  }

  fileprivate var name: String {
    switch self {
    case .union: "Uniting"
    case .intersection: "Intersecting"
    case .difference: "Taking the difference"
    case .symmetricDifference: "Taking the symmetric difference"
    }
  }
}

/// A geometry by dimension, each united, since GEOS 3.11 does not combine collections; as GEOS 3.12's
/// `StructuredCollection`.
private struct DimensionSets {
  /// Points, lines and areas.
  private var sets: [Geometry]

  init(_ geometry: Geometry, _ grid: Double) throws(GeometryError) {
    sets = []
    for dimension in 0...2 {
      let parts = geometry.parts(ofDimension: dimension)
      let gridSize = grid > 0 ? grid : nil
      sets.append(try parts.isEmpty ? parts : parts.unaryUnion(gridSize: gridSize))
    }
  }

  func combined(
    _ operation: SetOperation,
    with other: DimensionSets,
    _ grid: Double,
    _ srid: SRID?
  ) throws(GeometryError) -> Geometry {
    switch operation {
    case .union: try united(with: other, grid).joined(grid, srid)
    case .intersection: try intersection(with: other, grid, srid).joined(grid, srid)
    case .difference: try difference(other, grid).joined(grid, srid)
    case .symmetricDifference:
      try difference(other, grid).united(with: other.difference(self, grid), grid).joined(
        grid,
        srid
      )
    }
  }

  private func united(
    with other: DimensionSets,
    _ grid: Double
  ) throws(GeometryError) -> DimensionSets {
    var united = self
    for dimension in 0...2 {
      united.sets[dimension] =
        try sets[dimension].overlayUnmixed(.union, other.sets[dimension], grid)
    }
    return united
  }

  private func difference(
    _ other: DimensionSets,
    _ grid: Double
  ) throws(GeometryError) -> DimensionSets {
    var rest = self
    for dimension in 0...2 {
      for taken in dimension...2 {
        rest.sets[dimension] =
          try rest.sets[dimension].overlayUnmixed(.difference, other.sets[taken], grid)
      }
    }
    return rest
  }

  private func intersection(
    with other: DimensionSets,
    _ grid: Double,
    _ srid: SRID?
  ) throws(GeometryError) -> DimensionSets {
    var shared: [Geometry] = []
    for own in sets where !own.isEmpty {
      for foreign in other.sets where !foreign.isEmpty {
        shared += try own.overlayUnmixed(.intersection, foreign, grid).parts
      }
    }
    return try DimensionSets(.collection(GeometryCollection(trusted: shared, srid: srid)), grid)
  }

  /// One geometry of all dimensions, without what lies on a higher one.
  private func joined(_ grid: Double, _ srid: SRID?) throws(GeometryError) -> Geometry {
    let lines = try sets[1].overlayUnmixed(.difference, sets[2], grid)
    let points = try sets[0].overlayUnmixed(.difference, sets[2], grid)
      .overlayUnmixed(.difference, lines, grid)
    return .joining(points.parts + lines.parts + sets[2].parts, srid)
  }
}
