import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Subnetworks that are opened, and traced in all of the network")
struct SubnetworkOpeningOracleTests {
  /// So far apart that no more is read at once than a controller and what meets it.
  private static let scale = 4096.0

  @Test(
    "In what is opened a trace finds what it finds in all of the network, and none of it is at the edge",
    arguments: 0..<4 as Range<UInt64>
  )
  func random(part: UInt64) throws {
    var (opened, spared) = (0, 0)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).gpkg").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for round in 0..<UInt64(Extent.count(10, long: 100, full: 4000)) {
      let seed = part + 4 * round
      let network = try scaled(
        RandomTrace(seed: seed, hasManyTiers: seed.isMultiple(of: 3)).network
      )
      try GeoPackage.write(network, to: path, replacing: true)
      let topology = Topology(network)
      let all = Envelope(minX: -1e300, minY: -1e300, maxX: 1e300, maxY: 1e300)
      let whole = try? GeoPackage.open(path, extent: all).network
      func hasPlaced(_ name: String) -> Bool {
        network.subnetworkControllers.filter { $0.subnetworkName == name }.allSatisfy {
          network.globalID(of: $0.feature).flatMap { whole?.feature(globalID: $0) } != nil
        }
      }
      for (name, tier) in names(network) {
        let place: Comment = "seed \(seed), \(name) of \(tier)"
        let subnetwork = SubnetworkName(name, tierName: tier)
        guard let expected = try? members(of: subnetwork, topology), hasPlaced(name)
        else {
          #expect(throws: TraceError.self, place) {
            try GeoPackage.open(path, subnetwork: subnetwork)
          }
          continue
        }
        // What should have a place and has none is in no extent.
        let isPlaced = expected.allSatisfy {
          network.geometry(of: $0) != nil || network.tables[Int($0.table)].geometryType == nil
        }
        guard isPlaced else { continue }
        let stored = try GeoPackage.open(path, subnetwork: subnetwork)
        let part = Topology(stored.network)
        let found = try members(of: subnetwork, part)
        #expect(
          Set(found.map { stored.network.globalID(of: $0) })
            == Set(expected.map { network.globalID(of: $0) }),
          place
        )
        let edge = try #require(stored.edge, place)
        let open = found.filter { edge.contains($0) && leadsToPlaced($0, edge, stored, network) }
        #expect(open.isEmpty, place)
        opened += 1
        if stored.network.featureCount < network.featureCount { spared += 1 }
      }
    }
    #expect(opened > 5 && spared > 0, "\(opened), \(spared) smaller")
  }

  /// Whether a feature is at the edge for another reason than an association with what has no place to be read by.
  private func leadsToPlaced(
    _ feature: FeatureID,
    _ edge: ExtentEdge,
    _ stored: StoredNetwork,
    _ network: UtilityNetwork
  ) -> Bool {
    let id = stored.network.globalID(of: feature)
    let cut = edge.associations.filter { $0.from.globalID == id || $0.to.globalID == id }
    return cut.allSatisfy { association in
      [association.from, association.to].allSatisfy { end in
        network.feature(globalID: end.globalID).map { network.geometry(of: $0) != nil } ?? false
      }
    }
  }

  /// The subnetworks that controllers name, and one that none does.
  private func names(_ network: UtilityNetwork) -> [(String, String)] {
    let known = Set(network.subnetworkControllers.map { [$0.subnetworkName, $0.tierName ?? ""] })
    let tiers = network.definition.domainNetworks.flatMap(\.tiers).map(\.name)
    return known.map { ($0[0], $0[1]) }.sorted { $0 < $1 } + [("nowhere", tiers[0])]
  }

  private func members(of name: SubnetworkName, _ topology: Topology) throws -> [FeatureID] {
    var configuration = try topology.defaultConfiguration(
      of: .subnetwork,
      tierName: name.tierName,
      subnetworkName: name.name
    )
    configuration.includesContainers = false
    configuration.includesContent = false
    configuration.includesStructures = false
    configuration.filter = TraceFilter()
    configuration.output = TraceOutput()
    configuration.functions = []
    let parameters = TraceParameters(.subnetwork, configuration: configuration)
    return try topology.trace(parameters).elements.features
  }

  /// The network with all places far from each other; what meets still does, to the last bit.
  private func scaled(_ network: UtilityNetwork) throws -> UtilityNetwork {
    func scaled(_ geometry: Geometry) throws -> Geometry {
      switch geometry {
      case .point(let point):
        return point.coordinate.map { .point(Point(x: $0.x * Self.scale, y: $0.y * Self.scale)) }
          ?? geometry
      case .lineString(let line):
        let ordinates = line.coordinates.ordinates.map { $0 * Self.scale }
        let dimensions = line.coordinates.dimensions
        return .lineString(
          try LineString(CoordinateSequence(trusted: ordinates, dimensions: dimensions))
        )
      default: return geometry
      }
    }
    let tables = try network.tables.map { table in
      try table.changing { $0.geometry = try $0.geometry.map(scaled) }
    }
    return try network.with(tables: tables)
  }
}
