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
    let fields: [AttributeField] = [
      .init("i", .integer), .init("r", .real), .init("t", .text), .init("b", .blob),
    ]
    var tables: [FeatureTable] = []
    for type in GeometryType.allCases {
      var table = FeatureTable(plain: "t\(type.name)", type, fields)
      var row: Int64 = source.generator.oneIn(4) ? .min : 0
      for _ in 0..<source.generator.int(1...40) {
        row += Int64(source.generator.int(1...1000))
        table.append(try feature(row, type, &source))
      }
      if table.geometries.contains(where: { $0?.type == type }) { tables.append(table) }
    }
    let network = try UtilityNetwork(plain: tables)
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
      } while geometry?.type != type || geometry.map(StoreKind.current.takes) == false
    }
    let hasID = source.generator.oneIn(2)
    let id = GlobalID(high: source.generator.next(), low: source.generator.next())
    let pattern = source.generator.next()
    let number = Double(bitPattern: pattern)
    let bytes = (0..<8).map { UInt8(pattern >> ($0 * 8) & 0x7F) | 1 }
    let text = String(decoding: bytes, as: UTF8.self)
    return Feature(
      rowID: row,
      globalID: hasID ? id : nil,
      origin: hasID ? text : nil,
      geometry: geometry,
      attributes: [
        .integer(Int64(bitPattern: pattern)), number.isNaN ? .null : .real(number), .text(text),
        .blob(bytes),
      ]
    )
  }

  private func expectEqual(_ one: UtilityNetwork, _ other: UtilityNetwork) {
    #expect(one.definition == other.definition && one.srid == other.srid)
    #expect(one.tables == other.tables)
    #expect(one.associations == other.associations)
    #expect(one.rules == other.rules)
  }

  @Test("The same network gives the same bytes of a file")
  func deterministic() throws {
    let network = try SampleNetwork.make()
    #expect(try TemporaryFile(holding: network).bytes == TemporaryFile(holding: network).bytes)
  }
}
