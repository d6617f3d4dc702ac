// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Examples in the documentation: Formats")
struct FormatsExamples {

  @Test("EsriFeature")
  func exampleEsriFeature() throws {
    let text = #"{"geometry":{"x":1,"y":2},"attributes":{"OBJECTID":7}}"#
    let feature = try EsriFeature(esriJSON: text)
    shows(feature.geometry, "POINT (1 2)")
    shows(try feature.esriJSON(), "{\"attributes\":{\"OBJECTID\":7},\"geometry\":{\"x\":1,\"y\":2}}")
  }

  @Test("Geometry.init(esriJSON:srid:)")
  func exampleGeometry() throws {
    let text = #"{"paths":[[[0,0],[10,0]]],"spatialReference":{"wkid":25832}}"#
    let pipe = try Geometry(esriJSON: text)
    shows(pipe.wkt, "LINESTRING (0 0, 10 0)")
    shows(pipe.srid, "25832")
  }

  @Test("Geometry.esriJSON(_:)")
  func exampleEsriJSON() throws {
    let pipe = try Geometry(wkt: "LINESTRING (0 0, 10 0.125)", srid: 25_832)
    shows(try pipe.esriJSON(), "{\"paths\":[[[0,0],[10,0.125]]],\"spatialReference\":{\"wkid\":25832}}")
    shows(try Geometry(wkt: "POINT (1.2345 2)").esriJSON(.decimals(2)), "{\"x\":1.23,\"y\":2}")
  }

  @Test("EsriJSONReader")
  func exampleEsriJSONReader() throws {
    var reader = EsriJSONReader()
    var found: [Geometry] = []
    for piece in [#"{"features":[{"geometry":{"x":1,"#, #""y":2}},{"geometry":{"x":3,"y":4}}]}"#] {
      reader.append(piece.utf8)
      while let feature = try reader.next() { found += [feature.geometry].compactMap(\.self) }
    }
    reader.finish()
    while let feature = try reader.next() { found += [feature.geometry].compactMap(\.self) }
    shows(found, "[POINT (1 2), POINT (3 4)]")
  }

  @Test("GeoJSONReader")
  func exampleGeoJSONReader() throws {
    var reader = GeoJSONReader(srid: 4326)
    var found: [Geometry] = []
    for piece in [#"{"type":"Point","coor"#, #"dinates":[8,48]}"#] {
      reader.append(piece.utf8)
      while let feature = try reader.next() { found += [feature.geometry].compactMap(\.self) }
    }
    reader.finish()
    while let feature = try reader.next() { found += [feature.geometry].compactMap(\.self) }
    shows(found, "[POINT (8 48)]")
  }

  @Test("GeoJSONCollection")
  func exampleGeoJSONCollection() throws {
    let text = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[8,48]},"properties":{"size":50}}"#
    let collection = try GeoJSONCollection(geoJSON: Array(text.utf8), srid: 4326)
    shows(collection.features[0].geometry, "POINT (8 48)")
    shows(try collection.geoJSON().isEmpty, "false")
  }

  @Test("Geometry.init(from:)")
  func exampleGeometry2() throws {
    let valve = try Geometry(wkt: "POINT Z (8 48 300)")
    let data = try JSONEncoder().encode(valve)
    shows(try JSONDecoder().decode(Geometry.self, from: data) == valve, "true")
  }

  @Test("Geometry.encode(to:)")
  func exampleEncode() throws {
    let valve = try Geometry(wkt: "POINT Z (8 48 300)")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(valve)
    shows(String(decoding: data, as: UTF8.self), "{\"coordinates\":[8,48,300],\"type\":\"Point\"}")
  }

  @Test("Coordinate.init(from:)")
  func exampleCoordinate() throws {
    let data = Data("[1.5,-2]".utf8)
    shows(try JSONDecoder().decode(Coordinate.self, from: data) == Coordinate(x: 1.5, y: -2), "true")
  }

  @Test("Coordinate.encode(to:)")
  func exampleEncode2() throws {
    let data = try JSONEncoder().encode(Coordinate(x: 1.5, y: -2))
    shows(String(decoding: data, as: UTF8.self), "[1.5,-2]")
  }

  @Test("Envelope.init(from:)")
  func exampleEnvelope() throws {
    let data = Data("[0,1,2,3]".utf8)
    shows(try JSONDecoder().decode(Envelope.self, from: data) == Envelope(minX: 0, minY: 1, maxX: 2, maxY: 3), "true")
  }

  @Test("Envelope.encode(to:)")
  func exampleEncode3() throws {
    let data = try JSONEncoder().encode(Envelope(minX: 0, minY: 1, maxX: 2, maxY: 3))
    shows(String(decoding: data, as: UTF8.self), "[0,1,2,3]")
  }

  @Test("GeoJSONFeature")
  func exampleGeoJSONFeature() throws {
    let text = #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[8,48]},"properties":null}"#
    let feature = try GeoJSONFeature(geoJSON: text)
    shows(feature.geometry, "POINT (8 48)")
    shows(try feature.geoJSON() == text, "true")
  }

  @Test("Geometry.init(geoJSON:srid:)")
  func exampleGeometry3() throws {
    let valve = try Geometry(geoJSON: #"{"type":"Point","coordinates":[11.5,48.1,520]}"#, srid: 4326)
    shows(valve.wkt, "POINT Z (11.5 48.1 520)")
  }

  @Test("Geometry.init(geoJSON:srid:)")
  func exampleGeometry4() throws {
    let bytes = Array(#"{"type":"Point","coordinates":[11.5,48.1]}"#.utf8)
    shows(try Geometry(geoJSON: bytes).wkt, "POINT (11.5 48.1)")
  }

  @Test("Geometry.geoJSON(_:)")
  func exampleGeoJSON() throws {
    let main = try Geometry(wkt: "LINESTRING (8 48, 8.125 48)")
    shows(try main.geoJSON(), "{\"type\":\"LineString\",\"coordinates\":[[8,48],[8.125,48]]}")
    shows(try main.geoJSON(.decimals(1)), "{\"type\":\"LineString\",\"coordinates\":[[8,48],[8.1,48]]}")
  }

  @Test("JSONFragment.init(from:)")
  func exampleJSONFragment() throws {
    let text = #"{"size": [150, null]}"#
    let kept = try JSONDecoder().decode(JSONFragment.self, from: Data(text.utf8))
    shows(kept == .object(["size": .array([.integer(150), .null])]), "true")
  }

  @Test("JSONFragment.encode(to:)")
  func exampleEncode4() throws {
    let size = JSONFragment.array([.integer(150), .null])
    shows(String(decoding: try JSONEncoder().encode(size), as: UTF8.self), "[150,null]")
  }

  @Test("OrdinateFormat")
  func exampleOrdinateFormat() throws {
    let pole = try Geometry(wkt: "POINT (417700.12345 0.125)")
    shows(pole.wkt(.decimals(3)), "POINT (417700.123 0.125)")
    shows(pole.wkt(.decimals(2)), "POINT (417700.12 0.12)")
  }

  @Test("GeometryLineReader")
  func exampleGeometryLineReader() throws {
    var reader = GeometryLineReader()
    var found: [Geometry] = []
    for piece in ["POINT (1 2)\n{\"x\":3,", "\"y\":4}\n"] {
      reader.append(piece.utf8)
      while let geometry = try reader.next() { found.append(geometry) }
    }
    reader.finish()
    while let geometry = try reader.next() { found.append(geometry) }
    shows(found, "[POINT (1 2), POINT (3 4)]")
  }

  @Test("GeometryTextFormat.init(of:)")
  func exampleGeometryTextFormat() throws {
    shows(GeometryTextFormat(of: "POINT (1 2)".utf8), "wkt")
    shows(GeometryTextFormat(of: #"{"x":1,"y":2}"#.utf8), "esriJSON")
  }

  @Test("Geometry.init(text:format:srid:)")
  func exampleGeometry5() throws {
    shows(try Geometry(text: "POINT (1 2)").wkt, "POINT (1 2)")
    shows(try Geometry(text: #"{"type":"Point","coordinates":[1,2]}"#).wkt, "POINT (1 2)")
    shows(try Geometry(text: "0101000000000000000000F03F0000000000000040").wkt, "POINT (1 2)")
  }

  @Test("UncheckedReader")
  func exampleUncheckedReader() throws {
    let text = Array("LINESTRING (1 2)\nPOINT (3 4)\n".utf8)
    var reader = UncheckedReader(startingWith: text)
    reader.append(text)
    reader.finish()
    var problems: [GeometryProblem] = []
    while let item = try reader.next() { problems += item.geometry.problems() }
    shows(problems, "[tooFewPoints at (1.0 2.0), part 0]")
  }

  @Test("UncheckedGeometry")
  func exampleUncheckedGeometry() throws {
    let open = try UncheckedGeometry(text: "POLYGON ((0 0, 0 4, 4 4))")
    shows(open.problems().map(\.kind), "[unclosedRing, tooFewPoints]")
    let read = try UncheckedGeometry(text: "LINESTRING (1 2, 3 4)")
    shows(try read.checked().wkt, "LINESTRING (1 2, 3 4)")
  }

  @Test("Geometry.init(wkb:srid:)")
  func exampleGeometry6() throws {
    let bytes: [UInt8] = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]
    shows(try Geometry(wkb: bytes).wkt, "POINT (1 2)")
  }

  @Test("Geometry.init(wkb:srid:)")
  func exampleGeometry7() throws {
    let row: [UInt8] = [7, 7, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]
    shows(try Geometry(wkb: row.span.extracting(2..<23)).wkt, "POINT (1 2)")
  }

  @Test("Geometry.wkb(includingSRID:)")
  func exampleWkb() throws {
    let valve = try Geometry(wkt: "POINT (1 2)", srid: 25_832)
    shows(valve.wkb().count, "21")
    shows(valve.wkb(includingSRID: true).count, "25")
    shows(try Geometry(wkb: valve.wkb()).wkt, "POINT (1 2)")
  }

  @Test("Geometry.init(hexWKB:srid:)")
  func exampleGeometry8() throws {
    shows(try Geometry(hexWKB: "0101000000000000000000F03F0000000000000040").wkt, "POINT (1 2)")
  }

  @Test("Geometry.hexWKB(includingSRID:)")
  func exampleHexWKB() throws {
    shows(try Geometry(wkt: "POINT (1 2)").hexWKB(), "0101000000000000000000F03F0000000000000040")
  }

  @Test("WKBReader")
  func exampleWKBReader() throws {
    var reader = WKBReader()
    var found: [Geometry] = []
    for piece in [[1, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]] as [[UInt8]] {
      reader.append(piece)
      while let geometry = try reader.next() { found.append(geometry) }
    }
    reader.finish()
    while let geometry = try reader.next() { found.append(geometry) }
    shows(found, "[POINT (1 2)]")
  }

  @Test("Geometry.init(wkt:srid:)")
  func exampleGeometry9() throws {
    let main = try Geometry(wkt: "SRID=25832;linestring z(0 0 1,10.5 0 1)")
    shows(main.length, "10.5")
    shows(main.srid, "25832")
  }

  @Test("Geometry.wkt")
  func exampleWkt() throws {
    let main = try Geometry(wkt: "linestring zm (0 0 0.1 nan, 1 0 2 3)")
    shows(main.wkt, "LINESTRING ZM (0 0 0.1 nan, 1 0 2 3)")
  }

  @Test("Geometry.wkt(_:includingSRID:)")
  func exampleWkt2() throws {
    let valve = try Geometry(wkt: "POINT (1.23456 2)", srid: 25_832)
    shows(valve.wkt(.decimals(2)), "POINT (1.23 2)")
    shows(valve.wkt(.shortest, includingSRID: true), "SRID=25832;POINT (1.23456 2)")
  }
}
