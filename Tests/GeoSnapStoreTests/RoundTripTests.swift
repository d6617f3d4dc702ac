import Foundation
import GeoSnap
import GeoSnapStore
import Testing

@Suite("Networks written to a file and read again")
struct RoundTripTests {
  @Test("A network comes back equal")
  func equal() throws {
    let file = try TemporaryFile()
    let network = try SampleNetwork.make()
    try GeoPackage.write(network, to: file.path, imports: SampleNetwork.imports)
    let stored = try GeoPackage.open(file.path)
    #expect(stored.imports == SampleNetwork.imports)
    expectEqual(stored.network, network)
  }

  private func expectEqual(_ lhs: UtilityNetwork, _ rhs: UtilityNetwork) {
    #expect(lhs.definition == rhs.definition)
    #expect(lhs.srid == rhs.srid)
    #expect(lhs.tables.map(\.name) == rhs.tables.map(\.name))
    for (left, right) in zip(lhs.tables, rhs.tables) { #expect(left == right) }
    #expect(lhs.associations == rhs.associations)
    #expect(lhs.rules == rhs.rules)
  }

  @Test("The same network gives the same bytes")
  func deterministic() throws {
    let first = try TemporaryFile()
    let second = try TemporaryFile()
    let network = try SampleNetwork.make()
    try GeoPackage.write(network, to: first.path)
    try GeoPackage.write(network, to: second.path)
    #expect(try first.bytes == second.bytes)
  }
}
