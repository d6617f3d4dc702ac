import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Reading a network")
struct ReadingTests {
  private static let device = GlobalID(high: 1, low: 2)

  private func network() throws -> UtilityNetwork {
    let fields = [AttributeField("NAME", .text), AttributeField("STATUS", .integer)]
    let rows = [1, 2, 9].enumerated().map { row, status in
      let values = [AttributeValue.text("M \(row)"), .integer(Int64(status))]
      return (id: GlobalID(high: 1, low: UInt64(row + 2)), wkt: "POINT (\(row) 0)", values: values)
    }
    let source = NetworkSource(1, "Device", .device, [AssetType(1, "Plain")])
    let attribute = NetworkAttribute(
      id: 1,
      name: "Device Status",
      dataType: .integer,
      domainName: "Status",
      assignments: [.init(sourceID: 1, fieldName: "status")]
    )
    let codes = [(1, "Open"), (2, "Closed")].map { CodedValueDomain.CodedValue(code: $0, name: $1) }
    let definition = NetworkDefinition(
      domainNetworks: [DomainNetwork("Electric", source)],
      networkAttributes: [attribute],
      domains: [CodedValueDomain(name: "Status", codedValues: codes)]
    )
    let table = try FeatureTable("Device", source: 1, fields: fields, rows)
    return try UtilityNetwork(definition, [table])
  }

  @Test("Attributes are found by name, without case")
  func attributes() throws {
    let network = try network()
    let feature = try #require(network.feature(globalID: Self.device))
    #expect(network[feature, "NAME"] == .text("M 0"))
    #expect(network[feature, "name"] == .text("M 0"))
    #expect(network[feature, "NOTHING"] == nil)
    #expect(EditedNetwork(network)[feature, "Name"] == .text("M 0"))
  }

  @Test("Codes have the names of their domain", arguments: [(0, "Open"), (1, "Closed"), (2, nil)])
  func codes(row: Int, name: String?) throws {
    let network = try network()
    let id = GlobalID(high: 1, low: UInt64(row + 2))
    let feature = try #require(network.feature(globalID: id))
    #expect(network.codedName(of: "STATUS", of: feature) == name)
    #expect(network.codedName(of: "NAME", of: feature) == nil)
    #expect(EditedNetwork(network).codedName(of: "Status", of: feature) == name)
  }

  @Test("A global id is a UUID, byte for byte")
  func uuids() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let id = GlobalID(high: random.next(), low: random.next())
      #expect(id.uuid.uuidString == id.description)
      #expect(GlobalID(id.uuid) == id)
    }
  }

  @Test("An association tells the end across a feature")
  func ends() {
    let association = Association(
      globalID: GlobalID(high: 0, low: 1),
      kind: .attachment,
      from: .init(sourceID: 1, globalID: GlobalID(high: 0, low: 2)),
      to: .init(sourceID: 1, globalID: GlobalID(high: 0, low: 3), terminalID: 4)
    )
    #expect(association.end(across: GlobalID(high: 0, low: 2)) == association.to)
    #expect(association.end(across: GlobalID(high: 0, low: 3)) == association.from)
    #expect(association.end(across: GlobalID(high: 0, low: 9)) == nil)
  }

  @Test("Coordinates and envelopes are written as GeoJSON writes them")
  func codables() throws {
    let place = c(1.5, -2)
    let box = Envelope(minX: 0, minY: 1, maxX: 2, maxY: 3)
    #expect(String(decoding: try JSONEncoder().encode(place), as: UTF8.self) == "[1.5,-2]")
    #expect(String(decoding: try JSONEncoder().encode(box), as: UTF8.self) == "[0,1,2,3]")
    let coordinate = try JSONDecoder().decode(Coordinate.self, from: Data("[1.5,-2,7]".utf8))
    #expect(coordinate == place)
    #expect(try JSONDecoder().decode(Envelope.self, from: Data("[0,1,2,3]".utf8)) == box)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Coordinate.self, from: Data("[1]".utf8))
    }
  }
}
