internal import GeoSnap

/// Moves the ends of lines onto points and gives lines the vertices at which others touch them.
struct GISConnection {
  let mapping: GISMapping
  let points: GISPoints
  /// Whether a point of one asset type may stand at a line of another.
  let allows: (AssetTypeID, AssetTypeID) -> Bool
  private(set) var moves: [ImportReport.Move] = []
  private(set) var insertedCount = 0
  private(set) var notes: [String] = []

  init(
    mapping: GISMapping,
    points: GISPoints,
    allows: @escaping (AssetTypeID, AssetTypeID) -> Bool
  ) {
    self.mapping = mapping
    self.points = points
    self.allows = allows
  }

  private var scale: PlaneScale { points.scale }

  /// The numbers of the lines, of one layer after the other, with the name of its domain network.
  private func lines(_ features: GISFeatures) -> [(numbers: Range<Int>, domain: String)] {
    features.layers.enumerated().compactMap { position, layer in
      let layer = mapping.layers[layer.layer]
      guard layer.usage == .line || layer.usage == .structureLine else { return nil }
      return (features.numbers(position), layer.domain ?? "")
    }
  }

  // MARK: Ends

  /// Moves each end that no point stands at onto the nearest point that it may connect to.
  mutating func moveEnds(of features: inout GISFeatures) {
    guard mapping.snapTolerance > 0 else { return }
    for (numbers, domain) in lines(features) {
      for number in numbers {
        guard let line = features.line(number) else { continue }
        var vertices = LineVertices(line.coordinates)
        let count = moves.count
        for end in LinkEnd.allCases { moveEnd(end, of: number, domain, features, &vertices) }
        if moves.count > count, let moved = vertices.line(srid: line.srid) {
          features.change(number, to: .lineString(moved))
        }
      }
    }
  }

  private mutating func moveEnd(
    _ end: LinkEnd,
    of number: Int,
    _ domain: String,
    _ features: GISFeatures,
    _ vertices: inout LineVertices
  ) {
    let index = end == .start ? 0 : vertices.places.count - 1
    let place = vertices.places[index]
    let near = points.near(
      place,
      z: vertices.z(index),
      within: max(mapping.snapTolerance, scale.toleranceInMetres),
      domain: domain
    )
    guard let nearest = near.first, nearest.distance > scale.toleranceInMetres else { return }
    let assetType = features.assetType(number)
    let fitting = near.first {
      allows(features.assetType(points.feature($0.point)), assetType)
    }
    guard let fitting else { return }
    let target = points.points[fitting.point]
    let other = vertices.places[end == .start ? vertices.places.count - 1 : 0]
    guard vertices.places.count > 2 || target.coordinate != other else {
      notes.append(
        "\(features.origin(number)) is too short to have both ends moved onto "
          + "\(features.origin(Int(target.feature))): its \(end == .start ? "start" : "end") stays."
      )
      return
    }
    vertices.replace(index, by: target.coordinate, z: target.z)
    moves.append(
      ImportReport.Move(
        origin: features.origin(number),
        from: place,
        to: target.coordinate,
        distance: fitting.distance,
        reason: .missedNode
      )
    )
  }

  // MARK: Vertices

  /// A place that a line may need a vertex at.
  private struct Touch {
    var feature: Int
    var assetType: AssetTypeID
    var domain: String
    var place: Coordinate
    var z: Double?
    var isPoint: Bool
  }

  /// Gives any-vertex lines a vertex where a point or the end of another line lies on a segment.
  mutating func insertVertices(
    into features: inout GISFeatures,
    isAnyVertex: (AssetTypeID) -> Bool
  ) throws(IndexError) {
    guard mapping.insertsVertices else { return }
    let touches = touches(features)
    let tree = try PackedRTree(touches.map { Envelope($0.place) })
    for (numbers, domain) in lines(features) {
      for number in numbers where isAnyVertex(features.assetType(number)) {
        insertVertices(into: number, domain, &features, touches, tree)
      }
    }
  }

  private mutating func insertVertices(
    into number: Int,
    _ domain: String,
    _ features: inout GISFeatures,
    _ touches: [Touch],
    _ tree: PackedRTree
  ) {
    guard let line = features.line(number) else { return }
    let metres = max(mapping.snapTolerance, scale.toleranceInMetres)
    let assetType = features.assetType(number)
    var vertices = LineVertices(line.coordinates)
    let sources = line.coordinates
    var inserted: [Insertion] = []
    for index in 1..<max(1, sources.count) {
      let segment = Segment(sources[index - 1], sources[index])
      let reach = scale.units(metres: metres, at: segment.start.y)
      let found = tree.items(intersecting: segment.envelope.expanded(by: reach)).map(Int.init)
        .ordered()
      for item in found {
        let touch = touches[item]
        guard touch.feature != number, touch.domain == domain,
          !touch.isPoint || allows(touch.assetType, assetType)
        else { continue }
        let fraction = segment.fraction(closestTo: touch.place)
        let foot = segment.coordinate(atFraction: fraction)
        guard fraction > 0, fraction < 1, scale.distance(foot, touch.place) <= metres else {
          continue
        }
        let start = vertices.z(index - 1)
        let height = start.map { $0 + ((vertices.z(index) ?? $0) - $0) * fraction }
        guard GISPoints.isLevel(height, touch.z, metres) else { continue }
        inserted.append(
          Insertion(
            index: index,
            fraction: fraction,
            place: touch.place,
            z: height.map { touch.z ?? $0 }
          )
        )
      }
    }
    let count = vertices.insert(inserted, scale: scale)
    if count > 0, let longer = vertices.line(srid: line.srid) {
      features.change(number, to: .lineString(longer))
      insertedCount += count
    }
  }

  private func touches(_ features: GISFeatures) -> [Touch] {
    var touches = points.points.indices.map { point in
      Touch(
        feature: points.feature(point),
        assetType: features.assetType(points.feature(point)),
        domain: points.domain(point),
        place: points.points[point].coordinate,
        z: points.points[point].z,
        isPoint: true
      )
    }
    for (numbers, domain) in lines(features) {
      for number in numbers {
        guard let coordinates = features.geometry(number)?.coordinates,
          let last = coordinates.indices.last
        else { continue }
        for index in Set([0, last]).ordered() {
          touches.append(
            Touch(
              feature: number,
              assetType: features.assetType(number),
              domain: domain,
              place: coordinates[index],
              z: coordinates.z(at: index),
              isPoint: false
            )
          )
        }
      }
    }
    return touches
  }
}

/// A vertex to be put into a segment of a line.
private struct Insertion {
  /// The vertex that ends the segment.
  var index: Int
  var fraction: Double
  var place: Coordinate
  var z: Double?
}

/// The vertices of a line that may be moved and added to.
private struct LineVertices {
  private(set) var places: [Coordinate]
  private var heights: [Double]?
  private var measures: [Double]?

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
    if let z { heights?[index] = z }
  }

  /// Puts vertices in, where none stands already.
  ///
  /// - Returns: How many.
  mutating func insert(_ insertions: [Insertion], scale: PlaneScale) -> Int {
    var result = LineVertices(CoordinateSequence(dimensions: .xy))
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
      }
      result.append(places[index], heights?[index], measures?[index])
    }
    let count = result.places.count - places.count
    self = result
    return count
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
