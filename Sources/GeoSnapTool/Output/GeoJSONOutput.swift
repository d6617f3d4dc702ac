import ArgumentParser
import Foundation
package import GeoSnap

/// The JSON around the features of GeoJSON.
struct GeoJSONForm {
  let srid: SRID?
  /// Whether the features are in one collection, or each on a separate line.
  let isCollection: Bool

  private var isWGS84: Bool { srid == 4326 }

  var head: [UInt8] {
    guard isCollection else { return [] }
    // RFC 7946 supports WGS 84 only. For other systems GDAL and QGIS read the older member `crs`.
    let system =
      if let srid, !isWGS84 {
        #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::\#(srid)"}},"#
      } else {
        ""
      }
    return Array(#"{"type":"FeatureCollection",\#(system)"features":["#.utf8) + [10]
  }

  var tail: [UInt8] { isCollection ? Array("\n]}\n".utf8) : [] }

  var frame: (before: [UInt8], after: [UInt8]) {
    isCollection ? (Array(",\n".utf8), []) : ([], Array("\n".utf8))
  }

  /// Warns on stderr when coordinates do not conform to RFC 7946; `remedy` says how to declare the system.
  func warn(undeclared remedy: String? = nil) {
    guard !isWGS84 else { return }
    let system = srid.map { "EPSG:\($0)" } ?? "an undeclared reference system"
    let how = srid == nil ? "" : isCollection ? ", declared as GDAL reads it" : ", undeclared"
    let hint = srid == nil ? remedy.map { ": \($0)" } ?? "" : ""
    note("Coordinates are in \(system)\(how); RFC 7946 allows only WGS 84\(hint).")
  }
}

package struct GeoJSONOutput {
  private let sink: ByteSink
  private let form: GeoJSONForm
  private var bytes: [UInt8]
  private var isFirst = true

  private static let blockSize = 1 << 16

  init(_ sink: ByteSink, _ form: GeoJSONForm) throws {
    self.sink = sink
    self.form = form
    bytes = form.head
  }

  /// Writes a feature with its properties; `geometry` is nil for objects.
  mutating func add(
    _ geometry: Geometry?,
    id: JSONValue? = nil,
    properties: [(String, JSONValue)]
  ) throws {
    if !isFirst { bytes += form.frame.before }
    isFirst = false
    bytes += #"{"type":"Feature","#.utf8
    if let id {
      bytes += #""id":"#.utf8
      bytes.append(id)
      bytes.append(UInt8(ascii: ","))
    }
    bytes += #""geometry":"#.utf8
    bytes.append(geometry.map(GeometryText.json) ?? .null)
    bytes += #","properties":{"#.utf8
    for (number, property) in properties.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(property.0)
      bytes.append(UInt8(ascii: ":"))
      bytes.append(property.1)
    }
    bytes += "}}".utf8
    bytes += form.frame.after
    if bytes.count >= GeoJSONOutput.blockSize {
      try sink.write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  mutating func end() throws {
    try sink.write(bytes + form.tail)
    bytes.removeAll()
  }
}

enum GeometryForm: String, ExpressibleByArgument, CaseIterable {
  case wkt, ewkt, wkb, geojson, esrijson
}

/// Reads and writes a geometry as text: WKT, hexadecimal WKB, GeoJSON or Esri JSON.
package enum GeometryText {
  /// Reads a geometry in any of the formats; of a feature its geometry.
  static func read(_ text: String) throws -> Geometry { try Geometry(text: text) }

  /// The geometry in a format; throws when the format cannot hold it.
  static func write(_ geometry: Geometry, _ form: GeometryForm) throws -> String {
    switch form {
    case .wkt: return geometry.wkt
    case .ewkt: return geometry.wkt(.shortest, includingSRID: true)
    case .wkb: return geometry.hexWKB(includingSRID: geometry.srid != nil)
    case .geojson:
      if geometry.hasM {
        throw Failure.badData(
          "GeoJSON has no place for measures: remove them with geosnap geometry remove-m."
        )
      }
      return try geometry.geoJSON()
    case .esrijson: return try geometry.esriJSON()
    }
  }

  /// The geometry as GeoJSON, which cannot hold M.
  package static func json(_ geometry: Geometry) -> JSONValue {
    func position(_ path: GeometryPath, _ index: Int) -> JSONValue {
      JSONValue(path[index], z: path.z(at: index))
    }
    func positions(_ path: GeometryPath) -> JSONValue {
      .array((0..<path.count).map { position(path, $0) })
    }
    let paths = geometry.paths
    let coordinates: JSONValue
    switch geometry {
    case .point: coordinates = paths.first.map { position($0, 0) } ?? .array([])
    case .multiPoint: coordinates = .array(paths.map { position($0, 0) })
    case .lineString: coordinates = paths.first.map(positions) ?? .array([])
    case .multiLineString, .polygon: coordinates = .array(paths.map(positions))
    case .multiPolygon(let polygons):
      coordinates = .array(polygons.polygonRings.map { .array(paths[$0].map(positions)) })
    case .collection(let collection):
      return .object([
        "type": "GeometryCollection", "geometries": .array(collection.geometries.map(json)),
      ])
    }
    return .object(["type": .string(geometry.type.geoJSONName), "coordinates": coordinates])
  }
}
