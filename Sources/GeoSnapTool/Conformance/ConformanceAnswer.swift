import GeoSnap

/// What an operation of a test file answers.
enum ConformanceAnswer {
  case truth(Bool)
  case number(Double)
  case geometry(Geometry)
}

/// Runs operations of test files by their names in the JTS Topology Suite.
struct ConformanceRunner {
  private let operation: ConformanceFile.Operation
  private let gridSize: Double?
  private let isPrepared: Bool

  init(_ operation: ConformanceFile.Operation, in file: ConformanceFile) {
    self.operation = operation
    gridSize = file.gridSize
    isPrepared = file.isPrepared
  }

  /// The share of an area in which answers may differ; nil when vertices have to be the same.
  var areaShare: Double? {
    if operation.name.hasPrefix("buffer") { return 1e-3 }
    let isOverlay = ["union", "intersection", "difference", "symdifference"].contains {
      operation.name.hasPrefix($0)
    }
    return isOverlay ? 1e-12 : nil
  }

  /// Whether the number in the file is the greatest that will do.
  var isLimit: Bool { operation.name == "areatest" }

  /// Runs the operation.
  ///
  /// - Throws: What the operation throws, or ``Failure`` for an operation or operand there is none of.
  func answer() throws -> ConformanceAnswer {
    let first = try geometry(0)
    switch operation.name {
    case "isvalid": return .truth(try first.isValid)
    case "issimple": return .truth(try first.isSimple(.ogc))
    case "relate":
      return .truth(try first.relates(to: geometry(1), pattern: try word(2)))
    case "iswithindistance":
      return .truth(try first.isWithin(distance: number(2), of: geometry(1)))
    case "equalsexact": return .truth(first.equalsExactly(try geometry(1)))
    case "equalsnorm": return .truth(try first.equalsNormalized(geometry(1)))
    case "distance": return .number(try first.distance(to: geometry(1)) ?? 0)
    case "area", "getarea": return .number(first.area)
    case "length", "getlength": return .number(first.length)
    case "minclearance":
      return .number(try first.minimumClearance() ?? .greatestFiniteMagnitude)
    case "minclearanceline":
      let ends = try first.minimumClearanceLine().map { [$0.start, $0.end] } ?? []
      return .geometry(.lineString(try LineString(CoordinateSequence(ends))))
    case "buffer":
      let segments = operation.arguments.count > 2 ? Int(try number(2)) : 8
      return .geometry(
        try first.buffer(
          distance: number(1),
          style: BufferStyle(quadrantSegments: segments)
        )
      )
    case "buffermitredjoin":
      return .geometry(try first.buffer(distance: number(1), style: BufferStyle(join: .mitre)))
    case "convexhull": return .geometry(try first.convexHull())
    case "getboundary", "boundary": return .geometry(try first.boundary())
    case "getcentroid", "centroid": return .geometry(.point(try first.centroid()))
    case "getinteriorpoint", "interiorpoint":
      return .geometry(.point(try first.pointOnSurface()))
    case "getenvelope", "envelope":
      return .geometry(first.envelope.map { Geometry($0) } ?? first)
    case "densify": return .geometry(try first.densified(maxSegmentLength: number(1)))
    case "simplifydp": return .geometry(try first.generalized(maxDeviation: number(1)))
    case "simplifytp":
      return .geometry(
        try first.generalized(maxDeviation: number(1), preservingTopology: true)
      )
    case "polygonize":
      let polygons = try first.polygonized().polygons.map { Geometry.polygon($0) }
      return .geometry(.collection(try GeometryCollection(polygons)))
    case "normalize", "norm": return .geometry(try first.normalized())
    case "reverse": return .geometry(first.reversed())
    case "isempty": return .truth(first.isEmpty)
    case "getnumpoints": return .number(Double(first.coordinates.count))
    case "getnumgeometries": return .number(Double(first.parts.count))
    case "getdimension": return .number(Double(first.type.dimension))
    case "hausdorffdistance":
      return .number(try first.hausdorffDistance(to: geometry(1)) ?? 0)
    case "frechetdistance": return .number(try first.frechetDistance(to: geometry(1)) ?? 0)
    case "unionarea": return .number(try first.union(geometry(1)).area)
    case "unionlength": return .number(try first.union(geometry(1)).length)
    case "areatest": return .number(try greatestAreaGap(first, geometry(1)))
    default:
      if let answer = try predicate(first) { return .truth(answer) }
      if let answer = try overlay(first) { return .geometry(answer) }
      throw Failure.usage("There is no operation '\(operation.name)'.")
    }
  }

  /// How far the areas of sets miss the laws that they obey, at most.
  private func greatestAreaGap(_ first: Geometry, _ second: Geometry) throws -> Double {
    let shared = try first.intersection(second, convention: .ogc).area
    let firstOnly = try first.difference(second).area
    let secondOnly = try second.difference(first).area
    let either = try first.symmetricDifference(second).area
    let union = try first.union(second).area
    return [
      first.area - shared - firstOnly, second.area - shared - secondOnly,
      firstOnly + secondOnly - either, shared + either - union,
    ].map(\.magnitude).max() ?? 0
  }

  private func predicate(_ first: Geometry) throws -> Bool? {
    let names = [
      "contains", "covers", "coveredby", "crosses", "disjoint", "equalstopo", "equals",
      "intersects", "overlaps", "touches", "within", "containsproperly",
    ]
    guard names.contains(operation.name) else { return nil }
    let second = try geometry(1)
    let prepared = try PreparedGeometry(first)
    switch operation.name {
    case "equalstopo", "equals": return try first.equalsTopologically(second)
    case "containsproperly": return try prepared.containsProperly(second)
    case "contains":
      return try isPrepared ? prepared.contains(second) : first.contains(second)
    case "covers": return try isPrepared ? prepared.covers(second) : first.covers(second)
    case "coveredby":
      return try isPrepared ? prepared.isCovered(by: second) : first.isCovered(by: second)
    case "crosses": return try isPrepared ? prepared.crosses(second) : first.crosses(second)
    case "disjoint":
      return try isPrepared ? prepared.isDisjoint(from: second) : first.isDisjoint(from: second)
    case "intersects":
      return try isPrepared ? prepared.intersects(second) : first.intersects(second)
    case "overlaps": return try isPrepared ? prepared.overlaps(second) : first.overlaps(second)
    case "touches": return try isPrepared ? prepared.touches(second) : first.touches(second)
    default: return try isPrepared ? prepared.isWithin(second) : first.isWithin(second)
    }
  }

  private func overlay(_ first: Geometry) throws -> Geometry? {
    let suffixes = ["sr", "ng"]
    let suffix = suffixes.first { operation.name.hasSuffix($0) } ?? ""
    // A scale for snap rounding is how many lines of the grid there are to a unit.
    let grid = suffix == "sr" ? 1 / (try number(2)) : suffix == "ng" ? nil : gridSize
    switch operation.name.dropLast(suffix.count) {
    case "union" where operation.arguments.count == 1: return try first.unaryUnion(gridSize: grid)
    case "union": return try first.union(geometry(1), gridSize: grid)
    case "intersection":
      return try first.intersection(geometry(1), convention: .ogc, gridSize: grid)
    case "difference": return try first.difference(geometry(1), gridSize: grid)
    case "symdifference": return try first.symmetricDifference(geometry(1), gridSize: grid)
    default: return nil
    }
  }

  // MARK: Arguments

  private func word(_ index: Int) throws -> String {
    guard index < operation.arguments.count else {
      throw Failure.usage("'\(operation.name)' needs \(index + 1) arguments.")
    }
    return operation.arguments[index]
  }

  private func number(_ index: Int) throws -> Double {
    let text = try word(index)
    guard let number = Double(text) else { throw Failure.usage("'\(text)' is not a number.") }
    return number
  }

  private func geometry(_ index: Int) throws -> Geometry {
    let name = try word(index).lowercased()
    guard let text = operation.operands[name] else {
      throw Failure.usage("There is no geometry '\(name)'.")
    }
    return try ConformanceRunner.geometry(text)
  }

  /// Reads well-known text, whatever follows it, or hexadecimal well-known binary; a linear ring is a closed line.
  static func geometry(_ text: String) throws -> Geometry {
    let text = text.trimmed
    if text.allSatisfy(\.isHexDigit) {
      let digits = text.compactMap(\.hexDigitValue).map(UInt8.init)
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
        digits[$0] << 4 | digits[$0 + 1]
      }
      return try Geometry(wkb: bytes)
    }
    let capitals = text.uppercased()
      .upToClosingParenthesis
    let line = capitals.split(separator: "LINEARRING", omittingEmptySubsequences: false)
      .joined(separator: "LINESTRING")
    return try Geometry(wkt: line)
  }
}

extension String {
  /// The text up to the parenthesis that closes the first one.
  fileprivate var upToClosingParenthesis: String {
    var depth = 0
    for index in indices {
      if self[index] == "(" { depth += 1 }
      if self[index] == ")" {
        depth -= 1
        if depth == 0 { return String(self[...index]) }
      }
    }
    return self
  }
}
