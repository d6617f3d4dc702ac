internal import GeoSnap

/// A vertex to insert into a segment of a line.
struct GISInsertion {
  /// The index of the vertex that ends the segment.
  var index: Int
  var fraction: Double
  var place: Coordinate
  var z: Double?
  /// The distance from the line in the data, in metres.
  var distance: Double
}

/// The vertices of a line, which can be moved and added to.
struct GISLineVertices {
  private(set) var places: [Coordinate]
  private var heights: [Double]?
  private var measures: [Double]?
  /// The ends that were moved, by index before vertices are inserted.
  private(set) var moved: Set<Int> = []

  init(_ coordinates: CoordinateSequence) {
    places = Array(coordinates)
    heights =
      coordinates.dimensions.hasZ ? coordinates.indices.map { coordinates.z(at: $0) ?? 0 } : nil
    measures =
      coordinates.dimensions.hasM ? coordinates.indices.map { coordinates.m(at: $0) ?? .nan } : nil
  }

  func z(_ index: Int) -> Double? { heights?[index] }

  mutating func replace(_ index: Int, by place: Coordinate, z: Double?) {
    places[index] = place
    moved.insert(index)
    if let z { heights?[index] = z }
  }

  /// Inserts vertices where there are none; returns those that were inserted, in the order of the line.
  ///
  /// A vertex that a moved end would repeat is removed.
  mutating func insert(_ insertions: [GISInsertion], scale: PlaneScale) -> [GISInsertion] {
    var made: [GISInsertion] = []
    var result = GISLineVertices(CoordinateSequence(dimensions: .xy))
    result.heights = heights.map { _ in [] }
    result.measures = measures.map { _ in [] }
    let bySegment = Dictionary(grouping: insertions, by: \.index)
    for index in places.indices {
      let sorted = (bySegment[index] ?? []).orderedByMeasure(\.fraction)
      for insertion in sorted {
        let near = [result.places.last, places[index]].compactMap(\.self)
        guard
          near.allSatisfy({ scale.distance($0, insertion.place) > scale.toleranceInMetres })
        else { continue }
        result.append(insertion.place, insertion.z, .nan)
        made.append(insertion)
      }
      result.append(places[index], heights?[index], measures?[index])
    }
    if moved.contains(places.count - 1) {
      result.removeRepetition(of: result.places.count - 1, result.places.count - 2, scale)
    }
    if moved.contains(0) { result.removeRepetition(of: 0, 1, scale) }
    result.moved = moved
    self = result
    return made
  }

  private mutating func removeRepetition(of end: Int, _ beside: Int, _ scale: PlaneScale) {
    let distance = scale.distance(places[end], places[beside], z(end), z(beside))
    guard places.count > 2, distance <= scale.toleranceInMetres else { return }
    places.remove(at: beside)
    heights?.remove(at: beside)
    measures?.remove(at: beside)
  }

  private mutating func append(_ place: Coordinate, _ z: Double?, _ m: Double?) {
    places.append(place)
    heights?.append(z ?? 0)
    measures?.append(m ?? .nan)
  }

  func line(srid: SRID?) -> LineString? {
    var ordinates: [Double] = []
    for (index, place) in places.enumerated() {
      ordinates += [place.x, place.y]
      if let heights { ordinates.append(heights[index]) }
      if let measures { ordinates.append(measures[index]) }
    }
    let dimensions = CoordinateDimensions(hasZ: heights != nil, hasM: measures != nil)
    return try? LineString(
      CoordinateSequence(trusted: ordinates, dimensions: dimensions),
      srid: srid
    )
  }
}
