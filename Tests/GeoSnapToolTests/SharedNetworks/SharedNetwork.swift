import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// A real network that tests import: from the folder of shared data, or from its copy among the examples.
struct SharedNetwork: CustomTestStringConvertible, Sendable {
  enum Format: Sendable { case epanet, swmm, openDSS, pandapower, pandapipes, geoPackage }

  let name: String
  let format: Format
  let path: String?

  static let all: [SharedNetwork] = [
    ("Schutterwald sample", .geoPackage, "", "Schutterwald/schutterwald.gpkg"),
    ("IEEE 13", .openDSS, "ieee13", "IEEE13"), ("IEEE 123", .openDSS, "ieee123", "IEEE123"),
    ("IEEE 8500", .openDSS, "ieee8500", "IEEE8500"),
    ("Net3", .epanet, "water/Net3.inp", "Water/Net3.inp"),
    ("ky4", .epanet, "water/ky4.inp", "Water/ky4.inp"),
    ("user5", .swmm, "sewer/user5.inp", "Sewer/user5.inp"),
    ("gas of Schutterwald", .pandapipes, "gas-schutterwald/schutterwald_gas.pandapipes.json", nil),
    (
      "low voltage of Schutterwald", .pandapower, "lv-schutterwald/lv_schutterwald.pandapower.json",
      nil
    ),
    ("medium voltage of Oberrhein", .pandapower, "mv-oberrhein/mv_oberrhein.pandapower.json", nil),
    ("every kind of pandapower", .pandapower, "", "Pandapower/every_kind.json"),
    ("every kind of pandapipes", .pandapipes, "", "Pandapipes/pipes_every_kind.json"),
  ].compactMap { (name: String, format: Format, shared: String, example: String?) in
    let examples = URL(fileURLWithPath: SampleFile.path).deletingLastPathComponent()
      .deletingLastPathComponent()
    var places = example.map { [examples.appendingPathComponent($0)] } ?? []
    var folder = examples
    for _ in 0..<4 where !shared.isEmpty {
      folder.deleteLastPathComponent()
      places.append(folder.appendingPathComponent("shared/data/\(shared)"))
    }
    return places.map(\.path).first { FileManager.default.fileExists(atPath: $0) }
      .map { SharedNetwork(name: name, format: format, path: $0) }
  }

  var testDescription: String { name }

  func network() throws -> UtilityNetwork {
    let path = try #require(path)
    func bytes(_ path: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    func imported(_ importer: some NetworkImporter) throws -> UtilityNetwork {
      try importer.read(bytes: try bytes(path), named: name).network
    }
    switch format {
    case .epanet: return try imported(EpanetImporter())
    case .swmm: return try imported(SwmmImporter())
    case .pandapower: return try imported(PandapowerImporter())
    case .pandapipes: return try imported(PandapipesImporter())
    case .geoPackage: return try GeoPackage.open(path).network
    case .openDSS:
      let files = try ["buses.csv", "elements.csv"].map {
        ImportFile(name: $0, bytes: try bytes("\(path)/\($0)"))
      }
      return try OpenDSSImporter().read(files, named: name, appendingTo: nil).network
    }
  }
}
