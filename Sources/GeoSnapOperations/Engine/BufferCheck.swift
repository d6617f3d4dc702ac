extension Geometry {
  /// The distance, or 0 where it is too small to move any ordinate.
  func effective(_ distance: Double) -> Double {
    guard let envelope else { return distance }
    return distance.magnitude < envelope.greatestOrdinate.ulp / 2 ? 0 : distance
  }

  /// GEOS's buffer of the geometry, or a repeated one if it is certainly wrong.
  ///
  /// GEOS 3.11 leaves out the inner side of a ring of up to nine vertices when the distance is near the radius of the
  /// largest circle in it. With more vertices on the same segments it does not.
  func mendingAreas(
    _ buffer: Geometry,
    _ distance: Double,
    _ style: BufferStyle
  ) throws(GeometryError) -> Geometry {
    if distance == 0 { return buffer }
    // With joins that are not round, GEOS may return a part of the area twice.
    if style.join != .round, try !buffer.isValid {
      let united = try Geometry.union(of: buffer.parts)
      if try united.isValid { return try mendingAreas(united, distance, style) }
    }
    let isMisfit = misfit(of: buffer, distance, style) != nil
    let lost = lostRings(of: buffer, distance)
    if !isMisfit && lost.isEmpty { return buffer }
    let split = removingZAndM().splittingShortRings
    let second = try split.engineBuffer(distance, style)
    guard let reason = refutation(of: second, distance, style) else {
      let isBetter =
        isMisfit || lostRings(of: second, distance).count < lost.count
        || refutation(of: buffer, distance, style) != nil
      return isBetter ? second : buffer
    }
    // Far from the origin a small distance is lost in rounding.
    if let center = envelope?.center {
      let third = try split.moved(dx: -center.x, dy: -center.y).engineBuffer(distance, style)
        .moved(dx: center.x, dy: center.y)
      if refutation(of: third, distance, style) == nil { return third }
    }
    guard try isValid else { return buffer }
    throw GeometryError(
      .engine,
      "Buffering by \(distance): GEOS's answer is wrong, because \(reason). Try a slightly different distance."
    )
  }

  /// The reason why the size of a buffer is certainly wrong; nil when it may be right.
  private func misfit(of buffer: Geometry, _ distance: Double, _ style: BufferStyle) -> String? {
    let isArea = type == .polygon || type == .multiPolygon
    // A line or a point of zero length has no buffer unless the cap is round.
    guard let own = envelope, isArea || style.cap == .round else { return nil }
    let slack = own.greatestOrdinate * 1e-9
    // GEOS fills gaps a hundredth of the distance deep, and arcs are chords.
    let reach = distance < 0 || style.join == .round ? 0.5 * distance : 0
    let least = own.expanded(by: distance < 0 ? reach + slack : reach - slack)
    if distance > 0, buffer.envelope?.contains(least) != true {
      return "it does not reach around the geometry"
    }
    if distance < 0, let envelope = buffer.envelope, !least.contains(envelope) {
      return "it reaches out of the area"
    }
    guard isArea else { return nil }
    let (area, found) = (area, buffer.area)
    // The possible shift of the boundary is measured only where it matters.
    func isBeyond(_ blur: Double) -> Bool {
      distance > 0 ? found < area - blur : found > area + blur
    }
    if isBeyond(1e-9 * area), isBeyond(1e-9 * area + slack * length) {
      return "its area of \(found) is \(distance > 0 ? "less" : "more") than the geometry's"
    }
    return nil
  }

  /// The rings inside which a buffer has nothing, although the distance may leave something: exterior rings for a
  /// negative distance, holes and closed lines for a positive one.
  private func lostRings(of buffer: Geometry, _ distance: Double) -> [CoordinateSequence] {
    // Longer rings are lost only all together, as far as is known.
    let limit = distance < 0 && buffer.isEmpty ? Int.max : CoordinateSequence.shortRing
    var rings: [(ring: CoordinateSequence, envelope: Envelope)] = []
    for part in parts where part.hasInnerSide(exterior: distance < 0, upTo: limit) {
      for ring in part.innerSides(exterior: distance < 0) where ring.count <= limit {
        guard let envelope = ring.envelope,
          2 * distance.magnitude < min(envelope.width, envelope.height)
        else { continue }
        let area = Geometry.polygon(Polygon(trusted: ring, ringEnds: [ring.count], srid: nil)).area
        // A circle inside the ring has at most its area.
        if .pi * distance * distance < area { rings.append((ring, envelope)) }
      }
    }
    if rings.isEmpty { return [] }
    let kept = buffer.ringEnvelopes(exterior: distance < 0)
    let tree = PackedRTree(checked: kept, items: Array(0..<Int32(kept.count)))
    return rings.filter { ring in
      var isKept = false
      tree.forEachItem(intersecting: ring.envelope) { item in
        isKept = isKept || ring.envelope.contains(kept[Int(item)])
      }
      return !isKept
    }.map(\.ring)
  }

  /// The reason why a buffer is certainly wrong; nil when it may be right.
  private func refutation(
    of buffer: Geometry,
    _ distance: Double,
    _ style: BufferStyle
  ) -> String? {
    if let misfit = misfit(of: buffer, distance, style) { return misfit }
    // Mitres reach farther than the distance.
    if style.join == .mitre { return nil }
    for ring in lostRings(of: buffer, distance) {
      // A shrinking area includes its holes.
      let own = parts.first {
        if case .polygon(let polygon) = $0 { polygon.rings.first == ring } else { false }
      }
      let closed = Geometry.polygon(Polygon(trusted: ring, ringEnds: [ring.count], srid: srid))
      let area = distance < 0 ? own ?? closed : closed
      guard let circle = try? area.maximumInscribedCircle(tolerance: distance.magnitude / 1000),
        let away = distance < 0
          ? nearestBoundaryCoordinate(to: circle.center)?.distance
          : self.distance(to: circle.center),
        away > 1.01 * distance.magnitude, distance > 0 || areaContains(circle.center),
        buffer.areaContains(circle.center) == (distance > 0)
      else { continue }
      return distance < 0
        ? "it leaves out \(circle.center), which lies \(away) inside"
        : "it covers \(circle.center), which lies \(away) away"
    }
    return nil
  }

  private func ringEnvelopes(exterior: Bool) -> [Envelope] {
    parts.flatMap { part -> [Envelope] in
      guard case .polygon(let polygon) = part else { return [] }
      let rings = polygon.rings
      return (exterior ? rings.prefix(1) : rings.dropFirst()).compactMap(\.envelope)
    }
  }

  /// Whether a part has a ring of at most `limit` vertices that the inner side of a buffer may follow.
  private func hasInnerSide(exterior: Bool, upTo limit: Int) -> Bool {
    switch self {
    case .polygon(let polygon):
      var start = 0
      for (number, end) in polygon.ringEnds.enumerated() {
        if (number == 0) == exterior, end - start <= limit { return true }
        start = end
      }
      return false
    case .lineString(let line): return !exterior && line.coordinates.count <= limit
    default: return false
    }
  }

  /// The rings of a part that the inner side of a buffer follows.
  private func innerSides(exterior: Bool) -> ArraySlice<CoordinateSequence> {
    switch self {
    case .polygon(let polygon): exterior ? polygon.rings.prefix(1) : polygon.rings.dropFirst()
    case .lineString(let line):
      !exterior && line.coordinates.count > 3 && line.coordinates.first == line.coordinates.last
        ? [line.coordinates] : []
    default: []
    }
  }

  private var splittingShortRings: Geometry {
    let split = parts.map { part -> Geometry in
      switch part {
      case .polygon(let polygon):
        var ordinates: [Double] = []
        var ends: [Int] = []
        for ring in polygon.rings {
          ordinates += ring.splittingSegments.ordinates
          ends.append(ordinates.count / 2)
        }
        let coordinates = CoordinateSequence(trusted: ordinates, dimensions: .xy)
        return .polygon(Polygon(trusted: coordinates, ringEnds: ends, srid: srid))
      case .lineString(let line):
        return .lineString(LineString(trusted: line.coordinates.splittingSegments, srid: srid))
      default: return part
      }
    }
    return .joining(split, srid)
  }
}

extension Polygon {
  fileprivate var rings: [CoordinateSequence] {
    zip([0] + ringEnds, ringEnds).map { coordinates.slice($0..<$1) }
  }
}

extension CoordinateSequence {
  /// A short ring with four pieces for each segment; other sequences are unchanged.
  fileprivate var splittingSegments: CoordinateSequence {
    guard count > 3, count <= CoordinateSequence.shortRing, first == last else { return self }
    let places = zip(self, dropFirst()).flatMap { start, end in
      (0..<4).map { Segment(start, end).coordinate(atFraction: Double($0) / 4) }
    }
    return CoordinateSequence(places + [self[count - 1]])
  }

  /// The most vertices of a ring of which GEOS may leave out a side, plus a margin.
  fileprivate static var shortRing: Int { 11 }

  fileprivate var envelope: Envelope? {
    guard var envelope = first.map({ Segment($0, $0).envelope }) else { return nil }
    for place in self {
      envelope.minX = Swift.min(envelope.minX, place.x)
      envelope.minY = Swift.min(envelope.minY, place.y)
      envelope.maxX = Swift.max(envelope.maxX, place.x)
      envelope.maxY = Swift.max(envelope.maxY, place.y)
    }
    return envelope
  }
}

extension Envelope {
  var greatestOrdinate: Double {
    max(max(minX.magnitude, maxX.magnitude), max(minY.magnitude, maxY.magnitude))
  }
}
