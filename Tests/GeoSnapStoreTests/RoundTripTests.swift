import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Networks written to a store and read again")
struct RoundTripTests {
  @Test("A network comes back equal", .onBothStores)
  func equal() async throws {
    let network = try SampleNetwork.make()
    let subject = try await StoreSubject(network, imports: SampleNetwork.imports)
    let stored = try await subject.stored(strict: true)
    #expect(stored.imports == SampleNetwork.imports)
    expectEqual(stored.network, network)
  }

  @Test("Random tables come back equal", .onBothStores, arguments: 1...12 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    var source = RandomGeometry(seed: seed, allowsMeasures: true)
    var tables: [FeatureTable] = []
    for type in GeometryType.allCases {
      var table = FeatureTable(
        name: "t\(type.name)",
        sourceID: nil,
        geometryType: type,
        fields: [
          AttributeField("i", .integer), AttributeField("r", .real), AttributeField("t", .text),
          AttributeField("b", .blob),
        ]
      )
      var row: Int64 = source.generator.oneIn(4) ? .min : 0
      for _ in 0..<source.generator.int(1...40) {
        row += Int64(source.generator.int(1...1000))
        table.append(try feature(row, type, &source))
      }
      if table.geometries.contains(where: { $0?.type == type }) { tables.append(table) }
    }
    let network = try UtilityNetwork(definition: NetworkDefinition(), srid: nil, tables: tables)
    let subject = try await StoreSubject(network)
    expectEqual(try await subject.stored(strict: true).network, network)
  }

  private func feature(
    _ row: Int64,
    _ type: GeometryType,
    _ source: inout RandomGeometry
  ) throws -> Feature {
    var geometry: Geometry?
    if !source.generator.oneIn(6) {
      repeat {
        geometry = try source.geometry()
      } while geometry?.type != type
        || geometry.map(StoreKind.current.takes) == false
    }
    let hasID = source.generator.oneIn(2)
    let id = GlobalID(high: source.generator.next(), low: source.generator.next())
    let pattern = source.generator.next()
    let number = Double(bitPattern: pattern)
    let text = String(
      decoding: (0..<8).map { UInt8(pattern >> ($0 * 8) & 0x7F) | 1 },
      as: UTF8.self
    )
    return Feature(
      rowID: row,
      globalID: hasID ? id : nil,
      origin: hasID ? text : nil,
      geometry: geometry,
      attributes: [
        .integer(Int64(bitPattern: pattern)), number.isNaN ? .null : .real(number), .text(text),
        .blob(Array(text.utf8)),
      ]
    )
  }

  private func expectEqual(_ lhs: UtilityNetwork, _ rhs: UtilityNetwork) {
    #expect(lhs.definition == rhs.definition)
    #expect(lhs.srid == rhs.srid)
    #expect(lhs.tables.map(\.name) == rhs.tables.map(\.name))
    for (left, right) in zip(lhs.tables, rhs.tables) { #expect(left == right) }
    #expect(lhs.associations == rhs.associations)
    #expect(lhs.rules == rhs.rules)
  }

  @Test("The same network gives the same bytes of a file")
  func deterministic() throws {
    let first = try TemporaryFile()
    let second = try TemporaryFile()
    let network = try SampleNetwork.make()
    try GeoPackage.write(network, to: first.path)
    try GeoPackage.write(network, to: second.path)
    #expect(try first.bytes == second.bytes)
  }
}
