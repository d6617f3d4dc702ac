// Coders of other libraries pass values instead of bytes; these members read and write the same values as
// `init(geoJSON:srid:)` and `geoJSON(_:)`.

extension Geometry: Codable {
  private enum Key: String, CodingKey {
    case type
    case coordinates
    case geometries
  }

  /// Reads a GeoJSON geometry from any decoder.
  ///
  /// The reference system is undeclared. Foreign members are ignored.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let valve = try Geometry(wkt: "POINT Z (8 48 300)")
  /// let data = try JSONEncoder().encode(valve)
  /// try JSONDecoder().decode(Geometry.self, from: data) == valve  // -> true
  /// ```
  ///
  /// - Throws: `DecodingError` for input that ``init(geoJSON:srid:)-(String,_)`` refuses.
  /// - Z and M: A third number is Z; a fourth is refused.
  /// - Complexity: Linear in the input.
  public init(from decoder: any Decoder) throws { try self.init(from: decoder, depth: 0) }

  private init(from decoder: any Decoder, depth: Int) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func problem(_ key: Key, _ message: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: message)
    }
    let name = try container.decode(String.self, forKey: .type)
    guard let type = GeometryType.allCases.first(where: { $0.geoJSONName == name }) else {
      throw problem(.type, "GeoJSON has no type of geometry '\(name.prefix(40))'.")
    }
    do {
      if type == .geometryCollection {
        guard depth < maximumNestingDepth else {
          throw problem(.type, "Collections nest deeper than \(maximumNestingDepth) levels.")
        }
        var list = try container.nestedUnkeyedContainer(forKey: .geometries)
        var members: [Geometry] = []
        while !list.isAtEnd {
          members.append(try Geometry(from: list.superDecoder(), depth: depth + 1))
        }
        self = .collection(try GeometryCollection(members))
        return
      }
      var positions = DecodedPositions()
      var list = try container.nestedUnkeyedContainer(forKey: .coordinates)
      try positions.decode(&list, depth: GeoJSONParser.positionDepth(type))
      self = try .assembled(
        type,
        CoordinateSequence(
          trusted: positions.ordinates,
          dimensions: positions.width == 3 ? .xyz : .xy
        ),
        pathEnds: positions.pathEnds,
        partEnds: positions.partEnds,
        srid: nil,
        isChecking: true
      )
    } catch let error as GeometryError {
      throw problem(type == .geometryCollection ? .geometries : .coordinates, error.message)
    }
  }

  /// Writes the geometry as GeoJSON to any encoder, without its reference system.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let valve = try Geometry(wkt: "POINT Z (8 48 300)")
  /// let encoder = JSONEncoder()
  /// encoder.outputFormatting = .sortedKeys
  /// let data = try encoder.encode(valve)
  /// String(decoding: data, as: UTF8.self)  // -> {"coordinates":[8,48,300],"type":"Point"}
  /// ```
  ///
  /// - Throws: `EncodingError` for measures, which GeoJSON cannot store, and for NaN and infinity.
  /// - Z and M: Z is kept; M is refused.
  /// - Complexity: Linear in the number of coordinates.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(type.geoJSONName, forKey: .type)
    if case .collection(let collection) = self {
      try container.encode(collection.geometries, forKey: .geometries)
      return
    }
    guard !hasM, isFinite else {
      let advice =
        hasM
        ? "GeoJSON has no place for measures: remove them with removingM()."
        : "GeoJSON has no number for NaN and infinity."
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(codingPath: encoder.codingPath, debugDescription: advice)
      )
    }
    let paths = paths.map(Self.positions)
    switch self {
    case .point: try container.encode(paths.first?.first ?? [], forKey: .coordinates)
    case .multiPoint: try container.encode(paths.map { $0[0] }, forKey: .coordinates)
    case .lineString: try container.encode(paths.first ?? [], forKey: .coordinates)
    case .multiLineString, .polygon: try container.encode(paths, forKey: .coordinates)
    case .multiPolygon(let polygons):
      try container.encode(polygons.polygonRings.map { Array(paths[$0]) }, forKey: .coordinates)
    case .collection: break
    }
  }

  @inline(never) private static func positions(_ path: GeometryPath) -> [[Double]] {
    (0..<path.count).map { index in
      let place = path[index]
      guard let z = path.z(at: index) else { return [place.x, place.y] }
      return [place.x, place.y, z]
    }
  }
}

/// The positions of the nested arrays of a decoder, flattened.
private struct DecodedPositions {
  var ordinates: [Double] = []
  var width = 0
  var pathEnds: [Int] = []
  var partEnds: [Int] = []

  /// Reads an array with `depth` further levels of arrays around its positions.
  mutating func decode(_ list: inout any UnkeyedDecodingContainer, depth: Int) throws {
    guard depth > 0 else { return try decodePosition(&list, mayBeEmpty: true) }
    while !list.isAtEnd {
      var inner = try list.nestedUnkeyedContainer()
      if depth == 1 {
        try decodePosition(&inner, mayBeEmpty: false)
      } else {
        try decode(&inner, depth: depth - 1)
      }
    }
    if depth == 1, width > 0 {
      let end = ordinates.count / width
      if end > pathEnds.last ?? 0 { pathEnds.append(end) }
    } else if depth == 2, pathEnds.count > partEnds.last ?? 0 {
      partEnds.append(pathEnds.count)
    }
  }

  private mutating func decodePosition(
    _ list: inout any UnkeyedDecodingContainer,
    mayBeEmpty: Bool
  ) throws {
    var count = 0
    while !list.isAtEnd {
      ordinates.append(try list.decode(Double.self))
      count += 1
      guard count <= 3 else { break }
    }
    if count == 0, mayBeEmpty { return }
    guard 2...3 ~= count, width == count || width == 0 else {
      throw DecodingError.dataCorruptedError(
        in: list,
        debugDescription: "The positions of a geometry must all have 2 numbers, or all have 3."
      )
    }
    width = count
  }
}

extension Coordinate: Codable {
  /// Reads an array of x and y, as GeoJSON writes a position; further numbers are ignored.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let data = Data("[1.5,-2]".utf8)
  /// try JSONDecoder().decode(Coordinate.self, from: data) == Coordinate(x: 1.5, y: -2)  // -> true
  /// ```
  ///
  /// - Throws: `DecodingError` when the array has fewer than two numbers.
  /// - Z and M: There are none; a third number of a position is left out.
  /// - Complexity: Constant.
  /// - Source: RFC 7946, 3.1.1.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(x: try list.decode(Double.self), y: try list.decode(Double.self))
  }

  /// Writes an array of x and y.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let data = try JSONEncoder().encode(Coordinate(x: 1.5, y: -2))
  /// String(decoding: data, as: UTF8.self)  // -> [1.5,-2]
  /// ```
  ///
  /// - Throws: Errors of the encoder, such as for a number that is not finite.
  /// - Complexity: Constant.
  /// - Source: RFC 7946, 3.1.1.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(x)
    try list.encode(y)
  }
}

extension Envelope: Codable {
  /// Reads an array of least x, least y, greatest x and greatest y, as GeoJSON writes a `bbox`.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let data = Data("[0,1,2,3]".utf8)
  /// try JSONDecoder().decode(Envelope.self, from: data) == Envelope(minX: 0, minY: 1, maxX: 2, maxY: 3)  // -> true
  /// ```
  ///
  /// - Throws: `DecodingError` when the list has not four numbers.
  /// - Z and M: There are none; a third number of a position is left out.
  /// - Complexity: Constant.
  /// - Source: RFC 7946, 5.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(
      minX: try list.decode(Double.self),
      minY: try list.decode(Double.self),
      maxX: try list.decode(Double.self),
      maxY: try list.decode(Double.self)
    )
  }

  /// Writes an array of least x, least y, greatest x and greatest y.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let data = try JSONEncoder().encode(Envelope(minX: 0, minY: 1, maxX: 2, maxY: 3))
  /// String(decoding: data, as: UTF8.self)  // -> [0,1,2,3]
  /// ```
  ///
  /// - Throws: Errors of the encoder, such as for a number that is not finite.
  /// - Complexity: Constant.
  /// - Source: RFC 7946, 5.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for side in [minX, minY, maxX, maxY] { try list.encode(side) }
  }
}
