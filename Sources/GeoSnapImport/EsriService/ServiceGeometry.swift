internal import GeoSnap

struct GeometryLayout {
  let hasZ: Bool
  let hasM: Bool
  let wkid: Int32?

  init(_ members: [String: ParsedJSON], path: String) throws(ReadingError) {
    hasZ = Self.flag(members["hasZ"]) ?? false
    hasM = Self.flag(members["hasM"]) ?? false
    guard case .object(let system)? = members["spatialReference"] else {
      wkid = nil
      return
    }
    let latest = try Self.code(system["latestWkid"], path)
    let first = try Self.code(system["wkid"], path)
    wkid = latest ?? first
  }

  private static func code(_ value: ParsedJSON?, _ path: String) throws(ReadingError) -> Int32? {
    switch value ?? .null {
    case .null: return nil
    case .number(let number):
      if let code = Int32(exactly: number), code > 0 { return code }
      throw ReadingError(path, "spatialReference: \(number) is not the code of a reference system.")
    case let value:
      throw ReadingError(path, "spatialReference: a code was expected; this is \(value.kind).")
    }
  }

  static func flag(_ value: ParsedJSON?) -> Bool? {
    if case .bool(let flag)? = value { return flag }
    return nil
  }
}

struct ServiceGeometry {
  let srid: SRID?
  /// The number of coordinates without z in layers with z; their z is set to 0.
  private(set) var missingHeights = 0
  /// The number of areas whose rings all had the wrong orientation and were reversed.
  private(set) var reversedAreas = 0

  init(srid: SRID?) { self.srid = srid }

  mutating func geometry(_ row: ServiceRow) throws(ReadingError) -> Geometry? {
    guard let value = row.geometry else { return nil }
    if case .null = value { return nil }
    let path = "\(row.path), geometry"
    guard case .object(let members) = value else {
      throw ReadingError(path, "An object was expected; this is \(value.kind).")
    }
    for key in ["curvePaths", "curveRings"] where members[key] != nil {
      throw ReadingError(
        path,
        "\(key): curves are not read. Query with returnTrueCurves=false, which gives straight segments."
      )
    }
    let dimensions = CoordinateDimensions(
      hasZ: GeometryLayout.flag(members["hasZ"]) ?? row.layout.hasZ,
      hasM: GeometryLayout.flag(members["hasM"]) ?? row.layout.hasM
    )
    do {
      if let paths = members["paths"] {
        let parts = try sequences(paths, dimensions, "\(path).paths").filter { !$0.isEmpty }
        if parts.isEmpty { return nil }
        return parts.count == 1
          ? .lineString(try LineString(parts[0], srid: srid))
          : .multiLineString(try MultiLineString(parts: parts, srid: srid))
      }
      if let rings = members["rings"] {
        return try area(sequences(rings, dimensions, "\(path).rings").filter { !$0.isEmpty })
      }
    } catch let error as ReadingError {
      throw error
    } catch {
      throw ReadingError(path, "\(error)")
    }
    return try point(members, dimensions, path)
  }

  private mutating func point(
    _ members: [String: ParsedJSON],
    _ dimensions: CoordinateDimensions,
    _ path: String
  ) throws(ReadingError) -> Geometry? {
    guard members["x"] != nil || members["y"] != nil else {
      if members.isEmpty { return nil }
      throw ReadingError(
        path,
        "The object has neither x and y, nor paths, nor rings: it is not a point, line or area."
      )
    }
    guard let x = try Self.number(members["x"], path), let y = try Self.number(members["y"], path)
    else { return nil }
    var z = try Self.number(members["z"], path)
    if z == nil, dimensions.hasZ {
      missingHeights += 1
      z = 0
    }
    return .point(Point(x: x, y: y, z: z, m: try Self.number(members["m"], path), srid: srid))
  }

  /// A number; nil for null and `"NaN"`, which services write for missing values.
  private static func number(_ value: ParsedJSON?, _ path: String) throws(ReadingError) -> Double? {
    switch value ?? .null {
    case .null, .string("NaN"): return nil
    case .number(let number) where number.isNaN: return nil
    case let value where value.double?.isFinite == true: return value.double
    case let value: throw ReadingError(path, "A finite number was expected; this is \(value.kind).")
    }
  }

  private mutating func sequences(
    _ value: ParsedJSON,
    _ dimensions: CoordinateDimensions,
    _ path: String
  ) throws(ReadingError) -> [CoordinateSequence] {
    guard case .array(let parts) = value else {
      throw ReadingError(path, "A list was expected; this is \(value.kind).")
    }
    var sequences: [CoordinateSequence] = []
    for (index, part) in parts.enumerated() {
      guard case .array(let positions) = part else {
        throw ReadingError("\(path)[\(index)]", "A list was expected; this is \(part.kind).")
      }
      var ordinates: [Double] = []
      ordinates.reserveCapacity(positions.count * dimensions.count)
      for (vertex, position) in positions.enumerated() {
        try append(position, dimensions, "\(path)[\(index)][\(vertex)]", to: &ordinates)
      }
      sequences.append(CoordinateSequence(trusted: ordinates, dimensions: dimensions))
    }
    return sequences
  }

  private mutating func append(
    _ position: ParsedJSON,
    _ dimensions: CoordinateDimensions,
    _ path: String,
    to ordinates: inout [Double]
  ) throws(ReadingError) {
    guard case .array(let values) = position else {
      throw ReadingError(path, "A position was expected; this is \(position.kind).")
    }
    guard values.count >= 2, values.count <= dimensions.count else {
      throw ReadingError(
        path,
        "A position of 2\(dimensions.count > 2 ? " to \(dimensions.count)" : "") numbers was expected; this has "
          + "\(values.count)."
      )
    }
    guard let x = try Self.number(values[0], path), let y = try Self.number(values[1], path) else {
      throw ReadingError(path, "x or y is not a number.")
    }
    ordinates.append(x)
    ordinates.append(y)
    if dimensions.hasZ {
      let z = values.count > 2 ? try Self.number(values[2], path) : nil
      if z == nil { missingHeights += 1 }
      ordinates.append(z ?? 0)
    }
    if dimensions.hasM {
      let m =
        values.count == dimensions.count ? try Self.number(values[values.count - 1], path) : nil
      // A missing measure is NaN.
      ordinates.append(m ?? .nan)
    }
  }

  private mutating func area(_ rings: [CoordinateSequence]) throws -> Geometry? {
    if rings.isEmpty { return nil }
    let all = try Polygon(rings: rings, srid: srid)
    let sorted = EsriRings(all.coordinates, all.ringEnds)
    if sorted.isReversed { reversedAreas += 1 }
    return sorted.areas(srid)
  }
}
