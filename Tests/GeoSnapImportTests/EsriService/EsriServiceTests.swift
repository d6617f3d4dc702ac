import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// Reads a fixture's files as an import does.
func importService(_ files: [String: String]) throws(ImportError) -> ImportResult {
  try EsriServiceImporter().read(files.map { ImportFile("dir/\($0.key)", $0.value) }, named: "dir")
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
    func description(
      _ id: GlobalID,
      _ layer: String,
      _ row: Int64,
      _ type: AssetTypeID,
      _ ordinates: [Double]?
    ) -> String {
      "\(id) \(layer)/\(row) \(type) \(ordinates.map { "\($0)" } ?? "no place")"
    }
    let expected = fixture.rows.map { row in
      let ordinates = row.vertices.isEmpty ? nil : row.vertices.flatMap(\.self)
      return description(row.globalID, row.layer, Int64(row.objectID), row.assetType, ordinates)
    }
    let found = try fixture.rows.map { row in
      let all = network.rows(origin: "\(row.layer)/\(row.objectID)")
      let found = try #require(all.count == 1 ? all.first : nil, "seed \(seed)")
      let ordinates = found.table.geometries[found.row].map { Array($0.coordinates.ordinates) }
      let type = try #require(found.type)
      return description(found.id, found.table.name, found.table.rowIDs[found.row], type, ordinates)
    }
    #expect(found == expected, "seed \(seed)")
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
    let controllers = network.rows.filter { $0["CONTROLLERTERMINAL"] != nil }
    #expect(controllers.map(\.id) == [try #require(fixture.controller).globalID])
    let controller = try #require(controllers.first)
    let time = UTCTime(
      milliseconds: 1_620_378_546_000 + Int(controller.table.rowIDs[controller.row])
    )
    for (field, value) in [
      ("SUBNETWORKCONTROLLERNAME", .text("TR-1")), ("TIERNAME", .text("Medium Voltage Radial")),
      ("CONTROLLERTERMINAL", .integer(9)), ("TERMINALCONFIGURATION", .text("All")),
      ("CREATED", .text(time.description)),
    ] as [(String, AttributeValue)] {
      #expect(controller[field] == value, "\(field)")
    }
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

  /// A file, what is replaced in it by what, and where in it and how the import ends.
  private static let mistakes = #"""
    query-100 | "AssetType": | "AssetType": 99, "b": | , features[0] | Asset type
    query-100-2 | "features" | "exceededTransferLimit": true, "features" | | more rows
    query-100 | "features" | "rows" | | no list 'features'
    query-115 | {"paths" | {"curvePaths": [], "paths" | , features[0], geometry | curves are not read
    query-115 | "AssetType": 1 | "AssetType": 7 | , features[0] | Asset type 5/7
    query-115 | "AssetType": 1 | "AssetType": 1.5 | , features[0], ASSETTYPE | not a whole number
    query-115 | "len": 12.5 | "len": "long" | , features[0], LEN | A finite number was expected
    query-110 | "x" | "paths": [[[0,0,0],[1,1,0]]], "x" | , features[0] | needs a POINT
    query-110 | "latestWkid": 25832 | "latestWkid": 4326 | , features[0] | reference system
    associations | "fromglobalid": " | "fromglobalid": "1 | , features[0], FROMGLOBALID | not a global id
    associations | "associationtype": 2 | "associationtype": 9 | , features[0], ASSOCIATIONTYPE | not a kind of association
    associations | "fromterminalid": 9 | "fromterminalid": 7 | , features[5], FROMTERMINALID | not a terminal
    associations | "fromnetworksourceid": 6 | "fromnetworksourceid": 4 | , features[0], FROMNETWORKSOURCEID | not in source 4
    rules | "RULETYPE": 1 | "RULETYPE": 8 | , features[0], RULETYPE | not a rule type
    rules | "TONETWORKSOURCEID": 12 | "TONETWORKSOURCEID": 99 | , features[0], TONETWORKSOURCEID | no source 99
    rules | "RULEID": 12 | "RULEID": 11 | , features[1] | already
    subnetworks | "TERMINALID": 9 | "TERMINALID": 0 | , features[0], TERMINALID | are 8 (High) and 9 (Low)
    subnetworks | Medium Voltage Radial | High | , features[0], TIERNAME | no tier 'High'
    dataElement | "esriTTTRadial" | "round" | , $.layerDataElements[0].dataElement.domainNetworks[1].tiers[0].tierTopology | round
    dataElement | {"layerDataElements" | {"error": {"code": 498, "message": "Invalid token."}, "layerDataElements" | | error 498: Invalid token.
    layer-10 | {"id" | {id | | byte
    """#

  @Test(
    "A mistake is an error with file, row and field",
    arguments: mistakes.split(separator: "\n")
  )
  func mistake(_ row: Substring) throws {
    let words = row.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let name = words[0] + ".json"
    var files = ServiceFixture(seed: 7).files
    let text = try #require(files[name])
    let range = try #require(text.range(of: words[1]))
    files[name] = text.replacingCharacters(in: range, with: words[2])
    let error = #expect(throws: ImportError.self) { try importService(files) }
    let problem = try #require(error?.problems.first)
    #expect(problem.path.hasPrefix(name + words[3]), "\(problem)")
    #expect(problem.message.contains(words[4]), "\(problem)")
    // What refers to a refused feature is not another problem.
    let others = error?.problems.filter { $0.message.contains("is not a feature") }
    #expect(others?.isEmpty == true)
  }

  @Test("A field with the name of a controller's column is kept beside it")
  func controllerFields() throws {
    var files = ServiceFixture(seed: 5).files
    let field = #"{"name": "tiername", "type": "esriFieldTypeInteger"}, "#
    for (name, text) in files where name.hasPrefix("layer-") {
      files[name] = text.replacing(#""fields": ["#, with: #""fields": ["# + field)
    }
    files["dataElement.json"] = files["dataElement.json"]?
      .replacing(/"devicestatus"/.ignoresCase(), with: #""tiername""#)
    let result = try importService(files)
    let fields = result.network.definition.networkAttributes.flatMap(\.assignments).map(\.fieldName)
    #expect(fields.contains("TIERNAME_") && !fields.contains("TIERNAME"))
    let note = "The field TIERNAME is kept as TIERNAME_."
    #expect(result.report.notes.contains { $0.hasSuffix(note) })
    let controllers = result.network.rows.filter { $0["CONTROLLERTERMINAL"] != nil }
    #expect(controllers.map { $0["TIERNAME"] } == [.text("Medium Voltage Radial")])
  }

  @Test("A page that is missing before another is an error", arguments: [1, 2])
  func missingPage(number: Int) throws {
    var files = ServiceFixture(seed: 9).files
    if number == 1 {
      files["query-100.json"] = nil
    } else {
      files["query-100-3.json"] = files.removeValue(forKey: "query-100-2.json")
    }
    let error = #expect(throws: ImportError.self) { try importService(files) }
    let problem = try #require(error?.problems.first)
    #expect(problem.path == "query-100-\(number + 1).json")
    #expect(problem.message == "The page before is missing: fetch it.")
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
      "no query-115.json", "no associations.json", "no rules.json", "readme.txt", "left out: 1.",
    ] {
      #expect(notes.contains(words), "\(words)")
    }
    // Without the layer's definition the class has the name that custom gives it.
    #expect(result.network.definition.sources.contains { $0.name == "ElectricDevice" })
    let alone = #expect(throws: ImportError.self) { try importService(["rules.json": "{}"]) }
    #expect(alone?.problems.first?.path == "dataElement.json")
  }

  @Test(
    "Holes go to the area around them; several outer rings are several areas. A note counts those that run the wrong way",
    arguments: [true, false]
  )
  func areas(isRight: Bool) throws {
    func ring(_ corners: [[Double]], _ x: Double = 0, clockwise: Bool) -> String {
      let list = (clockwise == isRight ? corners : corners.reversed()).map {
        "[\($0[0] + x),\($0[1] + x),0]"
      }
      return "[" + list.joined(separator: ",") + "]"
    }
    func square(_ size: Double) -> [[Double]] {
      [[0, 0], [0, size], [size, size], [size, 0], [0, 0]]
    }
    // The last hole begins on the ring around it.
    let all = [
      ring(square(2), 4, clockwise: false), ring(square(10), clockwise: true),
      ring(square(10), 100, clockwise: true),
      ring([[110, 105], [105, 103], [105, 107], [110, 105]], clockwise: false),
    ]
    var files = ServiceFixture(seed: 2).files
    files["query-12.json"] = try #require(files["query-12.json"])
      .replacing(/\[\[\[.*?\]\]\]/, with: "[\(all.joined(separator: ","))]", maxReplacements: 1)
    let result = try importService(files)
    let notes = result.report.notes.filter { $0.contains("the wrong way") }
    #expect(
      notes.count == (isRight ? 0 : 1) && notes.allSatisfy { $0.contains("the wrong way: 1.") }
    )
    let table = try #require(result.network.tables.first { $0.name == "StructureBoundary" })
    guard case .multiPolygon(let areas)? = table.geometries[0] else {
      Issue.record("no areas: \(String(describing: table.geometries[0]))")
      return
    }
    #expect(areas.polygonRings == [0..<2, 2..<4])
    // The first area has the hole within it, though that came before.
    #expect(areas.coordinates[0] == Coordinate(x: 0, y: 0))
    #expect(areas.coordinates[5].x == 4)
    #expect(areas.coordinates[15].x == 110)
  }

  @Test("A second controller of a feature, and a point without z, count; a terminal may be a name")
  func counted() throws {
    var files = ServiceFixture(seed: 9).files
    let table = try #require(files["subnetworks.json"])
    let row = try #require(table.firstMatch(of: /\{"attributes".*?"ISDELETED": 0\}\}/)?.output)
    files["subnetworks.json"] = table.replacing(
      row,
      with: row.replacing(#"TERMINALID": 9"#, with: #"TERMINALID": "low""#)
        + ", \(row.replacing("TR-1", with: "TR-2"))"
    )
    let devices = try #require(files["query-100.json"])
    files["query-100.json"] = devices.replacing(
      /("x": [^,}]*, "y": [^,}]*), "z": [^,}]*/,
      maxReplacements: 1
    ) { $0.1 }
    let result = try importService(files)
    #expect(result.network.rows.contains { $0["CONTROLLERTERMINAL"] == .integer(9) })
    let notes = result.report.notes
    #expect(
      notes.contains { $0.hasPrefix("Rows of subnetworks") && $0.contains("1; the first is TR-2") }
    )
    #expect(
      notes.contains("Electric Device: coordinates without z, which get z = 0: 1."),
      "\(notes)"
    )
  }

  @Test(
    "Damaged services, 500 in the long run, give an error with a place, or all their rows",
    arguments: 0..<Extent.count(60, long: 500) as Range<UInt64>
  )
  func damaged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let files = ServiceFixture(seed: seed % 5, feeders: 2).files
    guard let name = files.keys.sorted().randomElement(using: &random) else { return }
    let bytes = Array((files[name] ?? "").utf8).damaged(&random, isJSON: true)
    let all = files.map {
      ImportFile(name: $0.key, bytes: $0.key == name ? bytes : Array($0.value.utf8))
    }
    /// How many rows files of a kind have, as bytes tell.
    func rows(_ kind: String) -> Int {
      all.filter { $0.name.hasPrefix(kind) }.reduce(0) { count, file in
        count + String(decoding: file.bytes, as: UTF8.self).ranges(of: "{\"attributes\"").count
      }
    }
    do {
      let result = try EsriServiceImporter().read(all, named: "dir")
      // No row is lost: each was written, or is counted as not imported.
      let left = result.report.notImported.values.reduce(0, +)
      #expect(result.network.featureCount + left == rows("query"), "seed \(seed)")
      #expect(result.network.associations.count == rows("associations"), "seed \(seed)")
      #expect(result.network.rules.count == rows("rules"), "seed \(seed)")
    } catch {
      let isPlaced = error.problems.allSatisfy { $0.path.contains(".json") }
      #expect(isPlaced && !error.problems.isEmpty, "seed \(seed): \(error)")
    }
  }
}
