import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

struct GeoJSONTests {
  @Test(
    "Random geometries come back from GeoJSON bit for bit",
    arguments: 1...Extent.count(8, long: 20) as ClosedRange<UInt64>
  )
  func roundTrip(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed)
    for _ in 0..<200 {
      let geometry = try random.geometry()
      let text = try geometry.geoJSON()
      let back = try Geometry(geoJSON: text)
      // Arrays of no positions cannot say that they would have Z.
      #expect(back.wkt == withoutEmptyZ(geometry).wkt, "seed \(seed): \(text)")
      #expect(
        back.coordinates.ordinates.map(\.bitPattern)
          == withoutEmptyZ(geometry).coordinates.ordinates.map(\.bitPattern),
        "seed \(seed)"
      )
    }
  }

  @Test("Coders read and write what the reader and the writer do", arguments: seeds(10))
  func codable(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed)
    for _ in 0..<100 {
      let geometry = withoutEmptyZ(try random.geometry())
      let encoded = try JSONEncoder().encode(geometry)
      #expect(try Geometry(geoJSON: Array(encoded)) == geometry, "seed \(seed): \(geometry.wkt)")
      let text = try geometry.geoJSON()
      #expect(try JSONDecoder().decode(Geometry.self, from: Data(text.utf8)) == geometry, "\(text)")
    }
  }

  @Test("Coders refuse what GeoJSON has no place for")
  func codableRefusals() throws {
    for wkt in [
      "POINT M (1 2 3)", "LINESTRING (0 0, inf 1)", "GEOMETRYCOLLECTION (POINT ZM (1 2 3 4))",
    ] {
      let geometry = try Geometry(wkt: wkt)
      #expect(throws: EncodingError.self) { try JSONEncoder().encode(geometry) }
      #expect(throws: GeometryError.self) { try geometry.geoJSON() }
    }
    for text in [
      #"{"type":"Point"}"#, #"{"type":"Dot","coordinates":[1,2]}"#,
      #"{"type":"Point","coordinates":[1,2,3,4]}"#, #"{"type":"Point","coordinates":[[1,2]]}"#,
      #"{"type":"LineString","coordinates":[[1,2]]}"#,
      #"{"type":"LineString","coordinates":[[1,2],[]]}"#,
      #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}"#,
    ] {
      #expect(throws: DecodingError.self, "\(text)") {
        try JSONDecoder().decode(Geometry.self, from: Data(text.utf8))
      }
      #expect(throws: FormatError.self, "\(text)") { try Geometry(geoJSON: text) }
    }
  }

  static let spellings: [(text: String, wkt: String)] = [
    (#"{"type":"Point","coordinates":[1,2]}"#, "POINT (1 2)"),
    (#" { "coordinates" : [ 1.50 , -2e-1 , 3 ] , "type" : "Point" } "#, "POINT Z (1.5 -0.2 3)"),
    (
      #"{"t\u0079pe":"\u0050oint","coordinates":[1,2],"bbox":[1,2,1,2],"x":{"y":[null,true]}}"#,
      "POINT (1 2)"
    ),
    (#"{"type":"Point","coordinates":[]}"#, "POINT EMPTY"),
    (#"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#, "MULTIPOINT ((1 2), (3 4))"),
    (#"{"type":"MultiPoint","coordinates":[]}"#, "MULTIPOINT EMPTY"),
    (#"{"type":"LineString","coordinates":[]}"#, "LINESTRING EMPTY"),
    (
      #"{"type":"MultiLineString","coordinates":[[],[[0,0],[1,1]]]}"#,
      "MULTILINESTRING ((0 0, 1 1))"
    ),
    (#"{"type":"Polygon","coordinates":[[]]}"#, "POLYGON EMPTY"),
    (
      #"{"type":"MultiPolygon","coordinates":[[],[[[0,0],[1,0],[1,1],[0,0]]]]}"#,
      "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))"
    ),
    (
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}"#,
      "GEOMETRYCOLLECTION (POINT (1 2))"
    ),
    (#"{"type":"GeometryCollection","geometries":[]}"#, "GEOMETRYCOLLECTION EMPTY"),
  ]

  @Test("Every spelling in use is read")
  func spelling() throws {
    for (text, wkt) in Self.spellings {
      let geometry = try Geometry(geoJSON: text, srid: 4_326)
      #expect(geometry.wkt == wkt && geometry.srid == 4_326)
    }
  }

  @Test("An id that is null is none")
  func nullID() throws {
    let text = #"{"type":"Feature","id":null,"geometry":null}"#
    #expect(try GeoJSONFeature(geoJSON: text).id == nil)
  }

  static let refusals: [(text: String, code: FormatError.Code, offset: Int)] = [
    ("", .truncated, 0), ("[1,2]", .syntax, 0), ("{", .truncated, 1),
    (#"{"type":"Point"}"#, .missingMember, 0), (#"{"coordinates":[1,2]}"#, .missingMember, 0),
    (#"{"type":"GeometryCollection"}"#, .missingMember, 0),
    (#"{"type":"Circle","coordinates":[1,2]}"#, .unexpectedType, 9),
    (#"{"type":"Feature","geometry":null,"properties":null}"#, .unexpectedType, 9),
    (#"{"type":"Point","type":"Point","coordinates":[1,2]}"#, .duplicateMember, 17),
    (#"{"type":"Point","coordinates":[1,2],"coordinates":[1,2]}"#, .duplicateMember, 37),
    (#"{"type":"Point","coordinates":[1,2],"a":1,"a":2}"#, .duplicateMember, 43),
    (#"{"type":"Point","coordinates":[1]}"#, .unsupportedDimensions, 31),
    (#"{"type":"Point","coordinates":[1,2,3,4]}"#, .unsupportedDimensions, 31),
    (#"{"type":"LineString","coordinates":[[1,2],[1,2,3]]}"#, .unsupportedDimensions, 43),
    (#"{"type":"Point","coordinates":[[1,2]]}"#, .syntax, 30),
    (#"{"type":"LineString","coordinates":[1,2]}"#, .syntax, 35),
    (#"{"type":"LineString","coordinates":[[1,2],3]}"#, .syntax, 42),
    (#"{"type":"LineString","coordinates":[[1,2],[[3,4]]]}"#, .syntax, 44),
    (#"{"type":"LineString","coordinates":[[1,2],]}"#, .syntax, 42),
    (#"{"type":"LineString","coordinates":[[1,2]"#, .truncated, 41),
    (#"{"type":"LineString","coordinates":[[1,2]]}"#, .invalidGeometry, 0),
    (#"{"type":"MultiPoint","coordinates":[[1,2],[]]}"#, .unsupportedDimensions, 35),
    (#"{"type":"MultiPoint","coordinates":[[]]}"#, .syntax, 35),
    (#"{"type":"Polygon","coordinates":[[],[[0,0],[1,0],[1,1],[0,0]]]}"#, .invalidGeometry, 32),
    (#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[2,2]]]}"#, .invalidGeometry, 0),
    (#"{"type":"Point","coordinates":[NaN,2]}"#, .syntax, 31),
    (#"{"type":"Point","coordinates":[01,2]}"#, .syntax, 31),
    (#"{"type":"Point","coordinates":[1.,2]}"#, .syntax, 31),
    (#"{"type":"Point","coordinates":[+1,2]}"#, .syntax, 31),
    (#"{"type":"Point","coordinates":[1e999,2]}"#, .syntax, 31),
    (#"{"type":"Point","coordinates":[null,2]}"#, .syntax, 31),
    (#"{"type":"Point","coordinates":["1",2]}"#, .syntax, 31),
    (#"{"type":"Point","coordinates":null}"#, .syntax, 30),
    (#"{"type":"Point","coordinates":[1,2]}x"#, .trailingData, 36),
    (#"{"type":"Point","coordinates":[1,2],}"#, .syntax, 36),
    (#"{"type":"Point" "coordinates":[1,2]}"#, .syntax, 16),
    (#"{"type":"Point","coordinates":[1,2],"a":tru}"#, .syntax, 40),
    (#"{"type":"Point","coordinates":[1,2],"a":"\x"}"#, .syntax, 41),
    (#"{"type":"Point","coordinates":[1,2],"a":"\ud800"}"#, .syntax, 41),
    (#"{"type":"Point","geometry":null,"coordinates":[1,2]}"#, .unexpectedType, 0),
  ]

  @Test("Each kind of bad text is refused with its code and place")
  func refusal() {
    for (text, code, offset) in Self.refusals {
      expectRefused(text, code, at: offset) { try Geometry(geoJSON: text) }
    }
    let error = #expect(throws: FormatError.self) { try Geometry(geoJSON: "{") }
    #expect(error?.line == 1)
  }

  @Test("A member crs has its code in any of the public forms, but in none for compound systems")
  func systems() {
    let names = [
      "urn:ogc:def:crs:EPSG::25832", "urn:ogc:def:crs:EPSG:6.9:25832", "epsg:25832",
      "http://www.opengis.net/def/crs/EPSG/0/25832",
      "http://www.opengis.net/gml/srs/epsg.xml#25832",
    ]
    for name in names { #expect(systemCode(name: name, type: "name", code: nil) == 25_832) }
    for name in ["urn:ogc:def:crs:OGC:1.3:CRS84", "http://www.opengis.net/def/crs/OGC/0/CRS84h"] {
      #expect(systemCode(name: name, type: nil, code: nil) == 4326)
    }
    #expect(systemCode(name: nil, type: "EPSG", code: "25832") == 25_832)
    #expect(systemCode(name: nil, type: "link", code: "25832") == nil)
    let others = [
      "urn:ogc:def:crs,crs:EPSG::25832,crs:EPSG::5783", "EPSG:25832+5783", "IAU:30100", "EPSG:0",
      "urn:ogc:def:crs,crs:EPSG::5783,crs:OGC:1.3:CRS84",
      "http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/25832"
        + "&2=http://www.opengis.net/def/crs/EPSG/0/5783",
    ]
    for name in others {
      #expect(systemCode(name: name, type: "name", code: nil) == nil, "\(name)")
    }
  }

  @Test("Features keep their id, properties and foreign members")
  func feature() throws {
    let text =
      #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[1,2.5],"crs":null},"#
      + #""properties":{"big":9223372036854775807,"list":[1,2.0,"é\"\\\n"],"real":1e+300},"#
      + #""bbox":[1,2.5,1,2.5],"x":true}"#
    let feature = try GeoJSONFeature(geoJSON: text)
    #expect(feature.id == .integer(7))
    #expect(feature.geometryMembers == ["crs": .null])
    #expect(feature.properties?["list"] == .array([.integer(1), .real(2), .text("é\"\\\n")]))
    #expect(feature.foreignMembers["x"] == .boolean(true))
    #expect(try feature.geoJSON() == text)
    #expect(try GeoJSONFeature(geoJSON: feature.geoJSON()) == feature)
    let place = try GeoJSONFeature(
      geoJSON: #"{"type":"Feature","geometry":null,"properties":null}"#
    )
    #expect(place.geometry == nil && place.properties == nil)
    #expect(try place.geoJSON() == #"{"type":"Feature","geometry":null,"properties":null}"#)
    for text in [
      #"{"type":"Feature","properties":{}}"#, #"{"type":"Feature","coordinates":[1,2]}"#,
      #"{"type":"Feature","geometry":null,"geometry":null}"#,
      #"{"type":"Feature","geometry":null,"properties":{"a":1,"a":1}}"#,
      #"{"type":"Feature","geometry":null,"properties":[]}"#,
      #"{"type":"Feature","geometry":null,"id":{}}"#,
    ] { #expect(throws: FormatError.self, "\(text)") { try GeoJSONFeature(geoJSON: text) } }
  }

  @Test("Decimals are rounded to the nearest, ties to the even one")
  func decimals() throws {
    let point = Geometry.point(Point(x: 0.125, y: -2.000_000_4, z: 1_234_567.891_5))
    #expect(try point.geoJSON(.decimals(2)).hasSuffix("[0.12,-2,1234567.89]}"))
    #expect(try point.geoJSON(.decimals(0)).hasSuffix("[0,-2,1234568]}"))
    #expect(
      try Geometry.point(Point(x: -0.001, y: 1e300)).geoJSON(.decimals(1)).hasSuffix("[0,1e+300]}")
    )
  }

  @Test(
    "Doubles of every kind come back with their bits, and are read as Swift reads them",
    arguments: seeds(5)
  )
  func numbers(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var texts = [
      "-0", "5e-324", "2.2250738585072011e-308", "9007199254740993", "9007199254740993.0",
      "0.1000000000000000055511151231257827", "1e22", "1e23", "123456789012345678901234567890",
      "18446744073709551615", "1.7976931348623157e308", "0.000000000000000000000000001",
      "1234567890123456789e-27", "9999999999999999999e-1", "1e-999999999999", "0e999",
    ]
    for _ in 0..<3_000 {
      let number = Double(bitPattern: generator.next())
      if number.isFinite { texts.append(number.description) }
      // Many digits within the range that is divided exactly.
      var text = "\(generator.next() % 10_000_000)."
      for _ in 0..<generator.int(1...20) { text += "\(generator.int(0...9))" }
      texts.append(text)
    }
    for text in texts {
      let geometry = try Geometry(geoJSON: #"{"type":"Point","coordinates":[\#(text),0]}"#)
      let x = try #require(geometry.coordinates.first).x
      #expect(x.bitPattern == Double(text)?.bitPattern, "seed \(seed): \(text)")
      let again = try Geometry(geoJSON: geometry.geoJSON())
      #expect(again.coordinates.first?.x.bitPattern == x.bitPattern, "seed \(seed): \(text)")
    }
  }

  /// The geometry as arrays of positions can say it.
  private func withoutEmptyZ(_ geometry: Geometry) -> Geometry {
    if case .collection(let collection) = geometry {
      let members = collection.geometries.map(withoutEmptyZ)
      return (try? .collection(GeometryCollection(members))) ?? geometry
    }
    return geometry.isEmpty ? geometry.removingZ() : geometry
  }
}
