import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// A real network that tests import: from the folder of shared data, or from its copy among the
/// examples.
struct SharedNetwork: CustomTestStringConvertible, Sendable {
  enum Format: Sendable {
    case epanet, swmm, openDSS, pandapower, pandapipes, geoPackage
  }

  let name: String
  let format: Format
  /// The file or folder; nil where there is none.
  let path: String?

  static let all: [SharedNetwork] = [
    SharedNetwork(name: "Schutterwald sample", format: .geoPackage, path: SampleFile.path),
    SharedNetwork("IEEE 13", .openDSS, "ieee13", "IEEE13"),
    SharedNetwork("IEEE 123", .openDSS, "ieee123", "IEEE123"),
    SharedNetwork("IEEE 8500", .openDSS, "ieee8500", "IEEE8500"),
    SharedNetwork("Net3", .epanet, "water/Net3.inp", "Water/Net3.inp"),
    SharedNetwork("ky4", .epanet, "water/ky4.inp", "Water/ky4.inp"),
    SharedNetwork("user5", .swmm, "sewer/user5.inp", "Sewer/user5.inp"),
    SharedNetwork(
      "gas of Schutterwald",
      .pandapipes,
      "gas-schutterwald/schutterwald_gas.pandapipes.json"
    ),
    SharedNetwork(
      "low voltage of Schutterwald",
      .pandapower,
      "lv-schutterwald/lv_schutterwald.pandapower.json"
    ),
    SharedNetwork(
      "medium voltage of Oberrhein",
      .pandapower,
      "mv-oberrhein/mv_oberrhein.pandapower.json"
    ),
    SharedNetwork("every kind of pandapower", .pandapower, "", "Pandapower/every_kind.json"),
    SharedNetwork("every kind of pandapipes", .pandapipes, "", "Pandapipes/pipes_every_kind.json"),
  ].filter { $0.path != nil }

  private init(name: String, format: Format, path: String?) {
    self.name = name
    self.format = format
    self.path = path
  }

  private init(_ name: String, _ format: Format, _ shared: String, _ example: String? = nil) {
    let examples = URL(fileURLWithPath: SampleFile.path).deletingLastPathComponent()
      .deletingLastPathComponent()
    var places = example.map { [examples.appendingPathComponent($0)] } ?? []
    var folder = examples
    for _ in 0..<4 where !shared.isEmpty {
      folder.deleteLastPathComponent()
      places.append(folder.appendingPathComponent("shared/data/\(shared)"))
    }
    let found = places.first { FileManager.default.fileExists(atPath: $0.path) }
    self.init(name: name, format: format, path: found?.path)
  }

  var testDescription: String { name }

  /// The network, imported with the options that a user gets by default.
  func network() throws -> UtilityNetwork {
    let path = try #require(path)
    switch format {
    case .epanet: return try imported(path, EpanetImporter())
    case .swmm: return try imported(path, SwmmImporter())
    case .pandapower: return try imported(path, PandapowerImporter())
    case .pandapipes: return try imported(path, PandapipesImporter())
    case .geoPackage: return try GeoPackage.open(path).network
    case .openDSS:
      let files = try ["buses.csv", "elements.csv"].map { file in
        ImportFile(name: file, bytes: try bytes("\(path)/\(file)"))
      }
      return try OpenDSSImporter().read(files, named: name, appendingTo: nil).network
    }
  }

  private func imported(_ path: String, _ importer: some NetworkImporter) throws -> UtilityNetwork {
    try importer.read(bytes: try bytes(path), named: name).network
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
