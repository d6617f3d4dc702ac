import GeoSnap
import GeoSnapTestSupport
import Testing

/// The engine itself over the asset types of Esri's electric table.
@Suite("Snapping by Esri's electric rule table")
struct ElectricSnapTests {
  private func populated(
    _ types: [RuleTable.Key],
    _ empty: UtilityNetwork
  ) throws -> (network: UtilityNetwork, places: [Coordinate]) {
    var tables = empty.definition.sources.map { FeatureTable($0) }
    var places: [Coordinate] = []
    for (number, type) in types.enumerated() {
      let table = try #require(tables.firstIndex { $0.name == type.source })
      let place = Coordinate(x: Double(number % 25) * 100, y: Double(number / 25) * 100)
      let aside = Coordinate(x: place.x + 10, y: place.y)
      let geometry: Geometry
      switch tables[table].geometryType {
      case .point: geometry = .point(Point(place))
      case .lineString: geometry = .lineString(try LineString([place, aside]))
      default:
        let above = Coordinate(x: place.x, y: place.y + 10)
        geometry = .polygon(try Polygon(rings: [[place, aside, above, place]]))
      }
      let (kind, id) = (AssetTypeID(0, type.group, type.type), UInt64(number + 1))
      tables[table].append(Feature(number + 1, kind, GlobalID(high: 0, low: id), geometry))
      places.append(place)
    }
    return (try UtilityNetwork(empty.definition, tables, rules: empty.rules), places)
  }

  @Test("Over features of all 457 asset types the engine snaps where SQL allows, to its terminals")
  func snaps() throws {
    let table = try ElectricTableTests.table.get()
    let types = try table.assetTypes()
    let (network, places) = try populated(types, ElectricTableTests.network.get())
    let scene = SnapScene(try NetworkIndex(network))
    var (withTerminals, wrong): (Int, [String]) = (0, [])
    for type in Extent.every(40, of: types) {
      let rules = try SnapRules(for: try type.id(in: network), in: network)
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
      let snapper = Snapper(scene, settings: settings, rules: rules)
      let expected = try table.verdicts(for: type)
      let terminals = try table.terminals(for: type)
      let isJunction = rules.elementKind == .junction
      for (other, place) in zip(types, places) {
        let match = try snapper.snap(at: place, tolerance: 1, role: isJunction ? .point : .lineEnd)
        let verdict = try #require(expected[other])
        if (match != nil) != verdict.isAllowed {
          wrong.append("\(type) at \(other): \(verdict) by SQL, snapped: \(match != nil)")
        }
        guard let match else { continue }
        if !match.terminals.isEmpty { withTerminals += 1 }
        // One terminal is no choice: the engine names terminals only where there are several.
        let isChoice = try table.terminalCount(of: isJunction ? type : other) > 1
        let named = isChoice ? terminals[other] ?? [] : []
        if Set(match.terminals.map(\.name)) != named {
          wrong.append("\(type) at \(other): \(named) by SQL, \(match.terminals.map(\.name))")
        }
      }
    }
    #expect(types.count == 457 && withTerminals > 0)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }
}
