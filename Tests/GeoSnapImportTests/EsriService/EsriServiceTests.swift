import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// Reads a fixture's files as an import does.
func importService(_ files: [String: String]) throws(ImportError) -> ImportResult {
  try importService(files.map { ImportFile(name: "dir/\($0.key)", bytes: [UInt8]($0.value.utf8)) })
}

func importService(_ files: [ImportFile]) throws(ImportError) -> ImportResult {
  try EsriServiceImporter().read(files, named: "dir")
}

@Suite("Feature services")
struct EsriServiceTests {
  @Test("Every feature of a service lands as it is", arguments: 1...8)
  func features(seed: UInt64) throws {
    let fixture = ServiceFixture(seed: seed, feeders: Int(seed))
    let result = try importService(fixture.files)
    let network = result.network
    #expect(network.srid == 25832)
    #expect(network.featureCount == fixture.rows.count)
    for row in fixture.rows {
      let origin = "\(row.layer)/\(row.objectID)"
      let feature = try #require(network.feature(globalID: row.globalID), "seed \(seed)")
      #expect(network.features(origin: origin) == [feature])
      let table = network.tables[Int(feature.table)]
      #expect(table.name == row.layer)
      let found = table[Int(feature.row)]
      #expect(found.rowID == Int64(row.objectID))
      #expect(table.assetTypeID(of: Int(feature.row)) == row.assetType)
      let ordinates = found.geometry.map { Array($0.coordinates.ordinates) } ?? []
      #expect(ordinates == row.vertices.flatMap { $0 }, "seed \(seed), \(origin)")
      #expect((found.geometry == nil) == row.vertices.isEmpty)
    }
    let report = result.report
    let layers = Dictionary(grouping: fixture.rows, by: \.layer).mapValues(\.count)
    #expect(report.featuresWritten == layers)
    #expect(report.elementsRead.filter { layers[$0.key] != nil } == layers)
    #expect(report.elementsRead["associations"] == network.associations.count)
    #expect(report.notImported.isEmpty && report.notes.isEmpty, "\(report.notes)")
  }

  @Test("Associations of all kinds keep their ends, terminals and places; rules their sides")
  func associations() throws {
    let fixture = ServiceFixture(seed: 3)
    let network = try importService(fixture.files).network
    let kinds = Dictionary(grouping: network.associations, by: \.kind).mapValues(\.count)
    #expect(kinds == fixture.associations)
    #expect(Set(kinds.keys) == Set(AssociationKind.allCases))
    for association in network.associations {
      let terminals = [association.from.terminalID, association.to.terminalID]
      switch association.kind {
      case .containment, .attachment: #expect(terminals == [nil, nil])
      case .connectivity: #expect(terminals == [9, 1])
      default: #expect(terminals == [1, nil])
      }
      #expect(
        (association.fractionAlongEdge != nil) == (association.kind == .junctionMidspanConnectivity)
      )
    }
    #expect(network.associations.contains { $0.isContentVisible })
    #expect(network.rules.map(\.id) == Array(11...21))
    #expect(network.rules.map(\.kind.rawValue) == [1, 1, 2, 2, 2, 2, 3, 4, 4, 4, 5])
    #expect(network.rules[0].from.terminalID == 9)
    #expect(network.rules[3].from.terminalID == nil)
    #expect(network.rules[8].to.terminalID == nil)
    #expect(network.rules[10].via?.terminalID == 1)
  }

  @Test("Definition, domains, dates, terminals and controllers arrive")
  func definition() throws {
    let fixture = ServiceFixture(seed: 5)
    let network = try importService(fixture.files).network
    let definition = network.definition
    let status = try #require(definition.networkAttribute(named: "Operational Device Status"))
    #expect(definition.domain(named: status.domainName ?? "")?.name(of: 1) == "Open")
    #expect(status.assignments.map(\.fieldName) == ["DEVICESTATUS"])
    #expect(definition.networkAttributes.map(\.isSystemDefined) == [false, true])
    let tier = try #require(definition.domainNetworks[1].tiers.first)
    #expect(tier.validLines.count == 2 && tier.subnetworkFieldName == "SUBNETWORKNAME")
    #expect(
      tier.traceConfiguration?.traversability.barriers
        == .or([.attribute("Operational Device Status", .equal, 1), .hasCategory("Protective")])
    )
    let controller = try #require(fixture.controller)
    let feature = try #require(network.feature(globalID: controller.globalID))
    let table = network.tables[Int(feature.table)]
    func value(_ name: String, _ row: Int) throws -> AttributeValue {
      let column = try #require(table.fields.firstIndex { $0.name == name })
      return table[row].attributes[column]
    }
    let row = Int(feature.row)
    #expect(try value("SUBNETWORKCONTROLLERNAME", row) == .text("TR-1"))
    #expect(try value("TIERNAME", row) == .text("Medium Voltage Radial"))
    #expect(try value("CONTROLLERTERMINAL", row) == .integer(9))
    #expect(try value("TERMINALCONFIGURATION", row) == .text("All"))
    let time = UTCTime(milliseconds: 1_620_378_546_000 + controller.objectID)
    #expect(try value("CREATED", row) == .text(time.description))
    let others = table.rowIDs.indices.filter { $0 != row }
    #expect(try others.allSatisfy { try value("CONTROLLERTERMINAL", $0) == .null })
    // What the network says of itself can be shown and read back.
    let text = try NetworkDefinitionFile(network).text()
    #expect(
      try NetworkDefinitionFile(bytes: [UInt8](text.utf8), named: "x").definition == definition
    )
  }

  @Test("Milliseconds are dates of the Gregorian calendar")
  func times() {
    for (time, text) in [
      (0, "1970-01-01T00:00:00.000Z"), (1_620_378_546_007, "2021-05-07T09:09:06.007Z"),
      (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (-2_208_988_800_000, "1900-01-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] {
      #expect(UTCTime(milliseconds: time).description == text)
    }
  }

  /// A file, what is replaced in it by what, and where and how the import ends.
  static let mistakes: [(String, String, String, String, String)] = [
    (
      "query-100-2.json", "\"features\"", "\"exceededTransferLimit\": true, \"features\"",
      "query-100-2.json", "more rows"
    ),
    ("query-100.json", "\"features\"", "\"rows\"", "query-100.json", "no list 'features'"),
    (
      "query-115.json", "{\"paths\"", "{\"curvePaths\": [], \"paths\"",
      "query-115.json, features[0], geometry", "curves are not read"
    ),
    (
      "query-115.json", "\"AssetType\": 1", "\"AssetType\": 7", "query-115.json, features[0]",
      "Asset type 5/7"
    ),
    (
      "query-115.json", "\"AssetType\": 1", "\"AssetType\": 1.5",
      "query-115.json, features[0], ASSETTYPE", "no whole number"
    ),
    (
      "query-115.json", "\"len\": 12.5", "\"len\": \"long\"", "query-115.json, features[0], LEN",
      "A number was expected"
    ),
    (
      "query-110.json", "\"x\"", "\"paths\": [[[0,0,0],[1,1,0]]], \"x\"",
      "query-110.json, features[0]",
      "needs a POINT"
    ),
    (
      "query-110.json", "\"latestWkid\": 25832", "\"latestWkid\": 4326",
      "query-110.json, features[0]", "reference system"
    ),
    (
      "associations.json", "\"fromglobalid\": \"", "\"fromglobalid\": \"1",
      "associations.json, features[0], FROMGLOBALID", "no global id"
    ),
    (
      "associations.json", "\"associationtype\": 2", "\"associationtype\": 9",
      "associations.json, features[0], ASSOCIATIONTYPE", "no kind of association"
    ),
    (
      "associations.json", "\"fromterminalid\": 9", "\"fromterminalid\": 7",
      "associations.json, features[5], FROMTERMINALID", "no terminal"
    ),
    (
      "associations.json", "\"fromnetworksourceid\": 6", "\"fromnetworksourceid\": 4",
      "associations.json, features[0], FROMNETWORKSOURCEID", "not in source 4"
    ),
    (
      "rules.json", "\"RULETYPE\": 1", "\"RULETYPE\": 8", "rules.json, features[0], RULETYPE",
      "no kind of rule"
    ),
    (
      "rules.json", "\"TONETWORKSOURCEID\": 12", "\"TONETWORKSOURCEID\": 99",
      "rules.json, features[0], TONETWORKSOURCEID", "no source 99"
    ),
    ("rules.json", "\"RULEID\": 12", "\"RULEID\": 11", "rules.json, features[1]", "already"),
    (
      "subnetworks.json", "Medium Voltage Radial", "High",
      "subnetworks.json, features[0], TIERNAME",
      "no tier 'High'"
    ),
    (
      "dataElement.json", "\"tierTopology\": \"esriTTTRadial\"", "\"tierTopology\": \"round\"",
      "dataElement.json, $.layerDataElements[0].dataElement.domainNetworks[1].tiers[0].tierTopology",
      "round"
    ),
    (
      "dataElement.json", "{\"layerDataElements\"",
      "{\"error\": {\"code\": 498, \"message\": \"Invalid token.\"}, \"layerDataElements\"",
      "dataElement.json", "error 498: Invalid token."
    ),
    ("layer-10.json", "{\"id\"", "{id", "layer-10.json", "byte"),
  ]

  @Test("A mistake is an error with file, row and field", arguments: mistakes)
  func mistake(_ file: String, _ old: String, _ new: String, _ path: String, _ message: String)
    throws
  {
    var files = ServiceFixture(seed: 7).files
    let text = try #require(files[file])
    let range = try #require(text.range(of: old), "\(old)")
    files[file] = text.replacingCharacters(in: range, with: new)
    let error = #expect(throws: ImportError.self) { try importService(files) }
    let problem = error?.problems.first
    #expect(problem?.path.hasPrefix(path) == true, "\(error.map { "\($0)" } ?? "")")
    #expect(problem?.message.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("What is missing is named: files, layers of no source, deleted controllers")
  func missing() throws {
    var files = ServiceFixture(seed: 9).files
    files["query-115.json"] = nil
    files["associations.json"] = nil
    files["rules.json"] = nil
    files["layer-100.json"] = nil
    files["query-7.json"] = #"{"features": [{"attributes": {"a": 1}}]}"#
    files["readme.txt"] = "hello"
    files["subnetworks.json"] = files["subnetworks.json"]?
      .replacing("\"ISDELETED\": 0", with: "\"ISDELETED\": 1")
    let result = try importService(files)
    #expect(result.report.notImported == ["layer 7": 1])
    let notes = result.report.notes.joined(separator: "\n")
    for words in [
      "no query-115.json", "no associations.json", "no rules.json", "readme.txt", "1 controllers",
    ] {
      #expect(notes.contains(words), "\(words)")
    }
    // Without the layer's definition the class has the name that custom gives it.
    #expect(result.network.definition.sources.contains { $0.name == "ElectricDevice" })
    let alone = #expect(throws: ImportError.self) { try importService(["rules.json": "{}"]) }
    #expect(alone?.problems.first?.path == "dataElement.json")
  }

  @Test("Holes go to the area around them; several outer rings are several areas")
  func areas() throws {
    func ring(_ size: Double, _ x: Double, clockwise: Bool) -> String {
      let corners = [[0, 0], [0, size], [size, size], [size, 0], [0, 0]].map {
        [$0[0] + x, $0[1] + x]
      }
      let list = clockwise ? corners : corners.reversed()
      return "[" + list.map { "[\($0[0]),\($0[1]),0]" }.joined(separator: ",") + "]"
    }
    var files = ServiceFixture(seed: 2).files
    let text = try #require(files["query-12.json"])
    let rings = try #require(text.range(of: "[[["))
    let end = try #require(text.range(of: "]]]"))
    let all = [
      ring(2, 4, clockwise: false), ring(10, 0, clockwise: true), ring(10, 100, clockwise: true),
      ring(3, 102, clockwise: false),
    ].joined(separator: ",")
    files["query-12.json"] = text.replacingCharacters(
      in: rings.lowerBound..<end.upperBound,
      with: "[\(all)]"
    )
    let network = try importService(files).network
    let table = try #require(network.tables.first { $0.name == "StructureBoundary" })
    guard case .multiPolygon(let areas)? = table.geometries[0] else {
      Issue.record("no areas: \(String(describing: table.geometries[0]))")
      return
    }
    #expect(areas.polygonRings == [0..<2, 2..<4])
    // The first area has the hole within it, though that came before.
    #expect(areas.coordinates[0] == Coordinate(x: 0, y: 0))
    #expect(areas.coordinates[5] == Coordinate(x: 4, y: 4))
    #expect(areas.coordinates[15] == Coordinate(x: 102, y: 102))
  }

  @Test(
    "Damaged services, 500 in the long run, give an error with a place, or all their rows",
    arguments: 0..<Extent.count(60, long: 500) as Range<UInt64>
  )
  func damaged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let fixture = ServiceFixture(seed: seed % 5, feeders: 2)
    var files = fixture.files.sorted { $0.key < $1.key }.map {
      ImportFile(name: $0.key, bytes: [UInt8]($0.value.utf8))
    }
    let index = random.int(0...files.count - 1)
    var bytes = files[index].bytes
    switch random.int(0...4) {
    case 0:
      for _ in 0...random.int(0...3) {
        bytes[random.int(0...bytes.count - 1)] = UInt8(random.int(0...255))
      }
    case 1: bytes = Array(bytes.prefix(random.int(0...bytes.count - 1)))
    case 2:
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      lines.remove(at: random.int(0...lines.count - 1))
      bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    case 3:
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      lines.swapAt(random.int(0...lines.count - 1), random.int(0...lines.count - 1))
      bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    default:
      // A number becomes another.
      let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
      if let place = digits.randomElement(using: &random) {
        bytes[place] = UInt8(random.int(48...57))
      }
    }
    files[index].bytes = bytes
    /// How many rows files of a kind have, as bytes tell.
    func rows(_ kind: String) -> Int {
      files.filter { $0.name.hasPrefix(kind) }.reduce(0) { count, file in
        count
          + String(decoding: file.bytes, as: UTF8.self).components(separatedBy: "{\"attributes\"")
          .count - 1
      }
    }
    do {
      let result = try importService(files)
      // No row is lost: what is there was written, or is named as not imported.
      let left = result.report.notImported.values.reduce(0, +)
      #expect(result.network.featureCount + left == rows("query"), "seed \(seed)")
      #expect(result.network.associations.count == rows("associations"), "seed \(seed)")
      #expect(result.network.rules.count == rows("rules"), "seed \(seed)")
    } catch {
      #expect(!error.problems.isEmpty, "seed \(seed)")
      for problem in error.problems {
        #expect(problem.path.contains(".json"), "seed \(seed): \(problem)")
      }
    }
  }
}
