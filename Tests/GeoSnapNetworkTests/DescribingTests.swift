import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What the library says of a network")
struct DescribingTests {
  private let network: UtilityNetwork

  init() throws { network = try GasFixture.network() }

  private func feature(_ origin: String) throws -> FeatureID {
    try #require(network.features(origin: origin).first)
  }

  @Test("A network as opened and one with edits say the same of all that is in them")
  func both() throws {
    let edited = EditedNetwork(network)
    edited.forEachFeature { feature in
      #expect(network.describe(feature) == edited.describe(feature))
      #expect(network.identifier(of: feature) == edited.identifier(of: feature))
      #expect(network.attributes(of: feature) == edited.attributes(of: feature))
      #expect(network.key(of: feature) == edited.key(of: feature))
      #expect(network.key(of: feature).flatMap { network.feature($0) } == feature)
      #expect(network.assetTypeID(of: feature) == edited.assetTypeID(of: feature))
    }
    for association in network.associations {
      #expect(network.describe(association) == edited.describe(association))
    }
    for rule in network.rules { #expect(network.describe(rule) == edited.describe(rule)) }
  }

  @Test("Features, asset types and rules have their form")
  func forms() throws {
    #expect(network.describe(try feature("pipe/0")) == "Main / PE (PipelineLine, pipe/0)")
    #expect(network.describe(GasFixture.tap) == "PipelineJunction/Fitting/Tap")
    #expect(
      network.definition.assetTypes(path: network.describe(GasFixture.tap)) == [GasFixture.tap]
    )
    let rule = try #require(network.rules.first { $0.id == 1 })
    #expect(
      network.describe(rule)
        == "rule 1 (junctionEdge) joins PipelineJunction/Fitting/Tap and PipelineLine/Main/PE"
    )
    #expect(network.describe(FeatureID(table: 99, row: 0)) == "an unknown feature")
    let beyond = FeatureID(table: Int(try feature("pipe/0").table), row: 1_000)
    #expect(network.describe(beyond) == "a deleted feature of PipelineLine")
  }

  @Test("A path that names several asset types is refused with their codes, one of none with none")
  func assetTypePaths() throws {
    var twice = network.definition
    twice.domainNetworks[1].sources[1].assetGroups[0].assetTypes[1].name = "Tap"
    let error = #expect(throws: AssetTypePathError.self) {
      try twice.assetType(path: "PipelineJunction/Fitting/Tap")
    }
    #expect(
      error?.message
        == "Several asset types are named PipelineJunction/Fitting/Tap: use codes (1/1 or 1/2)."
    )
    #expect(error?.matches == [GasFixture.tap, GasFixture.coupling])
    #expect(error?.localizedDescription == error?.message)
    #expect(error?.failureReason?.hasSuffix(".") == true)
    #expect(error?.recoverySuggestion?.hasSuffix(".") == true)
    let none = #expect(throws: AssetTypePathError.self) { try twice.assetType(path: "Pipe") }
    #expect(none?.path == "Pipe" && none?.matches == [])
  }

  @Test("All features and all associations of one are had through either kind of network")
  func all() throws {
    func check(_ network: some NetworkReading) throws {
      let features = network.features
      #expect(features.count == self.network.featureCount && Set(features).count == features.count)
      #expect(features.allSatisfy { network.contains($0) })
      let named = Set(features.flatMap { network.associations(of: $0) }.map(\.globalID))
      #expect(named == Set(self.network.associations.map(\.globalID)))
    }
    try check(network)
    try check(EditedNetwork(network))
    let id = try #require(network.globalID(of: try feature("pipe/0")))
    let commit = try EditedNetwork(network).committing(
      NetworkTransaction("", [.deleteFeature(.globalID(id))])
    )
    let pipe = try feature("pipe/0")
    #expect(commit.after.features == network.features.filter { $0 != pipe })
  }

  @Test("A warning of a trace is told by its sentence")
  func warnings() throws {
    let json = #"{"code": "startIgnored", "message": "A start is of no part of the graph."}"#
    let warning = try JSONDecoder().decode(TraceWarning.self, from: Data(json.utf8))
    #expect("\(warning)" == "A start is of no part of the graph.")
  }

  @Test("An association is told with both ends, and one finds what is at the other")
  func associations() throws {
    for association in network.associations {
      let ends = [association.from, association.to]
      let features = try ends.map { try #require(network.feature(globalID: $0.globalID)) }
      for feature in features {
        #expect(network.describe(association).contains(network.describe(feature)))
      }
      #expect(network.feature(across: association, from: features[0]) == features[1])
      #expect(network.feature(across: association, from: features[1]) == features[0])
      let stranger = try feature("pipe/0")
      if !features.contains(stranger) {
        #expect(network.feature(across: association, from: stranger) == nil)
      }
    }
    let containment = try #require(network.associations.first { $0.kind == .containment })
    #expect(network.describe(containment).contains(" contains "))
    let missing = Association.End(sourceID: 1, globalID: GlobalID(high: 1, low: 2))
    #expect(network.describe(missing).hasPrefix("a missing feature"))
  }

  @Test("A commit is told by its name, its edits and what it touched")
  func commit() throws {
    let edited = EditedNetwork(network)
    let key = try #require(network.key(of: try feature("sink/0")))
    let move = try edited.committing(
      NetworkTransaction("Rename the meter", [.setOrigin(key, "meter/1")])
    )
    #expect(edited.describe(move) == "Rename the meter: 1 edit, 1 feature touched")
    let again = try move.after.committing(NetworkTransaction("", [.setOrigin(key, "meter/1")]))
    #expect(move.after.describe(again) == "nothing to change")
  }
}
