import GeoSnap
import GeoSnapTestSupport
import GeoSnapTopology
import Testing

@Suite struct NetworkElementTests {
  private let network: UtilityNetwork
  // The sources of a random connected network.
  private let device = 5
  private let junction = 6
  private let line = 7

  init() throws {
    var generator = SeededGenerator(seed: 3)
    network = try RandomConnectedNetwork(size: 200, using: &generator).network()
  }

  private func feature(_ source: Int, _ type: Int) throws -> (FeatureID, GlobalID) {
    let table = try #require(network.table(sourceID: source))
    let row = try #require(network.tables[table].assetTypes.firstIndex(of: Int32(type)))
    return (FeatureID(table: table, row: row), try #require(network.tables[table].globalIDs[row]))
  }

  private func type(_ source: Int, _ type: Int) -> AssetTypeID { AssetTypeID(source, 1, type) }

  @Test("A device stands for all of its terminals, or for the one that is asked for")
  func allTerminalsOrOne() throws {
    // Of its configuration: "In" is 4, "Out" is 7.
    let (feature, globalID) = try feature(device, 2)
    let all = try network.makeElement(feature: feature)
    #expect(all.feature == feature && all.globalID == globalID)
    #expect(all.assetType == type(device, 2))
    #expect(all.terminal == nil && all.positions == nil)
    let one = try network.makeElement(feature: feature, terminal: 7)
    #expect(one.terminal?.name == "Out" && one.positions == nil)
    #expect(
      try network.makeElement(assetType: type(device, 2), globalID: globalID, terminal: 7) == one
    )
    #expect(try network.makeElement(assetType: type(device, 2), globalID: globalID) == all)
  }

  @Test("A junction without named terminals has terminal 1")
  func plainJunction() throws {
    let (feature, _) = try feature(junction, 1)
    let element = try network.makeElement(feature: feature, terminal: 1)
    #expect(element.terminal == nil && element.positions == nil)
    #expect(try element == network.makeElement(feature: feature))
  }

  @Test("A line stands for all of its length")
  func wholeLine() throws {
    let (feature, globalID) = try feature(line, 1)
    let element = try network.makeElement(assetType: type(line, 1), globalID: globalID)
    #expect(element.feature == feature && element.terminal == nil)
    #expect(element.positions == 0...1)
  }

  private func error(
    _ element: @autoclosure () throws -> NetworkElement
  ) throws -> NetworkElementError {
    try #require(throws: NetworkElementError.self) { try element() }
  }

  @Test("A terminal that is not there is named with those that are")
  func unknownTerminal() throws {
    for (source, type, terminal, text) in [
      (device, 2, 1, "4 In and 7 Out"), (junction, 1, 2, "only terminal is 1"),
      (line, 1, 1, "have no terminals"),
    ] {
      let (feature, _) = try feature(source, type)
      let error = try error(network.makeElement(feature: feature, terminal: terminal))
      #expect(error.code == .unknownTerminal && error.message.contains(text))
    }
  }

  @Test("A global id that no feature has, and one of another asset type, are told apart")
  func wrongFeature() throws {
    let (_, id) = try feature(junction, 1)
    let none = GlobalID(high: 1, low: 1)
    let unknown = try error(network.makeElement(assetType: type(junction, 1), globalID: none))
    #expect(unknown.code == .unknownFeature)
    let other = try error(network.makeElement(assetType: type(junction, 2), globalID: id))
    #expect(other.code == .otherAssetType)
    #expect(other.message.contains("Junction 1") && other.message.contains("Junction 2"))
  }

  @Test("A row of a plain table is no element")
  func plainTable() throws {
    var notes = FeatureTable(name: "Notes", sourceID: nil, geometryType: nil)
    notes.append(Feature(rowID: 17, globalID: nil, geometry: nil))
    let network = try network.with(tables: network.tables + [notes])
    let table = try #require(network.tables.firstIndex { $0.name == "Notes" })
    let error = try error(network.makeElement(feature: FeatureID(table: table, row: 0)))
    #expect(error.code == .notInNetwork)
    #expect(error.message.contains("17") && error.message.contains("Notes"))
  }
}
