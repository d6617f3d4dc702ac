import Foundation
import GeoSnap
import GeoSnapImport

/// A network on which the trace samples run, imported once for all tests.
struct TraceSampleNetwork: Sendable {
  let topology: Topology
  let index: NetworkIndex

  var network: UtilityNetwork { topology.network.base }

  /// The IEEE 8500-node feeder in tiers by voltage, as an electric utility has them.
  static let feeder = Result { try TraceSampleNetwork(feeder(tiers: .voltage)) }
  /// The same in one tier of supply, which goes on behind transformers.
  static let suppliedFeeder = Result { try TraceSampleNetwork(feeder(tiers: .supply)) }
  /// The medium voltage of Oberrhein in tiers by voltage.
  static let oberrhein = Result { try TraceSampleNetwork(oberrhein(tiers: .voltage)) }
  /// The same in one tier of supply.
  static let suppliedOberrhein = Result { try TraceSampleNetwork(oberrhein(tiers: .supply)) }

  private init(_ network: UtilityNetwork) throws {
    topology = Topology(network)
    index = try NetworkIndex(network)
  }

  private static let examples: URL = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent("Examples")
  }()

  private static func feeder(tiers: ImportOptions.Tiers) throws -> UtilityNetwork {
    let files = try ["buses.csv", "elements.csv"].map { name in
      let url = examples.appendingPathComponent("IEEE8500/\(name)")
      return ImportFile(name: name, bytes: [UInt8](try Data(contentsOf: url)))
    }
    let importer = OpenDSSImporter(options: ImportOptions(tiers: tiers))
    return try importer.read(files, named: "IEEE8500", appendingTo: nil).network
  }

  private static func oberrhein(tiers: ImportOptions.Tiers) throws -> UtilityNetwork {
    let packed = examples.appendingPathComponent(
      "Schutterwald/source/mv_oberrhein.pandapower.json.gz"
    )
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", packed.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = [UInt8](try pipe.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    let importer = PandapowerImporter(options: ImportOptions(tiers: tiers))
    return try importer.read(bytes: bytes, named: "mv_oberrhein").network
  }

  /// The feature of a table that stands for an element of the imported file.
  func feature(_ origin: String, in table: String) -> FeatureID? {
    network.features(origin: origin).first { network.tables[Int($0.table)].name == table }
  }

  /// A place at a share of a line, and beside it.
  func place(on line: FeatureID, at fraction: Double, beside distance: Double = 0) throws
    -> Coordinate
  {
    guard let geometry = network.geometry(of: line),
      let location = try geometry.linearLocation(atFraction: fraction)
    else { throw TraceError(.badLocation, "The line has no geometry.") }
    let coordinates = Array(geometry.coordinates)
    let (start, end) = (coordinates[location.segment], coordinates[location.segment + 1])
    let (x, y) = (end.x - start.x, end.y - start.y)
    let length = (x * x + y * y).squareRoot()
    return Coordinate(
      x: location.coordinate.x - y / length * distance,
      y: location.coordinate.y + x / length * distance
    )
  }
}

extension TraceResult {
  /// The elements of the imported file among the results, of one table: its indexes or names.
  func origins(_ table: String) -> Set<String> {
    var found: Set<String> = []
    let tables = topology.network.base.tables
    for feature in elements.features {
      let origin = tables[Int(feature.table)].origins[Int(feature.row)] ?? ""
      for one in origin.split(separator: ";") where one.hasPrefix(table + "/") {
        found.insert(String(one.dropFirst(table.count + 1)))
      }
    }
    return found
  }
}
