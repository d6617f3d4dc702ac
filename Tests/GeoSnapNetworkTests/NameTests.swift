import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Names of features, and finding them by what they have")
struct NameTests {
  private func network() throws -> EditedNetwork {
    var source = RandomTransaction(seed: 3)
    return EditedNetwork(try EditingNetwork.make(rows: 4, using: &source.generator))
  }

  @Test("A feature is described by its type, its name, its table and where it came from")
  func describes() throws {
    let network = try network()
    let table = try #require(network.table(named: "Device"))
    let device = FeatureID(table: table, row: 1)
    let key = try #require(network.key(of: device))
    let named = try network.after(
      .setAttributes(key, ["NAME": .text("M 17")]),
      .setOrigin(key, "pipe/12"),
      .setAssetType(key, assetGroup: 1, assetType: 2)
    )
    #expect(named.name(of: device) == "M 17")
    #expect(named.describe(device) == "Group / Type 2, M 17 (Device, pipe/12)")
    let bare = try named.after(.setAttributes(key, ["NAME": .null]), .setOrigin(key, nil))
    #expect(bare.name(of: device) == nil)
    let id = try #require(bare.globalID(of: device))
    #expect(bare.describe(device) == "Group / Type 2 (Device, \(id))")
    let gone = try bare.after(.deleteFeature(key))
    #expect(gone.name(of: device) == nil)
    #expect(gone.describe(device) == "a deleted feature of Device")
  }

  @Test("The field that a definition names comes first, where the table has it; it is kept in JSON")
  func displayField() throws {
    func fields(_ names: [String], display: String?) throws -> String? {
      var definition = GasFixture.definition
      let domain = try #require(definition.domainNetworks.firstIndex { !$0.isStructureNetwork })
      definition.domainNetworks[domain].sources[0].displayField = display
      let json = try JSONEncoder().encode(definition)
      let read = try JSONDecoder().decode(NetworkDefinition.self, from: json)
      #expect(read.domainNetworks[domain].sources[0].displayField == display)
      let source = read.domainNetworks[domain].sources[0]
      let table = FeatureTable(
        name: source.name,
        sourceID: source.sourceID,
        geometryType: nil,
        fields: names.map { AttributeField($0, .text) }
      )
      let network = try UtilityNetwork(definition: read, srid: nil, tables: [table])
      return network.nameField(table: 0).map { names[$0] }
    }
    #expect(try fields(["ID", "NAME", "ASSETID"], display: "assetid") == "ASSETID")
    #expect(try fields(["ID", "NAME"], display: "assetid") == "NAME")
    #expect(try fields(["ID", "LABEL"], display: nil) == "LABEL")
    #expect(try fields(["MATERIAL"], display: nil) == nil)
  }

  @Test("Features are found by asset type and by a value, as edits have left them")
  func found() throws {
    let network = try network()
    let table = try #require(network.table(named: "Line"))
    for type in 1...3 {
      let id = AssetTypeID(sourceID: 9, assetGroup: 1, assetType: type)
      let expected = network.features(table: table).filter { network.assetTypeID(of: $0) == id }
      #expect(network.features(ofAssetType: id) == expected)
    }
    let unknown = AssetTypeID(sourceID: 9, assetGroup: 7, assetType: 1)
    #expect(network.features(ofAssetType: unknown).isEmpty)
    let device = FeatureID(table: try #require(network.table(named: "Device")), row: 0)
    let key = try #require(network.key(of: device))
    let edited = try network.after(.setAttributes(key, ["NAME": .text("only one")]))
    #expect(edited.features(where: "name") { $0 == .text("only one") } == [device])
    #expect(network.features(where: "NAME") { $0 == .text("only one") }.isEmpty)
    #expect(network.features(where: "no such field") { _ in true }.isEmpty)
  }
}
