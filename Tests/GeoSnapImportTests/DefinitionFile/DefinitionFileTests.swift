import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite("A definition's file")
struct DefinitionFileTests {
  /// A file as a person writes it: no number that can be left out.
  static let small = """
    {
      "categories": ["Subnetwork Controller", "Protective"],
      "domains": [
        {"name": "Status", "codedValues": [{"name": "Open", "code": 1}, {"name": "Closed", "code": 2}]}
      ],
      "terminalConfigurations": [
        {"name": "Two sides", "directional": true,
         "terminals": [{"name": "High", "upstream": true}, "Low"]}
      ],
      "networkAttributes": [
        {"name": "Status", "domain": "Status", "fields": ["ElectricDevice/STATUS"]},
        {"name": "Length", "type": "double", "apportionable": true}
      ],
      "domainNetworks": [
        {"name": "Structure", "structure": true, "sources": [
          {"name": "StructureJunction", "usage": "structureJunction", "assetGroups": [
            {"name": "Pole", "assetTypes": [{"name": "Wood", "role": "structure"}]}]}]},
        {"name": "Electric", "tierDefinition": "partitioned", "sources": [
          {"name": "ElectricDevice", "usage": "device",
           "fields": [{"name": "STATUS", "type": "integer"}, {"name": "NAME"}],
           "assetGroups": [
             {"name": "Transformer", "assetTypes": [
               {"name": "Power", "terminals": "Two sides", "categories": ["Subnetwork Controller"]}]},
             {"name": "Switch", "code": 1, "assetTypes": ["Load break", {"name": "Fuse", "code": 1}]}]},
          {"name": "ElectricLine", "usage": "line", "assetGroups": [
            {"name": "Cable", "assetTypes": ["Low", {"name": "High", "connectivity": "anyVertex"}]}]}],
         "tiers": [
          {"name": "Low voltage", "rank": 2, "validDevices": ["Transformer/Power", "switch/fuse"],
           "validSubnetworkControllers": ["Transformer/Power"],
           "traceConfiguration": {
             "conditionBarriers": "Status = Open or category = Protective",
             "functions": [{"functionType": "add", "networkAttributeName": "Length",
                            "conditions": "Length > 1.5"}],
             "outputFilters": ["ElectricLine/Cable/Low"]}}]}
      ],
      "rules": [
        {"kind": "junctionEdge", "from": "ElectricDevice/Transformer/Power#Low",
         "to": "ElectricLine/Cable/Low"},
        {"kind": "edgeJunctionEdge", "from": "ElectricLine/Cable/Low",
         "to": "ElectricLine/Cable/High", "via": "ElectricDevice/Switch/Fuse#1"},
        {"kind": "attachment", "from": "StructureJunction/Pole/Wood", "to": "electricdevice/1/1"}
      ]
    }
    """

  private func read(_ text: String) throws -> NetworkDefinitionFile {
    try NetworkDefinitionFile(bytes: [UInt8](text.utf8), named: "file")
  }

  @Test("Names become numbers, the least free ones in the order of the file")
  func numbers() throws {
    let file = try read(Self.small)
    let definition = file.definition
    #expect(definition.domainNetworks.map(\.id) == [1, 2])
    #expect(definition.sources.map(\.sourceID) == [4, 5, 6])
    let device = try #require(definition.source(named: "ElectricDevice"))
    // Switch states 1, so that Transformer, the first, gets the next; likewise the fuse.
    #expect(device.assetGroups.map(\.code) == [2, 1])
    #expect(device.assetGroups[1].assetTypes.map(\.code) == [2, 1])
    #expect(device.assetGroups[0].assetTypes[0].terminalConfigurationID == 1)
    let power = AssetTypeID(sourceID: 5, assetGroup: 2, assetType: 1)
    let fuse = AssetTypeID(sourceID: 5, assetGroup: 1, assetType: 1)
    let low = AssetTypeID(sourceID: 6, assetGroup: 1, assetType: 1)
    let high = AssetTypeID(sourceID: 6, assetGroup: 1, assetType: 2)
    let wood = AssetTypeID(sourceID: 4, assetGroup: 1, assetType: 1)
    #expect(
      file.rules == [
        NetworkRule(id: 1, kind: .junctionEdge, from: .init(power, terminalID: 2), to: .init(low)),
        NetworkRule(
          id: 2,
          kind: .edgeJunctionEdge,
          from: .init(low),
          to: .init(high),
          via: .init(fuse, terminalID: 1)
        ),
        NetworkRule(id: 3, kind: .attachment, from: .init(wood), to: .init(fuse)),
      ]
    )
    let tier = try #require(definition.domainNetworks[1].tiers.first)
    #expect(
      tier.validDevices == [
        AssetTypeCode(assetGroup: 2, assetType: 1), AssetTypeCode(assetGroup: 1, assetType: 1),
      ]
    )
    let trace = try #require(tier.traceConfiguration)
    #expect(
      trace.traversability.barriers
        == .or([.attribute("Status", .equal, 1), .hasCategory("Protective")])
    )
    #expect(trace.functions.first?.conditions == .attribute("Length", .greaterThan, 1.5))
    #expect(trace.output.assetTypes == [low])
    #expect(
      definition.networkAttributes[0].assignments == [.init(sourceID: 5, fieldName: "STATUS")]
    )
    let network = try file.network(srid: 25832)
    #expect(network.tables.map(\.fields.count) == [0, 2, 0])
  }

  @Test("What is written reads back equal: by hand, a fixture, and Esri's electric network")
  func roundTrip() throws {
    let folder = EsriElectricFolder.path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      ($0, [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))))
    }
    let electric = try EsriPropertiesImporter().read(files, named: "EsriElectric").network
    for file in [
      try read(Self.small), NetworkDefinitionFile(electric),
      NetworkDefinitionFile(definition: GasFixture.definition),
    ] {
      let text = try file.text()
      let problems = NetworkDefinitionFile.problems(in: [UInt8](text.utf8))
      #expect(problems.isEmpty, "\(problems.first.map { "\($0)" } ?? "")")
      let read = try read(text)
      #expect(read.definition == file.definition)
      #expect(read.rules == file.rules)
      #expect(read.fields == file.fields)
    }
    let text = try NetworkDefinitionFile(electric).text()
    #expect(
      text.contains(
        #""conditionBarriers": "'E:Device Status' = 1 or 'Lifecycle Status' includes none 24 or "#
          + #"category = 'E:Ground'""#
      )
    )
    // A rule is a row.
    #expect(text.split(separator: "\n").count { $0.contains("\"kind\": ") } == 6126)
  }

  @Test("The tolerance is kept, in the file and in the network made of it")
  func tolerance() throws {
    for (text, tolerance) in [
      (#"{"xy": 1e-08, "z": 0.5}"#, CoincidenceTolerance(xy: 1e-8, z: 0.5)),
      (#"{"xy": 0}"#, CoincidenceTolerance(xy: 0, z: 0.001)),
    ] {
      let file = try read(
        Self.small.replacingOccurrences(
          of: #""domains": ["#,
          with: "\"tolerance\": \(text), \"domains\": ["
        )
      )
      #expect(file.definition.tolerance == tolerance)
      #expect(try read(file.text()).definition == file.definition)
      #expect(try file.network(srid: 4326).coincidenceTolerance == tolerance)
    }
    #expect(try !read(Self.small).text().contains("tolerance"))
  }

  /// What is changed in the small file, and the problem that comes of it.
  static let mistakes: [(String, String, String, Int?, String)] = [
    (#""structure": true"#, #""structur": true"#, "$.domainNetworks[0].structur", 15, "unknown"),
    (#""usage": "line""#, #""usage": "wire""#, "$.domainNetworks[1].sources[1].usage", 25, "wire"),
    (
      #""terminals": "Two sides", "#, #""terminals": "Three", "#,
      "$.domainNetworks[1].sources[0].assetGroups[0].assetTypes[0].terminals", 23, "Two sides"
    ),
    (
      #""categories": ["Subnetwork Controller"]}"#, #""categories": ["Tap"]}"#,
      "$.domainNetworks[1].sources[0].assetGroups[0].assetTypes[0].categories[0]", 23,
      "no category 'Tap'"
    ),
    (
      #""code": 2}]}"#, #""code": 1}]}"#, "$.domains[0].codedValues[1].code", 4, "of 'Open' already"
    ),
    (
      #"{"name": "Fuse", "code": 1}"#, #"{"name": "Fuse", "code": 1.5}"#,
      "$.domainNetworks[1].sources[0].assetGroups[1].assetTypes[1].code", 24, "whole number"
    ),
    (
      #""domain": "Status""#, #""domain": "X""#, "$.networkAttributes[0].domain", 11,
      "no domain 'X'"
    ),
    (
      #"["ElectricDevice/STATUS"]"#, #"["Electric/STATUS"]"#, "$.networkAttributes[0].fields[0]",
      11,
      "no Source/FIELD"
    ),
    (#""rank": 2, "#, "", "$.domainNetworks[1].tiers[0]", 28, "'rank' is missing"),
    (
      #""switch/fuse""#, #""Switch/Fuze""#, "$.domainNetworks[1].tiers[0].validDevices[1]", 28,
      "no Asset group/Asset type"
    ),
    (
      "Status = Open", "Status = Shut",
      "$.domainNetworks[1].tiers[0].traceConfiguration.conditionBarriers", 31, "Column 10"
    ),
    (
      #""functionType": "add""#, #""functionType": "sum""#,
      "$.domainNetworks[1].tiers[0].traceConfiguration.functions[0].functionType", 32,
      "none of add, average"
    ),
    (
      #""networkAttributeName": "Length""#, #""networkAttributeName": "Len""#,
      "$.domainNetworks[1].tiers[0].traceConfiguration", 30, "no network attribute 'Len'"
    ),
    (
      #""kind": "attachment""#, #""kind": "attach""#, "$.rules[2].kind", 41,
      "none of junctionJunction"
    ),
    (#"Power#Low""#, #"Power#Mid""#, "$.rules[0].from", 37, "its terminals are High, Low"),
    (
      #"electricdevice/1/1"#, #"electricdevice/1/9"#, "$.rules[2].to", 41,
      "Switch has Load break, Fuse"
    ),
    (#", "via": "ElectricDevice/Switch/Fuse#1""#, "", "$.rules[1]", 39, "has a 'via'"),
    (
      #""from": "ElectricDevice/Transformer/Power#Low""#, #""from": "ElectricLine/Cable/Low""#,
      "$.rules[0].from", 37, "is no junction"
    ),
    (#""tierDefinition": "partitioned", "#, "", "$.domainNetworks[1]", 18, "says how they relate"),
    (
      #""upstream": true"#, #""upstream": false"#, "$.terminalConfigurations[0].terminals", 8,
      "upstream"
    ),
    (
      #""name": "ElectricLine""#, #""name": "electricdevice""#,
      "$.domainNetworks[1].sources[1].name",
      25, "Two sources"
    ),
    (#""rules": ["#, #""rules": [,"#, "$", 36, "JSON syntax error"),
    (
      #"{"name": "Fuse", "code": 1}"#, #"{"name": "Fuse", "code": -1}"#,
      "$.domainNetworks[1].sources[0].assetGroups[1].assetTypes[1].code", 24, "from 0"
    ),
    (
      #"{"name": "High", "upstream": true}, "Low"]}"#,
      #"{"name": "High", "upstream": true}, "Low"], "paths": [{"name": "All", "description": "all"},"#
        + "\n" + #"{"name": "Odd", "description": "High-low; 2-1, Low-Mid"}]}"#,
      "$.terminalConfigurations[0].paths[1].description", 9, "'Low-Mid' is no two terminals"
    ),
    (
      #"{"name": "Wood", "role": "structure"}"#,
      #"{"name": "Wood", "role": "structure", "containerViewScale": -1}"#,
      "$.domainNetworks[0].sources[0].assetGroups[0].assetTypes[0].containerViewScale", 17,
      "not negative"
    ),
    (#""rank": 2"#, #""rank": -2"#, "$.domainNetworks[1].tiers[0].rank", 28, "from 0"),
    (
      #"{"kind": "attachment", "from": "StructureJunction/Pole/Wood", "to": "electricdevice/1/1"}"#,
      #"{"kind": "edgeJunctionEdge", "from": "electricline/1/1", "to": "ElectricLine/Cable/High","#
        + #" "via": "ElectricDevice/Switch/Fuse#1", "origin": "again"}"#,
      "$.rules[2]", 41, "the same as $.rules[1]"
    ),
    (#""domains": ["#, #""tolerance": {"xy": -1}, "domains": ["#, "$.tolerance.xy", 3, "negative"),
    (
      #""domains": ["#, #""tolerance": {"z": 1}, "domains": ["#, "$.tolerance", 3, "'xy' is missing"
    ),
    (#""domains": ["#, #""tolerance": {"xy": "1"}, "domains": ["#, "$.tolerance.xy", 3, "A number"),
  ]

  @Test("A mistake is a problem with path, line and what there is instead", arguments: mistakes)
  func mistake(_ old: String, _ new: String, _ path: String, _ line: Int?, _ message: String) {
    #expect(Self.small.contains(old))
    let text = Self.small.replacingOccurrences(of: old, with: new)
    let problems = NetworkDefinitionFile.problems(in: [UInt8](text.utf8))
    let found = problems.first { $0.path == path }
    #expect(found?.message.contains(message) == true, "\(problems)")
    #expect(found?.line == line, "\(problems)")
    #expect(problems.count == 1, "\(problems)")
  }

  /// What is changed in the small file, the problem, and in how many more places it is.
  static let misspellings: [(String, String, String, Int)] = [
    (#""usage": "device""#, #""usage": "devise""#, "'devise' is none of", 0),
    (#""name": "ElectricLine""#, #""name": "ElectricLin""#, "sources are", 2),
    (#""name": "ElectricLine""#, #""nmae": "ElectricLine""#, "'nmae' is unknown", 0),
    (#""name": "Cable""#, #""name": "Kable""#, "has the groups Kable", 2),
    (
      #"{"name": "High", "connectivity""#, #"{"nam": "High", "connectivity""#, "'nam' is unknown", 0
    ),
    (#"{"name": "High", "connectivity""#, #"{"title": "High", "connectivity""#, "'title'", 0),
    (#""name": "Cable", "assetTypes""#, #""name": "Cable", "assetType""#, "'assetType'", 0),
    (#""domainNetworks""#, #""domainNetwork""#, "'domainNetwork' is unknown", 0),
    (#""tierDefinition": "partitioned""#, #""tierDefinition": "partitoned""#, "'partitoned'", 0),
    (#"{"name": "Two sides","#, #"{"label": "Two sides","#, "'label' is unknown", 0),
    (#"{"name": "Two sides","#, #"{"name": "Two side","#, "no terminal configuration", 0),
    (#""Subnetwork Controller", "Protective"]"#, #""Subnetwork", "Protective"]"#, "no category", 0),
    (#"{"name": "Status", "codedValues""#, #"{"name": "State", "codedValues""#, "no domain", 0),
    (#"{"name": "Closed", "code": 2}"#, #"{"name": "Closed", "code": "2"}"#, "A number", 0),
    (#""rules""#, #""rulez""#, "'rulez' is unknown", 0),
  ]

  @Test(
    "One misspelling is told once, with what it is, and not what comes of it",
    arguments: misspellings
  )
  func misspelling(_ old: String, _ new: String, _ message: String, _ repetitions: Int) {
    #expect(Self.small.contains(old))
    let text = Self.small.replacing(old, with: new, maxReplacements: 1)
    let problems = NetworkDefinitionFile.problems(in: [UInt8](text.utf8))
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.message.contains(message) == true, "\(problems)")
    let repeated = "So it is in \(repetitions) more places."
    #expect(problems.first?.message.hasSuffix(repeated) == (repetitions > 0), "\(problems)")
  }

  @Test("Two mistakes that do not come of each other are both told")
  func independentMistakes() {
    let text = Self.small.replacing(#""usage": "device""#, with: #""usage": "devise""#)
      .replacing(#""to": "ElectricLine/Cable/Low"}"#, with: #""to": "ElectricLine/Kable/Low"}"#)
      .replacing("Protective\"]", with: "Protected\"]")
    let problems = NetworkDefinitionFile.problems(in: [UInt8](text.utf8))
    #expect(problems.contains { $0.message.contains("'devise'") })
    #expect(problems.contains { $0.message.contains("Protective") }, "\(problems)")
  }

  @Test("Damaged files are problems, never a crash", arguments: 0..<200)
  func damaged(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = [UInt8](Self.small.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let at = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: at)
      default: bytes = Array(bytes.prefix(Swift.max(at, 1)))
      }
    }
    guard NetworkDefinitionFile.problems(in: bytes).isEmpty else { return }
    // What has no problems is of use, and keeps its meaning when written.
    let file = try NetworkDefinitionFile(bytes: bytes, named: "file")
    _ = try file.network(srid: nil)
    #expect(try read(file.text()).definition == file.definition, "seed \(seed)")
  }
}
