import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

@Suite("A definition's file")
struct DefinitionFileTests {
  /// A file as a person writes it: no number that can be left out.
  ///
  /// Tests/Transcripts/Import/definition.console has what is said of mistakes in it.
  static let small = Result {
    String(decoding: try repositoryFile("Tests/Transcripts/Inputs/definition.json"), as: UTF8.self)
  }

  private func read(_ text: String) throws -> NetworkDefinitionFile {
    try NetworkDefinitionFile(bytes: [UInt8](text.utf8), named: "file")
  }

  @Test("Names become numbers, the least free ones in the order of the file")
  func numbers() throws {
    let file = try read(Self.small.get())
    let definition = file.definition
    #expect(definition.domainNetworks.map(\.id) == [1, 2])
    #expect(definition.sources.map(\.sourceID) == [4, 5, 6])
    let device = try #require(definition.source(named: "ElectricDevice"))
    // Switch states 1, so that Transformer, the first, gets the next; likewise the fuse.
    #expect(device.assetGroups.map(\.code) == [2, 1])
    #expect(device.assetGroups[1].assetTypes.map(\.code) == [2, 1])
    #expect(device.assetGroups[0].assetTypes[0].terminalConfigurationID == 1)
    func side(_ source: Int, _ group: Int, _ type: Int, _ terminal: Int? = nil) -> NetworkRule.Side
    {
      let id = AssetTypeID(sourceID: source, assetGroup: group, assetType: type)
      return NetworkRule.Side(id, terminalID: terminal)
    }
    let (low, fuse, wood) = (side(6, 1, 1), side(5, 1, 1), side(4, 1, 1))
    #expect(
      file.rules == [
        NetworkRule(id: 1, kind: .junctionEdge, from: side(5, 2, 1, 2), to: low),
        NetworkRule(
          id: 2,
          kind: .edgeJunctionEdge,
          from: low,
          to: side(6, 1, 2),
          via: side(5, 1, 1, 1)
        ),
        NetworkRule(id: 3, kind: .attachment, from: wood, to: fuse),
      ]
    )
    let tier = try #require(definition.domainNetworks[1].tiers.first)
    #expect(tier.validDevices.map { [$0.assetGroup, $0.assetType] } == [[2, 1], [1, 1]])
    let trace = try #require(tier.traceConfiguration)
    #expect(
      trace.traversability.barriers
        == .or([.attribute("Status", .equal, 1), .hasCategory("Protective")])
    )
    #expect(trace.functions.first?.conditions == .attribute("Length", .greaterThan, 1.5))
    #expect(trace.output.assetTypes == [low.assetType])
    #expect(
      definition.networkAttributes[0].assignments == [.init(sourceID: 5, fieldName: "STATUS")]
    )
    let network = try file.network(srid: 25832)
    #expect(network.tables.map(\.fields.count) == [0, 2, 0])
  }

  @Test("What is written reads back equal: by hand, a fixture, and Esri's electric network")
  func roundTrip() throws {
    let electric = try EsriPropertiesTests.electric.get().network
    for file in [
      try read(Self.small.get()), NetworkDefinitionFile(electric),
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
      (#"{"xy": 1e-08, "z": 0.5}"#, CoincidenceTolerance(known: 1e-8, z: 0.5)),
      (#"{"xy": 0}"#, CoincidenceTolerance(known: 0, z: 0.001)),
    ] {
      let start = #""domains": ["#
      let file = try read(
        Self.small.get().replacing(start, with: "\"tolerance\": \(text), \(start)")
      )
      #expect(file.definition.tolerance == tolerance)
      #expect(try read(file.text()).definition == file.definition)
      #expect(try file.network(srid: 4326).coincidenceTolerance == tolerance)
    }
    #expect(try !read(Self.small.get()).text().contains("tolerance"))
  }

  @Test("Damaged files are problems, never a crash")
  func damaged() throws {
    let whole = [UInt8](try Self.small.get().utf8)
    for seed in UInt64(0)..<200 {
      var generator = SeededGenerator(seed: seed)
      var bytes = whole
      for _ in 0..<generator.int(1...4) { bytes = bytes.damaged(&generator, isJSON: true) }
      guard NetworkDefinitionFile.problems(in: bytes).isEmpty else { continue }
      // What has no problems is of use, and keeps its meaning when written.
      let file = try NetworkDefinitionFile(bytes: bytes, named: "file")
      _ = try file.network(srid: nil)
      #expect(try read(file.text()).definition == file.definition, "seed \(seed)")
    }
  }
}
