extension Geometry {
  /// The number of index entries of the geometry: one per segment and per single point.
  var entryCount: Int {
    // Parts of lines have at least 2 coordinates and rings at least 4, or are left out.
    switch self {
    case .point(let point): point.coordinate == nil ? 0 : 1
    case .multiPoint(let points): points.coordinates.count
    case .lineString(let line): max(line.coordinates.count - 1, 0)
    case .multiLineString(let lines): lines.coordinates.count - lines.partEnds.count
    case .polygon(let polygon): polygon.coordinates.count - polygon.ringEnds.count
    case .multiPolygon(let polygons): polygons.coordinates.count - polygons.ringEnds.count
    case .collection(let collection): collection.geometries.reduce(0) { $0 + $1.entryCount }
    }
  }

  /// The problem of the first coordinate that cannot be indexed; nil when all can be indexed.
  package func indexProblem(entry: Int) -> IndexError? {
    switch self {
    case .point(let point): return point.coordinate.flatMap { coordinateProblem($0, entry: entry) }
    case .collection(let collection):
      for member in collection.geometries {
        if let problem = member.indexProblem(entry: entry) { return problem }
      }
      return nil
    case .lineString(let line): return line.coordinates.indexProblem(entry: entry)
    default: return coordinates.indexProblem(entry: entry)
    }
  }

  /// Calls `body` with an entry for each segment and each single point, in stored order.
  @inline(__always) func forEachEntry(of feature: Int32, _ body: (TreeEntry) -> Void) {
    switch self {
    case .point(let point):
      if let place = point.coordinate { body(TreeEntry(place, feature: feature, part: 0)) }
    case .lineString(let line):
      let coordinates = line.coordinates
      coordinates.forEachEntry(of: feature, part: 0, kind: [], 0..<coordinates.count, body)
    default:
      forEachPath { path in
        path.sequence.forEachEntry(
          of: feature,
          part: Int32(path.part),
          kind: path.kind == .ring ? .ring : [],
          path.range,
          body
        )
      }
    }
  }
}

extension CoordinateSequence {
  fileprivate func indexProblem(entry: Int) -> IndexError? {
    GeoSnapIndex.indexProblem(ordinates.span, width: dimensions.count, entry: entry)
  }

  @inline(__always) fileprivate func forEachEntry(
    of feature: Int32,
    part: Int32,
    kind: PathFlags,
    _ range: Range<Int>,
    _ body: (TreeEntry) -> Void
  ) {
    guard range.count > 1 else {
      if let only = range.first { body(TreeEntry(self[only], feature: feature, part: part)) }
      return
    }
    let last = range.count - 2
    var start = self[range.lowerBound]
    for index in 0...last {
      let end = self[range.lowerBound + index + 1]
      var flags = kind
      if index == 0 { flags.insert(.startsPart) }
      if index == last { flags.insert(.endsPart) }
      let label = EntryLabel(feature, part: part, segment: Int32(index), flags: flags)
      body(TreeEntry(first: start, second: end, label: label))
      start = end
    }
  }
}

/// The problem of the first of interleaved coordinates that cannot be indexed; nil when all can be indexed.
func indexProblem(_ ordinates: Span<Double>, width: Int, entry: Int) -> IndexError? {
  var index = 0
  while index < ordinates.count {
    let coordinate = Coordinate(x: ordinates[index], y: ordinates[index + 1])
    if let problem = coordinateProblem(coordinate, entry: entry) { return problem }
    index += width
  }
  return nil
}

extension TreeEntry {
  fileprivate init(_ place: Coordinate, feature: Int32, part: Int32) {
    self.init(
      first: place,
      second: place,
      label: EntryLabel(feature, part: part, flags: [.startsPart, .endsPart, .place])
    )
  }
}

/// The geometries of features for building an index.
package enum GeometryList: Sendable {
  case array([Geometry?])
  /// A column, as in the tables of a network.
  case column(GeometryColumn)

  var count: Int {
    switch self {
    case .array(let geometries): geometries.count
    case .column(let geometries): geometries.count
    }
  }

  func entryCount(_ row: Int) -> Int {
    switch self {
    case .array(let geometries): geometries[row]?.entryCount ?? 0
    case .column(let geometries):
      geometries.onlyPath(row).map { $0.count - 1 } ?? geometries[row]?.entryCount ?? 0
    }
  }
}
