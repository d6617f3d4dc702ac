/// Options for extending the ends of a line.
public struct ExtendOptions: OptionSet, Hashable, Sendable {
  /// Esri's bits.
  public let rawValue: Int

  /// Creates options from Esri's bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The end vertex moves to the new end; otherwise it stays and a vertex is added.
  public static let relocateEnds = ExtendOptions(rawValue: 1)
  /// The new vertex has the Z and M of the old end; otherwise they are extrapolated.
  public static let keepEndAttributes = ExtendOptions(rawValue: 2)
  /// The new vertex has NaN for Z and M; takes precedence over ``keepEndAttributes``.
  public static let noEndAttributes = ExtendOptions(rawValue: 4)
  /// Starts stay as they are.
  public static let doNotExtendFromStart = ExtendOptions(rawValue: 8)
  /// Ends stay as they are.
  public static let doNotExtendFromEnd = ExtendOptions(rawValue: 16)
}

extension Geometry {
  /// The line with its ends extended, in the direction of its end segments, to another line, or to the boundary of an
  /// area.
  ///
  /// Of several meetings the closest is taken. Ends that two parts share and ends that meet nothing are unchanged.
  ///
  /// ```swift
  /// let sketch = try Geometry(wkt: "LINESTRING Z (0 0 5, 2 0 6)")
  /// let main = try Geometry(wkt: "LINESTRING (6 -9, 6 9)")
  /// try sketch.extended(to: main)  // -> LINESTRING Z (0 0 5, 2 0 6, 6 0 8)
  /// try sketch.extended(to: main, options: .relocateEnds)  // -> LINESTRING Z (0 0 5, 6 0 8)
  /// try sketch.extended(to: main.moved(dx: -9, dy: 0), options: .doNotExtendFromStart)  // -> nil
  /// ```
  ///
  /// - Returns: nil when no end meets the extender, or either is empty.
  /// - Throws: ``GeometryError`` with code `unsupportedType` unless the geometry is a line string or a multi line and
  ///   the extender has segments; `mixedSpatialReferences`, `nonFiniteOrdinate` or `ordinateOutOfRange`.
  /// - Z and M: Kept; those of new vertices are extrapolated along the end segment unless the options say otherwise.
  /// - Complexity: O(p m) for p parts and m coordinates of the extender.
  /// - Source: Esri's `extend`, with its bits.
  public func extended(
    to extender: Geometry,
    options: ExtendOptions = []
  ) throws(GeometryError) -> Geometry? {
    _ = try LinePaths(self)
    guard extender.type.dimension > 0 else {
      throw GeometryError("A line can only be extended to a line or a border", not: extender.type)
    }
    let own = try sharingSystem(of: extender)
    try checkPlane()
    try extender.checkPlane()
    let paths = paths
    var ends: [Coordinate: Int] = [:]
    for path in paths {
      for place in [path[0], path[path.count - 1]] { ends[place, default: 0] += 1 }
    }
    var isExtended = false
    var parts: [CoordinateSequence] = []
    for path in paths {
      var part = path.sequence.slice(path.range)
      if !options.contains(.doNotExtendFromEnd), ends[path[path.count - 1]] == 1,
        let longer = part.extendedAtEnd(to: extender, options)
      {
        part = longer
        isExtended = true
      }
      if !options.contains(.doNotExtendFromStart), ends[path[0]] == 1,
        let longer = part.reversedOrder().extendedAtEnd(to: extender, options)
      {
        part = longer.reversedOrder()
        isExtended = true
      }
      parts.append(part)
    }
    return isExtended ? own.line(parts) : nil
  }
}

extension CoordinateSequence {
  /// The line with its end extended; nil when it has no direction or meets nothing.
  fileprivate func extendedAtEnd(
    to extender: Geometry,
    _ options: ExtendOptions
  ) -> CoordinateSequence? {
    let last = count - 1
    guard let before = indices.dropLast().last(where: { self[$0] != self[last] }),
      let reached = extender.firstMeeting(of: Segment(self[before], self[last]))
    else { return nil }
    let beyond = reached.distance(to: self[last]) / self[before].distance(to: self[last])
    func value(_ start: Double, _ end: Double) -> Double {
      if options.contains(.noEndAttributes) { return .nan }
      if options.contains(.keepEndAttributes) { return end }
      return end + beyond * (end - start)
    }
    var extended = options.contains(.relocateEnds) ? slice(0..<last).ordinates : ordinates
    extended += [reached.x, reached.y]
    if let start = z(at: before), let end = z(at: last) { extended.append(value(start, end)) }
    if let start = m(at: before), let end = m(at: last) { extended.append(value(start, end)) }
    return CoordinateSequence(trusted: extended, dimensions: dimensions)
  }

  func reversedOrder() -> CoordinateSequence { selecting(indices.reversed()) }
}

extension Geometry {
  /// The first point where the continuation of a segment beyond its end meets this geometry.
  fileprivate func firstMeeting(of ray: Segment) -> Coordinate? {
    let dx = ray.end.x - ray.start.x
    let dy = ray.end.y - ray.start.y
    // An end that is on the extender already, but for rounding, does not meet it there again.
    let reach = 4 * ray.envelope.greatestOrdinate.ulp
    var best: (along: Double, place: Coordinate)?
    func offer(_ place: Coordinate) {
      let along = (place.x - ray.end.x) * dx + (place.y - ray.end.y) * dy
      guard along > 0, along < best?.along ?? .infinity, place.distance(to: ray.end) > reach
      else { return }
      best = (along, place)
    }
    forEachPath { path in
      for index in 0..<path.segmentCount {
        let segment = path.segment(index)
        let start = orientation(ray.start, ray.end, segment.start)
        let end = orientation(ray.start, ray.end, segment.end)
        if start == 0 { offer(segment.start) }
        if end == 0 { offer(segment.end) }
        guard start != 0, end != 0, (start > 0) != (end > 0), !segment.contains(ray.end)
        else { continue }
        offer(segment.coordinate(atFraction: start / (start - end)))
      }
    }
    return best?.place
  }
}
