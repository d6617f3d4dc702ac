public import GeoSnap

extension CoordinateTransformation {
  /// Finds the best operation for an envelope, as ``init(from:to:in:allowingBallpark:)`` does for an area.
  ///
  /// `envelope` contains the input, in the source system; nil for the whole area that both systems are used in.
  ///
  /// - Throws: As ``init(from:to:in:allowingBallpark:)``.
  /// - Complexity: As ``init(from:to:in:allowingBallpark:)``.
  public init(
    from source: SpatialReference,
    to target: SpatialReference,
    covering envelope: Envelope?,
    allowingBallpark: Bool = false
  ) throws(ProjectionError) {
    var area: AreaOfUse?
    if let envelope, source.kind == .geographic || source.kind == .projected {
      area = try AreaOfUse(around: envelope, in: source)
    }
    do throws(ProjectionError) {
      try self.init(from: source, to: target, in: area, allowingBallpark: allowingBallpark)
    } catch {
      guard error.code == .noTransformation, area != nil, let swapped = envelope?.swapped,
        let other = try? AreaOfUse(around: swapped, in: source),
        (try? CoordinateTransformation(
          from: source,
          to: target,
          in: other,
          allowingBallpark: allowingBallpark
        )) != nil
      else { throw error }
      throw ProjectionError(error.code, "\(error) \(PlaceDoubt.swappedAxes)")
    }
  }

  /// The greatest length in the target of one unit of the source, within an envelope.
  ///
  /// It is the greatest singular value of the derivative at nine places.
  func stretch(over envelope: Envelope) throws(ProjectionError) -> Double {
    // About ten metres: small against the curvature, large against the rounding of coordinates.
    let step = source.kind == .geographic ? 1e-4 : 10
    var greatest = 0.0
    for place in envelope.samples(perSide: 3) {
      // Steps towards the equator, because there is no place beyond a pole.
      let turn = source.kind == .geographic && place.y > 0 ? -step : step
      // A corner of the envelope may lie outside the projection even though no coordinate does.
      guard let origin = try? transform(place),
        let east = try? transform(Coordinate(x: place.x + step, y: place.y)),
        let north = try? transform(Coordinate(x: place.x, y: place.y + turn))
      else { continue }
      let (a, b) = ((east.x - origin.x) / step, (east.y - origin.y) / step)
      let (c, d) = ((north.x - origin.x) / turn, (north.y - origin.y) / turn)
      let mean = (a * a + b * b + c * c + d * d) / 2
      let half = (a * a + b * b - c * c - d * d) / 2
      let across = a * c + b * d
      greatest = max(greatest, mean + (half * half + across * across).squareRoot())
    }
    guard greatest > 0 else {
      throw ProjectionError(
        .outsideDomain,
        "None of nine places between \(envelope.minX) \(envelope.minY) and \(envelope.maxX) \(envelope.maxY) in "
          + "\(source) can be transformed to \(target)."
      )
    }
    return greatest.squareRoot()
  }
}

extension AreaOfUse {
  /// The part of the world in which an envelope lies; nil when no sample of it has a longitude and latitude.
  init?(around envelope: Envelope, in reference: SpatialReference) throws(ProjectionError) {
    let toDegrees = try CoordinateTransformation(
      from: reference,
      to: SpatialReference(srid: 4326),
      allowingBallpark: true
    )
    var places: [Coordinate] = []
    for sample in envelope.samples(perSide: 5) {
      // A corner of the envelope may lie outside the projection even though no coordinate does.
      guard let place = try? toDegrees.transform(sample), abs(place.y) <= 90 else { continue }
      places.append(Coordinate(x: folded(degrees: place.x), y: place.y))
    }
    guard let south = places.map(\.y).min(), let north = places.map(\.y).max(),
      var west = places.map(\.x).min(), var east = places.map(\.x).max()
    else { return nil }
    if east - west > 180 {
      // The way across the antimeridian is shorter.
      west = places.map(\.x).filter { $0 >= 0 }.min() ?? west
      east = places.map(\.x).filter { $0 < 0 }.max() ?? east
    }
    // PROJ finds no operation for an area without extent.
    let margin = 0.01
    self.init(
      west: max(west - margin, -180),
      south: max(south - margin, -90),
      east: min(east + margin, 180),
      north: min(north + margin, 90)
    )
  }
}

extension Envelope {
  fileprivate var swapped: Envelope { Envelope(minX: minY, minY: minX, maxX: maxY, maxY: maxX) }

  /// Places in a grid over the envelope, including its corners.
  fileprivate func samples(perSide count: Int) -> [Coordinate] {
    (0..<count * count).map { index in
      Coordinate(
        x: minX + width * Double(index % count) / Double(count - 1),
        y: minY + height * Double(index / count) / Double(count - 1)
      )
    }
  }
}
