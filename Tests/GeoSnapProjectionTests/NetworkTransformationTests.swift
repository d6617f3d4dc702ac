import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapTestSupport
import Testing

@Suite("Networks in another reference system")
struct NetworkTransformationTests {
  private func transformed(_ network: UtilityNetwork, to target: SRID) throws -> UtilityNetwork {
    try CoordinateTransformation(
      from: SpatialReference(srid: try #require(network.srid)),
      to: SpatialReference(srid: target),
      covering: network.envelope
    ).transform(network)
  }

  /// The network with its coordinates near a place in UTM, where the generator has them near 0.
  ///
  /// Whole metres, so that what is near is in one place: of three places, each within the tolerance
  /// of the next but not of the one after, order in space decides which two are one.
  private func placed(_ network: UtilityNetwork) throws -> UtilityNetwork {
    let tables = try network.tables.map { table in
      try table.changing { feature in
        feature.geometry = try feature.geometry.map { geometry in
          let near = geometry.mappingSequences { sequence in
            let size = sequence.dimensions.count
            let ordinates = sequence.ordinates.enumerated().map {
              $0.offset % size < 2 ? $0.element.rounded() : $0.element
            }
            return CoordinateSequence(trusted: ordinates, dimensions: sequence.dimensions)
          }
          return try near.moved(dx: 420_000, dy: 5_367_000).declared(in: 25832)
        }
      }
    }
    return try network.with(srid: 25832, tables: tables)
  }

  @Test(
    "Topology and everything but coordinates are as before",
    arguments: seeds(Extent.count(3, long: 12))
  )
  func connectivity(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = [20, 80, 200][Int(seed) % 3]
    let network = try placed(RandomConnectedNetwork(size: size, using: &generator).network())
    for target in [4326, 3857, 32632] as [SRID] {
      let moved = try transformed(network, to: target)
      #expect(moved.srid == target && moved.featureCount == network.featureCount)
      #expect(moved.associations == network.associations && moved.rules == network.rules)
      for (old, new) in zip(network.tables, moved.tables) {
        #expect(old.globalIDs == new.globalIDs && old.origins == new.origins)
        #expect(old.attributes == new.attributes)
      }
      #expect(coincidences(moved) == coincidences(network), "seed \(seed)")
      #expect(edges(moved) == edges(network), "seed \(seed)")
    }
  }

  /// Which coordinates of all features are one place, told by the number of the first that is there.
  private func coincidences(_ network: UtilityNetwork) -> [Int] {
    var first: [Coordinate: Int] = [:]
    var numbers: [Int] = []
    for table in network.tables {
      for geometry in table.geometries {
        for place in geometry.map({ Array($0.coordinates) }) ?? [] {
          let number = first[place] ?? numbers.count
          first[place] = number
          numbers.append(number)
        }
      }
    }
    return numbers
  }

  /// What is joined to what, by the features and their places on them.
  private func edges(_ network: UtilityNetwork) -> [String] {
    let topology = Topology(network)
    return (0..<topology.edgeLimit).map { edge in
      let feature = topology.feature(ofEdge: edge).map { "\($0)" } ?? "association"
      return "\(feature) \(topology.ends(ofEdge: edge))"
    }
  }

  @Test("A stated tolerance is stretched as the coordinates are; the default one suits the target")
  func tolerance() throws {
    func moved(
      _ tolerance: CoincidenceTolerance?,
      _ wkt: String,
      from srid: SRID,
      to target: SRID
    ) throws -> CoincidenceTolerance? {
      var table = FeatureTable(name: "plain", sourceID: nil, geometryType: .lineString)
      table.append(Feature(rowID: 1, globalID: nil, geometry: try Geometry(wkt: wkt, srid: srid)))
      let definition = NetworkDefinition(tolerance: tolerance)
      let network = try UtilityNetwork(definition: definition, srid: srid, tables: [table])
      return try transformed(network, to: target).definition.tolerance
    }
    let degrees = "LINESTRING (8.9 48, 9.1 48.1)"
    let small = try CoincidenceTolerance(xy: 1e-7, z: 0.01)
    let stated = try #require(try moved(small, degrees, from: 4326, to: 25832))
    #expect(abs(stated.xy - 0.011_12) < 0.000_02 && stated.z == 0.01)
    #expect(try moved(nil, degrees, from: 4326, to: 25832) == nil)
    let york = "LINESTRING (580000 4500000, 581000 4501000)"
    let feet = try moved(nil, york, from: 26918, to: 2263)
    #expect(abs((feet?.xy ?? 0) - 0.003_28) < 0.000_01)
    let metres = "LINESTRING (5e5 5.3e6, 5.1e5 5.3e6)"
    let back = try moved(.millimetre, metres, from: 25832, to: 4326)
    #expect((1.3e-8...1.4e-8).contains(back?.xy ?? 0))
  }

  @Test("The feature that cannot be transformed is named, and so is a network of another system")
  func errors() throws {
    var table = FeatureTable(name: "pipes", sourceID: nil, geometryType: .lineString)
    for (row, wkt) in ["LINESTRING (1 1, 2 2)", "LINESTRING (1 1, 2 91)"].enumerated() {
      let shape = try Geometry(wkt: wkt, srid: 4326)
      let row = Int64(row + 7)
      table.append(Feature(rowID: row, globalID: nil, origin: "pipe/\(row)", geometry: shape))
    }
    let network = try UtilityNetwork(definition: NetworkDefinition(), srid: 4326, tables: [table])
    let mercator = try transformation(4326, 3857)
    let error = #expect(throws: ProjectionError.self) { try mercator.transform(network) }
    #expect(error?.code == .outsideDomain)
    #expect(error?.message.hasPrefix("pipes, row 8 (pipe/8): ") == true)
    let other = #expect(throws: ProjectionError.self) { try mercator.inverse.transform(network) }
    #expect(other?.code == .mixedReferences)
  }
}
