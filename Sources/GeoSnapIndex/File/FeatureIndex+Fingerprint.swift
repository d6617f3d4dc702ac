extension FeatureIndex {
  /// A number that stands for the content of geometries, in order: when it differs, they differ.
  ///
  /// It takes in what an index is built from: which geometries are missing, types, parts, rings, and
  /// every bit of x and y. Heights, measures and reference systems do not count. Two networks that differ
  /// have the same number with a chance of 1 in 2^64. The number may be another in another version
  /// of this library: files are built again then.
  ///
  /// - Complexity: Linear in the number of coordinates, at the speed of memory.
  public static func fingerprint(of geometries: [Geometry?]) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(UInt64(geometries.count))
    for geometry in geometries { fingerprint.add(geometry) }
    return fingerprint.state
  }
}

/// Takes in geometries, word by word.
private struct Fingerprint {
  private(set) var state = WordChecksum.multiplier

  /// Sequences up to this length go without lanes, which take time to set up.
  private static let fewCoordinates = 8

  @inline(__always)
  mutating func add(_ word: UInt64) { state = WordChecksum.step(state, word) }

  mutating func add(_ geometry: Geometry?) {
    guard let geometry else { return add(0) }
    add(UInt64(geometry.type.rawValue))
    switch geometry {
    case .point(let point):
      guard let place = point.coordinate else { return add(0) }
      add(1)
      add(place.x.bitPattern)
      add(place.y.bitPattern)
    case .lineString(let line): add(line.coordinates)
    case .multiPoint(let points): add(points.coordinates)
    case .multiLineString(let lines):
      add(lines.partEnds)
      add(lines.coordinates)
    case .polygon(let polygon):
      add(polygon.ringEnds)
      add(polygon.coordinates)
    case .multiPolygon(let polygons):
      add(polygons.polygonEnds)
      add(polygons.ringEnds)
      add(polygons.coordinates)
    case .collection(let collection):
      add(UInt64(collection.geometries.count))
      for member in collection.geometries { add(member) }
    }
  }

  private mutating func add(_ ends: [Int]) {
    add(UInt64(ends.count))
    for end in ends { add(UInt64(end)) }
  }

  private mutating func add(_ coordinates: CoordinateSequence) {
    let count = coordinates.count
    add(UInt64(count))
    let width = coordinates.dimensions.count
    let ordinates = coordinates.ordinates.span
    var index = 0
    if count > Fingerprint.fewCoordinates {
      var lanes = WordChecksum()
      while index &+ 4 <= count {
        var words = SIMD8<UInt64>()
        for place in 0..<4 {
          let ordinate = (index &+ place) &* width
          words[2 &* place] = ordinates[ordinate].bitPattern
          words[2 &* place &+ 1] = ordinates[ordinate &+ 1].bitPattern
        }
        lanes.add(words)
        index &+= 4
      }
      add(lanes.value)
    }
    while index < count {
      add(ordinates[index &* width].bitPattern)
      add(ordinates[index &* width &+ 1].bitPattern)
      index &+= 1
    }
  }
}
