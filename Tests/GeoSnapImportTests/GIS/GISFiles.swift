import Foundation
import GeoSnap
import GeoSnapImport

/// A mapping and its GeoJSON files, by name.
struct GISFiles {
  var mapping: String
  var data: [String: String] = [:]

  func read(
    options: ImportOptions = ImportOptions(),
    tables: [GISTable] = [],
    appendingTo network: UtilityNetwork? = nil
  ) throws(ImportError) -> ImportResult {
    let files = [ImportFile(name: "mapping.json", bytes: Array(mapping.utf8))]
    return try GISImporter(options: options, tables: tables).read(
      files
        + data.sorted { $0.key < $1.key }.map {
          ImportFile(name: $0.key, bytes: Array($0.value.utf8))
        },
      named: "mapping.json",
      appendingTo: network
    )
  }

  /// The example of the repository.
  static func harbour() throws -> GISFiles {
    func text(_ path: String) throws -> String {
      String(decoding: try repositoryFile("Examples/Gis/\(path)"), as: UTF8.self)
    }
    var files = GISFiles(mapping: try text("mapping.json"))
    for name in ["pipes", "services", "devices", "fittings", "yards", "trees"] {
      files.data["data/\(name).geojson"] = try text("data/\(name).geojson")
    }
    return files
  }

  /// Pipes and valves, a collection each in EPSG:25832.
  init(
    mapping: String = GISFiles.pipesAndValves,
    pipes: [(coordinates: String, properties: String)],
    valves: [(coordinates: String, properties: String)]
  ) {
    self.mapping = mapping
    data = [
      "pipes.geojson": GISFiles.collection("LineString", pipes),
      "valves.geojson": GISFiles.collection("Point", valves),
    ]
  }

  init(mapping: String) { self.mapping = mapping }

  static func collection(
    _ type: String,
    _ features: [(coordinates: String, properties: String)]
  ) -> String {
    let list = features.map {
      #"{"type":"Feature","properties":\#($0.properties),"geometry":"#
        + #"{"type":"\#(type)","coordinates":\#($0.coordinates)}}"#
    }
    return #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"#
      + #""urn:ogc:def:crs:EPSG::25832"}},"features":["# + list.joined(separator: ",") + "]}"
  }

  static let pipesAndValves = """
    {"domainNetworks": [{"name": "Water"}],
     "terminalConfigurations": [{"name": "Two", "terminals": ["A", "B"]}],
     "sources": [
      {"name": "Pipe", "usage": "line", "data": "pipes.geojson", "assetType": {"field": "m"}},
      {"name": "Valve", "usage": "device", "data": "valves.geojson", "terminals": "Two"}],
     "rules": "fromData"}
    """
}
