import ArgumentParser
import Foundation
import GeoSnap

/// The forms in which the command line writes geometry.
enum GeometryForm: String, ExpressibleByArgument, CaseIterable {
  case wkt
  case wkb
  case geojson
}

/// Reads and writes a geometry as text: WKT, hexadecimal WKB, or GeoJSON.
enum GeometryText {
  /// Reads a geometry in any of the forms; a GeoJSON feature stands for its geometry.
  static func read(_ text: String) throws -> Geometry {
    let text = text.trimmed
    if text.hasPrefix("{") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      else { throw Failure(exitCode: .badData, message: "The text is not JSON.") }
      let geometry = object["type"] as? String == "Feature" ? object["geometry"] : object
      return try GeoJSONValue(geometry).geometry()
    }
    if text.count > 8, text.utf8.count.isMultiple(of: 2), text.allSatisfy(\.isHexDigit) {
      let digits = text.compactMap(\.hexDigitValue)
      let bytes = stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
      }
      return try Geometry(wkb: bytes)
    }
    return try Geometry(wkt: text)
  }

  /// The geometry in a form.
  static func write(_ geometry: Geometry, _ form: GeometryForm) throws -> String {
    switch form {
    case .wkt: return geometry.wkt
    case .wkb:
      let digits = Array("0123456789abcdef")
      let isExtended = geometry.srid != nil
      return String(
        geometry.wkb(includingSRID: isExtended).flatMap {
          [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
        }
      )
    case .geojson:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(json(geometry)), as: UTF8.self)
    }
  }

  /// The geometry as GeoJSON; M has no place there.
  static func json(_ geometry: Geometry) -> JSONValue {
    func position(_ path: GeometryPath, _ index: Int) -> JSONValue {
      let place = path[index]
      return .array(
        ([place.x, place.y] + [path.z(at: index)].compactMap { $0 }).map { .number($0) }
      )
    }
    func positions(_ path: GeometryPath) -> JSONValue {
      .array((0..<path.count).map { position(path, $0) })
    }
    let paths = geometry.paths
    let name: String
    let coordinates: JSONValue
    switch geometry {
    case .point: (name, coordinates) = ("Point", paths.first.map { position($0, 0) } ?? .array([]))
    case .multiPoint:
      (name, coordinates) = ("MultiPoint", .array(paths.map { position($0, 0) }))
    case .lineString:
      (name, coordinates) = ("LineString", paths.first.map(positions) ?? .array([]))
    case .multiLineString:
      (name, coordinates) = ("MultiLineString", .array(paths.map(positions)))
    case .polygon: (name, coordinates) = ("Polygon", .array(paths.map(positions)))
    case .multiPolygon(let polygons):
      (name, coordinates) = (
        "MultiPolygon",
        .array(polygons.polygonRings.map { rings in .array(paths[rings].map(positions)) })
      )
    case .collection(let collection):
      return .object([
        "type": "GeometryCollection", "geometries": .array(collection.geometries.map(json)),
      ])
    }
    return .object(["type": .string(name), "coordinates": coordinates])
  }
}

/// A geometry object of GeoJSON as Foundation reads it.
private struct GeoJSONValue {
  private let value: Any?

  init(_ value: Any?) { self.value = value }

  func geometry() throws -> Geometry {
    guard let object = value as? [String: Any], let type = object["type"] as? String else {
      throw problem("There is no geometry with a type.")
    }
    let coordinates = object["coordinates"]
    switch type {
    case "Point":
      let sequence = try self.sequence([coordinates ?? []])
      guard let place = sequence.first else { return .point(Point(emptyIn: nil)) }
      return .point(Point(place, z: sequence.z(at: 0)))
    case "MultiPoint": return .multiPoint(MultiPoint(try sequence(list(coordinates))))
    case "LineString": return .lineString(try LineString(sequence(list(coordinates))))
    case "MultiLineString":
      return .multiLineString(
        try MultiLineString(parts: list(coordinates).map { try sequence(list($0)) })
      )
    case "Polygon": return .polygon(try polygon(coordinates))
    case "MultiPolygon":
      return .multiPolygon(try MultiPolygon(polygons: list(coordinates).map(polygon)))
    case "GeometryCollection":
      return .collection(
        try GeometryCollection(
          list(object["geometries"]).map { try GeoJSONValue($0).geometry() }
        )
      )
    default: throw problem("'\(type)' is no type of GeoJSON geometry.")
    }
  }

  private func polygon(_ value: Any?) throws -> Polygon {
    try Polygon(rings: list(value).map { try sequence(list($0)) })
  }

  private func list(_ value: Any?) throws -> [Any] {
    guard let list = value as? [Any] else { throw problem("Coordinates are no list.") }
    return list
  }

  private func sequence(_ values: [Any]) throws -> CoordinateSequence {
    var ordinates: [Double] = []
    var width: Int?
    for value in values {
      guard let position = value as? [Double] else {
        throw problem("A position is no list of numbers.")
      }
      if position.isEmpty, values.count == 1 { continue }
      guard position.count == width ?? position.count, 2...3 ~= position.count else {
        throw problem("Positions have 2 or 3 numbers, all of a geometry as many.")
      }
      width = position.count
      ordinates += position
    }
    return CoordinateSequence(ordinates: ordinates, dimensions: width == 3 ? .xyz : .xy)
  }

  private func problem(_ message: String) -> Failure {
    Failure(exitCode: .badData, message: "GeoJSON: \(message)")
  }
}
