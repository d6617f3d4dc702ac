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
  /// Whole metres, so that what is near is in one place: of three that are each within the tolerance of the
  /// next, but not of the one after, which two are one depends on their order in space.
  private func placed(_ network: UtilityNetwork) throws -> UtilityNetwork {
    let tables = try network.tables.map { table in
      var placed = FeatureTable(
        name: table.name,
        sourceID: table.sourceID,
        geometryType: table.geometryType,
        fields: table.fields
      )
      for row in 0..<table.count {
        var feature = table[row]
        feature.geometry = try feature.geometry.map { geometry in
          let near = geometry.mappingSequences { sequence in
            var ordinates = sequence.ordinates
            for index in sequence.indices {
              for offset in 0..<2 { ordinates[index * sequence.dimensions.count + offset].round() }
            }
            return CoordinateSequence(ordinates: ordinates, dimensions: sequence.dimensions)
          }
          return try near.moved(dx: 420_000, dy: 5_367_000).declared(in: 25832)
        }
        placed.append(feature)
      }
      return placed
    }
    return try UtilityNetwork(
      definition: network.definition,
      srid: 25832,
      tables: tables,
      associations: network.associations,
      rules: network.rules
    )
  }

  @Test(
    "Topology and everything but coordinates are as before",
    arguments: 1...Extent.count(3, long: 12)
  )
  func connectivity(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let random = try RandomConnectedNetwork(size: [20, 80, 200][seed % 3], using: &generator)
      .network()
    let network = try placed(random)
    for target in [4326, 3857, 32632] as [SRID] {
      let moved = try transformed(network, to: target)
      #expect(moved.srid == target)
      #expect(moved.featureCount == network.featureCount)
      #expect(moved.associations == network.associations)
      #expect(moved.rules == network.rules)
      for (old, new) in zip(network.tables, moved.tables) {
        #expect(old.globalIDs == new.globalIDs)
        #expect(old.attributes == new.attributes)
        #expect(old.origins == new.origins)
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

  @Test(
    "A stated tolerance is stretched as the coordinates are; one that is not stated suits the target"
  )
  func tolerance() throws {
    func network(_ tolerance: CoincidenceTolerance?, _ srid: SRID, _ wkt: String) throws
      -> UtilityNetwork
    {
      var table = FeatureTable(name: "plain", sourceID: nil, geometryType: .lineString)
      table.append(Feature(rowID: 1, globalID: nil, geometry: try Geometry(wkt: wkt, srid: srid)))
      return try UtilityNetwork(
        definition: NetworkDefinition(tolerance: tolerance),
        srid: srid,
        tables: [table]
      )
    }
    let degrees = "LINESTRING (8.9 48, 9.1 48.1)"
    let stated = try transformed(
      network(CoincidenceTolerance(xy: 1e-7, z: 0.01), 4326, degrees),
      to: 25832
    )
    let tolerance = try #require(stated.definition.tolerance)
    #expect(abs(tolerance.xy - 0.011_12) < 0.000_02)
    #expect(tolerance.z == 0.01)
    #expect(try transformed(network(nil, 4326, degrees), to: 25832).definition.tolerance == nil)
    let feet = try transformed(
      network(nil, 26918, "LINESTRING (580000 4500000, 581000 4501000)"),
      to: 2263
    )
    #expect(abs((feet.definition.tolerance?.xy ?? 0) - 0.003_28) < 0.000_01)
    let back = try transformed(
      network(.millimetre, 25832, "LINESTRING (5e5 5.3e6, 5.1e5 5.3e6)"),
      to: 4326
    )
    #expect((1.3e-8...1.4e-8).contains(back.definition.tolerance?.xy ?? 0))
  }

  @Test("The feature that cannot be transformed is named, and so is a network of another system")
  func errors() throws {
    var table = FeatureTable(name: "pipes", sourceID: nil, geometryType: .lineString)
    for (row, wkt) in ["LINESTRING (1 1, 2 2)", "LINESTRING (1 1, 2 91)"].enumerated() {
      table.append(
        Feature(
          rowID: Int64(row + 7),
          globalID: nil,
          origin: "pipe/\(row)",
          geometry: try Geometry(wkt: wkt, srid: 4326)
        )
      )
    }
    let network = try UtilityNetwork(definition: NetworkDefinition(), srid: 4326, tables: [table])
    let mercator = try CoordinateTransformation(
      from: SpatialReference(srid: 4326),
      to: SpatialReference(srid: 3857)
    )
    let error = #expect(throws: ProjectionError.self) { try mercator.transform(network) }
    #expect(error?.code == .outsideDomain)
    #expect(error?.message.hasPrefix("pipes, row 8 (pipe/1): ") == true)
    let other = #expect(throws: ProjectionError.self) { try mercator.inverse.transform(network) }
    #expect(other?.code == .mixedReferences)
  }
}
