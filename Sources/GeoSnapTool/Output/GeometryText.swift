import ArgumentParser
package import GeoSnap

/// The formats in which the command line writes geometry.
enum GeometryForm: String, ExpressibleByArgument, CaseIterable {
  case wkt
  case ewkt
  case wkb
  case geojson
  case esrijson
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
      let place = path[index]
      return .array(
        ([place.x, place.y] + [path.z(at: index)].compactMap { $0 }).map { .number($0) }
      )
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
