import Foundation
import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Snap report")
struct SnapReportTests {
  private typealias Object = [String: Any]

  private func read(_ report: SnapReport) throws -> Object {
    let data = try JSONEncoder().encode(report.json)
    return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
  }

  private func report(_ snapper: Snapper, _ x: Double, _ y: Double, _ tolerance: Double)
    throws -> SnapReport
  {
    try SnapReport(
      snapper,
      at: Coordinate(x: x, y: y),
      tolerance: tolerance,
      role: .point,
      editing: nil
    )
  }

  private func settings(_ network: UtilityNetwork, _ rules: SnapRules? = nil) -> SnapSettings {
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.kinds = .ofFeatures
    if let rules {
      settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
      return settings
    }
    settings.syncSourceSettings(with: network)
    settings.enableAllSources()
    return settings
  }

  @Test("An intersection names both lines, each with its part, vertex and fraction")
  func crossing() throws {
    let index = try MadeUpNetwork.small().index()
    let snapper = Snapper(index, settings: settings(index.network.base))
    // The main rises from (0 0) to (50 30) and crosses the cable at y 10.
    let match = try #require(try read(report(snapper, 16.5, 10.2, 1))["match"] as? Object)
    #expect(match["place"] as? String == "intersection")
    #expect(match["kind"] as? String == "intersection")
    let crossing = try #require(match["crossing"] as? Object)
    #expect(
      crossing.keys.sorted() == [
        "assetGroup", "assetType", "fraction", "globalID", "origin", "part", "row", "source",
        "vertex",
      ]
    )
    let sources = [match["source"], crossing["source"]].map { $0 as? String }
    #expect(Set(sources) == ["PipelineLine", "ElectricLine"])
    let cable = sources[1] == "ElectricLine" ? crossing : match
    #expect(abs(try #require(cable["fraction"] as? Double) - 1.0 / 6) < 1e-12)
  }

  @Test("A grid's node belongs to no feature: the keys that name one are null")
  func grid() throws {
    let index = try MadeUpNetwork.small().index()
    var settings = settings(index.network.base)
    settings.kinds = SnapKinds(.grid)
    settings.grid = SnapGrid(spacing: 10)
    let report = try report(Snapper(index, settings: settings), 89, 51, 2)
    let match = try #require(try read(report)["match"] as? Object)
    #expect(match["place"] as? String == "grid")
    #expect(match["location"] as? [Double] == [90, 50])
    for key in ["source", "globalID", "origin", "assetGroup", "assetType", "row", "fraction"] {
      #expect(match[key] is NSNull, "\(key)")
    }
    #expect(report.lines[1].hasPrefix("snapped to grid at 90"))
  }

  @Test("A line that must not meet another: the companion, the triple, and the rule to add")
  func companion() throws {
    let whole = try GasFixture.network()
    // The fixture's coupling joins mains only; now a service may end at one as well.
    let ends = NetworkRule(20, .junctionEdge, GasFixture.coupling, GasFixture.service)
    let network = try whole.with(rules: whole.rules + [ends])
    let rules = try SnapRules(for: GasFixture.coupling, in: network)
    let settings = settings(network, rules)
    let snapper = Snapper(try NetworkIndex(network), settings: settings, rules: rules)
    let document = try read(report(snapper, 20, 10.1, 0.2))
    let refusal = try #require(
      (document["refused"] as? [Object])?.first {
        $0["origin"] as? String == "pipe/0" && $0["place"] as? String == "vertex"
      }
    )
    #expect(refusal["reason"] as? String == "noMeetingRule")
    #expect((refusal["companion"] as? Object)?["origin"] as? String == "pipe/1")
    let (main, coupling) = ("PipelineLine/Main/PE", "PipelineJunction/Fitting/Coupling")
    let service = "PipelineLine/Service/PE"
    let gap = try #require(refusal["gap"] as? Object)
    #expect(gap["assetTypes"] as? [String] == [main, coupling, service])
    #expect(gap["nearestRules"] as? [Int] == [4])
    let remedy = try #require(refusal["remedy"] as? Object)
    #expect(remedy["kind"] as? String == "addRule")
    #expect(remedy["ruleKind"] as? String == "edgeJunctionEdge")
    #expect(
      remedy["sentence"] as? String
        == "Add an edgeJunctionEdge rule for \(main) and \(service) with \(coupling) as via "
        + "to the definition or mapping that `geosnap import` reads: Documentation/Howto-Rules.md says how."
    )
  }

  @Test("Hidden, filtered, out of scale, too far: each has its remedy in words and in keys")
  func switches() throws {
    let index = try MadeUpNetwork.small().index()
    let layer = try #require(
      SnapMap(of: index.network.base).layers.firstIndex { $0.table == "ElectricLine" }
    )
    /// What is advised about the cable of medium voltage, which runs at y 5.
    func remedy(_ change: (inout FeatureLayer, inout SnapSettings) -> Void) throws -> Object {
      var map = SnapMap(of: index.network.base)
      var settings = settings(index.network.base)
      change(&map.layers[layer], &settings)
      let scene = try SnapScene(index, map: map)
      let snapper = Snapper(scene, settings: settings, view: SnapView(scale: 500))
      let refused = try #require(try read(report(snapper, 20, 5.5, 1))["refused"] as? [Object])
      let refusal = try #require(refused.first { $0["source"] as? String == "ElectricLine" })
      return try #require(refusal["remedy"] as? Object)
    }
    func advises(_ kind: String, _ words: String, _ remedy: Object) {
      #expect(remedy["kind"] as? String == kind, "\(remedy)")
      #expect(
        (remedy["sentence"] as? String)?.contains(words) == true || words.isEmpty,
        "\(remedy)"
      )
    }
    advises(
      "show",
      "Show the layer ElectricLine.",
      try remedy { layer, _ in layer.isVisible = false }
    )
    let zoomed = try remedy { layer, _ in
      layer.scaleRange = ScaleRange(minScale: 200, maxScale: 100)
    }
    advises("zoom", "Zoom to between 1:200 and 1:100.", zoomed)
    #expect(zoomed["minScale"] as? Double == 200)
    let farther = try remedy { layer, _ in layer.scaleRange = ScaleRange(maxScale: 1000) }
    advises("zoom", "Zoom out to 1:1000 or farther.", farther)
    let filtered = try remedy { layer, _ in
      layer.filter = .compare(field: "ASSETGROUP", .equal, .integer(1))
    }
    advises("changeFilter", "ElectricLine", filtered)
    let widened = try remedy { _, settings in settings.kindTolerances[.segment] = .mapUnits(0.1) }
    advises("widen", "", widened)
    #expect(widened["tolerance"] as? Double == 0.5)
    advises("resume", "Resume snapping.", try remedy { _, settings in settings.isSuspended = true })
    advises("resume", "", try remedy { _, settings in settings.snapsToFeatures = false })
  }
}
