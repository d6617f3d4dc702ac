import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport

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

  private static func feeder(tiers: ImportOptions.Tiers) throws -> UtilityNetwork {
    try OpenDSSImporter(options: ImportOptions(tiers: tiers))
      .read(CircuitFiles.tables("IEEE8500"), named: "IEEE8500").network
  }

  private static func oberrhein(tiers: ImportOptions.Tiers) throws -> UtilityNetwork {
    let folder = SampleFile.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let packed = folder.joined(separator: "/") + "/source/mv_oberrhein.pandapower.json.gz"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", packed]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = [UInt8](try pipe.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    let importer = PandapowerImporter(options: ImportOptions(tiers: tiers))
    return try importer.read(bytes: bytes, named: "mv_oberrhein").network
  }

  func feature(_ origin: String, in table: String) -> FeatureID? {
    network.features(origin: origin).first { network.tables[Int($0.table)].name == table }
  }

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
    let tables = topology.network.base.tables
    let origins = elements.features.flatMap { feature in
      (tables[Int(feature.table)].origins[Int(feature.row)] ?? "").split(separator: ";")
    }
    return Set(
      origins.filter { $0.hasPrefix(table + "/") }.map { String($0.dropFirst(table.count + 1)) }
    )
  }
}
