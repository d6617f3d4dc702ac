import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Esri JSON")
struct EsriJSONTests {
  @Test(
    "Random geometries come back bit for bit, with Z, M and reference system",
    arguments: seeds(20)
  )
  func roundTrip(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    var compared = 0
    for _ in 0..<300 {
      let geometry = try Geometry(wkb: random.geometry().wkb(), srid: 25_832)
      if geometry.type == .geometryCollection { continue }
      // Where polygons overlap a hole lies in several of them.
      if geometry.type == .multiPolygon, try !geometry.isValid { continue }
      let text = try geometry.esriJSON()
      let back = try Geometry(esriJSON: text)
      // The format has no multi geometry of one part, and rings that run the other way are holes.
      #expect(
        single(geometry.orientingRings(.clockwise)).wkb() == back.wkb(),
        "seed \(seed): \(text)"
      )
      #expect(back.srid == 25_832)
      compared += 1
    }
    #expect(compared > 100)
  }

  @Test("Rings that all run the wrong way are the same areas", arguments: seeds(5))
  func reversedRings(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed)
    var compared = 0
    for _ in 0..<600 {
      let area = try random.geometry()
      guard [.polygon, .multiPolygon].contains(area.type), !area.isEmpty, try area.isValid else {
        continue
      }
      // Written as given, so that the text has the rings the wrong way.
      let turned = area.orientingRings(.counterclockwise)
      let rings = turned.paths.map { path in
        let places = (0..<path.count).map { "[\(path[$0].x),\(path[$0].y)]" }
        return "[\(places.joined(separator: ","))]"
      }
      let text = "{\"rings\":[\(rings.joined(separator: ","))]}"
      let back = try Geometry(esriJSON: text)
      #expect(abs(back.area - area.area) <= 1e-9 * area.area, "seed \(seed): \(text)")
      #expect(try back.isValid, "seed \(seed): \(text)")
      compared += 1
    }
    #expect(compared > 20)
  }

  /// The geometry without the multi geometry around a single line or polygon, or none.
  private func single(_ geometry: Geometry) -> Geometry {
    guard geometry.type == .multiLineString || geometry.type == .multiPolygon else {
      return geometry
    }
    let dimensions = geometry.coordinates.dimensions
    guard let first = geometry.parts.first else {
      let none = CoordinateSequence(dimensions: dimensions)
      return geometry.type == .multiLineString
        ? (try? .lineString(LineString(none, srid: geometry.srid))) ?? geometry
        : (try? .polygon(Polygon(coordinates: none, ringEnds: [], srid: geometry.srid))) ?? geometry
    }
    return geometry.parts.count == 1 ? first : geometry
  }

  static let spellings: [(text: String, wkt: String)] = [
    (#"{"x":1,"y":2}"#, "POINT (1 2)"),
    (
      #"{"x":1,"y":2,"z":3,"m":null,"spatialReference":{"wkid":102100,"latestWkid":3857}}"#,
      "SRID=3857;POINT ZM (1 2 3 nan)"
    ),
    (#"{"x":"NaN","y":"NaN"}"#, "POINT EMPTY"), (#"{"x":null}"#, "POINT EMPTY"),
    (#"{"hasM":true,"points":[[1,2,3],[4,5,null]]}"#, "MULTIPOINT M ((1 2 3), (4 5 nan))"),
    (#"{"points":[[1,2,3,4]]}"#, "MULTIPOINT ZM ((1 2 3 4))"),
    // Esri documents a line of which a path has no measures.
    (
      #"{"hasM":true,"paths":[[[0,0,5],[1,1,6]],[[2,2],[3,3]]]}"#,
      "MULTILINESTRING M ((0 0 5, 1 1 6), (2 2 nan, 3 3 nan))"
    ),
    (
      #"{"points":[[0,0],[1,1,2]],"hasZ":true,"hasM":true}"#,
      "MULTIPOINT ZM ((0 0 nan nan), (1 1 2 nan))"
    ),
    (#"{"points":[]}"#, "MULTIPOINT EMPTY"),
    (#"{"paths":[]}"#, "LINESTRING EMPTY"), (#"{"hasZ":true,"paths":[]}"#, "LINESTRING Z EMPTY"),
    (#"{"paths":[[[0,0],[1,1]]]}"#, "LINESTRING (0 0, 1 1)"),
    (
      #"{"paths":[[[0,0],[1,1]],[[2,2],[3,3]]],"spatialReference":{"wkt":"GEOGCS[...]"}}"#,
      "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))"
    ),
    (#"{"rings":[]}"#, "POLYGON EMPTY"),
    (#"{"rings":[[[0,0],[0,9],[9,9],[0,0]]]}"#, "POLYGON ((0 0, 0 9, 9 9, 0 0))"),
    // Holes may be anywhere among the rings; the island within the lake is a separate part.
    (
      #"{"rings":[[[1,1],[8,1],[8,8],[1,8],[1,1]],[[2,2],[2,7],[7,7],[7,2],[2,2]],"#
        + #"[[0,0],[0,9],[9,9],[9,0],[0,0]],[[3,3],[4,3],[4,4],[3,3]]]}"#,
      "MULTIPOLYGON (((2 2, 2 7, 7 7, 7 2, 2 2), (3 3, 4 3, 4 4, 3 3)), "
        + "((0 0, 0 9, 9 9, 9 0, 0 0), (1 1, 8 1, 8 8, 1 8, 1 1)))"
    ),
    // A ring that only is a hole bounds an area all the same.
    (#"{"rings":[[[0,0],[9,0],[9,9],[0,0]]]}"#, "POLYGON ((0 0, 9 0, 9 9, 0 0))"),
    (#"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, "POLYGON ((1 2, 1 4, 3 4, 3 2, 1 2))"),
    (#"{"xmin":"NaN","ymin":"NaN","xmax":"NaN","ymax":"NaN"}"#, "POLYGON EMPTY"),
  ]

  @Test("Every spelling in use is read")
  func spelling() throws {
    for (text, wkt) in Self.spellings {
      #expect(try Geometry(esriJSON: text).wkt(.shortest, includingSRID: true) == wkt)
    }
  }

  static let refusals: [(text: String, code: FormatError.Code)] = [
    ("{}", .missingMember), (#"{"y":2}"#, .missingMember), (#"{"x":1}"#, .missingMember),
    (#"{"x":1,"y":"NaN"}"#, .missingMember), (#"{"x":1,"y":"2"}"#, .syntax),
    (#"{"x":1,"x":1,"y":2}"#, .duplicateMember), (#"{"paths":[],"rings":[]}"#, .duplicateMember),
    (#"{"paths":[],"x":1}"#, .unexpectedType), (#"{"xmin":1,"ymin":2}"#, .missingMember),
    (#"{"curvePaths":[[[0,0],{"c":[[3,3],[1,4]]}]]}"#, .unsupportedCurve),
    (#"{"hasZ":true,"curveRings":[]}"#, .unsupportedCurve),
    (#"{"paths":[[[0,0]]]}"#, .invalidGeometry), (#"{"paths":[[0,0],[1,1]]}"#, .syntax),
    (#"{"paths":[[[0,0,1],[1,1]]]}"#, .unsupportedDimensions),
    (#"{"hasM":true,"paths":[[[0,0,1,1],[1,1]]]}"#, .unsupportedDimensions),
    (#"{"hasZ":false,"hasM":false,"paths":[[[0,0,1],[1,1,1]]]}"#, .unsupportedDimensions),
    (#"{"points":[[1,2,3,4,5]]}"#, .unsupportedDimensions),
    (#"{"points":[[1,null]]}"#, .invalidGeometry), (#"{"points":[[1,"x"]]}"#, .syntax),
    (#"{"rings":[[[0,0],[0,9],[9,9]]]}"#, .invalidGeometry),
    (#"{"rings":[[[0,0],[0,9],[9,9],[1,1]]]}"#, .invalidGeometry), (#"{"rings":[[[]]]}"#, .syntax),
    (#"{"x":1,"y":2,"spatialReference":{"wkid":"4326"}}"#, .syntax),
    (#"{"x":1,"y":2,"spatialReference":4326}"#, .syntax), (#"{"x":1e400,"y":2}"#, .syntax),
    (#"{"attributes":{},"geometry":{"x":1,"y":2}}"#, .unexpectedType),
    (#"{"x":1,"y":2"#, .truncated), (#"{"x":1,"y":2}}"#, .trailingData),
  ]

  @Test("Each kind of bad text is refused with its code")
  func refusal() {
    for (text, code) in Self.refusals { expectRefused(text, code) { try Geometry(esriJSON: text) } }
  }

  @Test("A reference system other than the known one is refused")
  func referenceSystem() throws {
    let text = #"{"x":1,"y":2,"spatialReference":{"wkid":25832}}"#
    #expect(try Geometry(esriJSON: text, srid: 25_832).srid == 25_832)
    #expect(throws: FormatError.self) { try Geometry(esriJSON: text, srid: 4_326) }
    // The older code of a system is no other system.
    let newer = #"{"x":1,"y":2,"spatialReference":{"wkid":102100,"latestWkid":3857}}"#
    #expect(try Geometry(esriJSON: newer, srid: 102_100).srid == 102_100)
    let unset = #"{"x":1,"y":2,"spatialReference":{"wkid":25832,"latestWkid":null}}"#
    #expect(try Geometry(esriJSON: unset).srid == 25_832)
  }

  @Test("Collections and infinity are not written")
  func unwritable() throws {
    for wkt in [
      "GEOMETRYCOLLECTION (POINT (1 2))", "POINT (inf 2)", "LINESTRING Z (0 0 inf, 1 1 1)",
    ] { #expect(throws: GeometryError.self) { try Geometry(wkt: wkt).esriJSON() } }
    #expect(
      try Geometry(wkt: "LINESTRING ZM (0 0 nan nan, 1 1 1.25 2)").esriJSON(.decimals(1))
        == #"{"hasZ":true,"hasM":true,"paths":[[[0,0,null,null],[1,1,1.2,2]]]}"#
    )
  }

  @Test("A set of features is read piece by piece, with what it says of all of them")
  func featureSet() throws {
    let text = """
      {"objectIdFieldName":"OBJECTID","geometryType":"esriGeometryPolyline","hasM":true,
      "spatialReference":{"wkid":102100,"latestWkid":3857},"fields":[{"name":"OBJECTID"}],
      "features":[
      {"attributes":{"OBJECTID":1,"NAME":"a"},
      "geometry":{"paths":[[[0,0,5],[1,1,6]]],"spatialReference":{"wkid":102100}}},
      {"attributes":{"OBJECTID":2},"geometry":{"curvePaths":[]}},
      {"attributes":{"OBJECTID":3},"geometry":null}
      ],"exceededTransferLimit":true}
      """
    for size in [1, 17, 5_000] {
      var reader = EsriJSONReader()
      let readings = reader.read(Array(text.utf8)) { size }
      let (features, errors) = (readings.items, readings.errors)
      #expect(features.map { $0.attributes["OBJECTID"] } == [.integer(1), .integer(3)])
      #expect(
        features.first?.geometry?.wkt(.shortest, includingSRID: true)
          == "SRID=3857;LINESTRING M (0 0 5, 1 1 6)"
      )
      #expect(features.last?.geometry == nil)
      #expect(errors.map(\.code) == [.unsupportedCurve])
      #expect(errors.first?.line == 6)
      #expect(reader.foreignMembers["exceededTransferLimit"] == .boolean(true))
      let feature = try #require(features.first)
      #expect(try EsriFeature(esriJSON: feature.esriJSON()) == feature)
    }
  }
}
