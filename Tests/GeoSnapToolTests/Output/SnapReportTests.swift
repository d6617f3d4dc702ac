import Foundation
import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Snap report")
struct SnapReportTests {
  /// The document of a report as a reader of JSON gets it.
  private func read(_ report: SnapReport) throws -> [String: Any] {
    let data = try JSONEncoder().encode(report.json)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func settings(_ network: UtilityNetwork, _ rules: SnapRules?) -> SnapSettings {
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.kinds = .ofFeatures
    if let rules {
      settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
    } else {
      settings.syncSourceSettings(with: network)
      for source in settings.sourceSettings.indices {
        settings.sourceSettings[source].isEnabled = true
        for child in settings.sourceSettings[source].childSourceSettings.indices {
          settings.sourceSettings[source].childSourceSettings[child].isEnabled = true
        }
      }
    }
    return settings
  }

  @Test("An intersection names both lines, each with its part, vertex and fraction")
  func crossing() throws {
    let index = try MadeUpNetwork.small().index()
    let snapper = Snapper(index, settings: settings(index.network.base, nil))
    // The main rises from (0 0) to (50 30) and crosses the cable at y 10.
    let place = Coordinate(x: 16.5, y: 10.2)
    let report = SnapReport(snapper, at: place, tolerance: 1, role: .point, editing: nil)
    let document = try read(report)
    let match = try #require(document["match"] as? [String: Any])
    #expect(match["place"] as? String == "intersection")
    #expect(match["kind"] as? String == "intersection")
    let crossing = try #require(match["crossing"] as? [String: Any])
    #expect(
      Set(crossing.keys) == [
        "source", "globalID", "origin", "assetGroup", "assetType", "row", "part", "vertex",
        "fraction",
      ]
    )
    #expect(
      Set([match["source"], crossing["source"]].compactMap { $0 as? String })
        == ["PipelineLine", "ElectricLine"]
    )
    let cable = crossing["source"] as? String == "ElectricLine" ? crossing : match
    let fraction = try #require(cable["fraction"] as? Double)
    #expect(abs(fraction - 1.0 / 6) < 1e-12)
  }

  @Test("A grid's node belongs to no feature: the keys that name one are null")
  func grid() throws {
    let index = try MadeUpNetwork.small().index()
    var settings = settings(index.network.base, nil)
    settings.kinds = SnapKinds(.grid)
    settings.grid = SnapGrid(spacing: 10)
    let report = SnapReport(
      Snapper(index, settings: settings),
      at: Coordinate(x: 89, y: 51),
      tolerance: 2,
      role: .point,
      editing: nil
    )
    let match = try #require(try read(report)["match"] as? [String: Any])
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
    let network = try UtilityNetwork(
      definition: whole.definition,
      srid: nil,
      tables: whole.tables,
      associations: whole.associations,
      rules: whole.rules + [
        NetworkRule(
          id: 20,
          kind: .junctionEdge,
          from: .init(GasFixture.coupling),
          to: .init(GasFixture.service)
        )
      ]
    )
    let rules = try SnapRules(for: GasFixture.coupling, in: network)
    let snapper = Snapper(
      try NetworkIndex(network),
      settings: settings(network, rules),
      rules: rules
    )
    let report = SnapReport(
      snapper,
      at: Coordinate(x: 20, y: 10.1),
      tolerance: 0.2,
      role: .point,
      editing: nil
    )
    let refused = try #require(try read(report)["refused"] as? [[String: Any]])
    let refusal = try #require(
      refused.first { $0["origin"] as? String == "pipe/0" && $0["place"] as? String == "vertex" }
    )
    #expect(refusal["reason"] as? String == "noMeetingRule")
    let companion = try #require(refusal["companion"] as? [String: Any])
    #expect(companion["origin"] as? String == "pipe/1")
    let triple = [
      "PipelineLine/Main/PE", "PipelineJunction/Fitting/Coupling", "PipelineLine/Service/PE",
    ]
    let gap = try #require(refusal["gap"] as? [String: Any])
    #expect(gap["assetTypes"] as? [String] == triple)
    #expect(gap["nearestRules"] as? [Int] == [4])
    let remedy = try #require(refusal["remedy"] as? [String: Any])
    #expect(remedy["kind"] as? String == "addRule")
    #expect(remedy["ruleKind"] as? String == "edgeJunctionEdge")
    #expect(
      remedy["sentence"] as? String
        == "Add an edgeJunctionEdge rule for \(triple[0]) and \(triple[2]) with \(triple[1]) as via."
    )
  }

  @Test("Hidden, filtered, out of scale, too far: each has its remedy in words and in keys")
  func switches() throws {
    let index = try MadeUpNetwork.small().index()
    // The cable of medium voltage runs at y 5.
    let place = Coordinate(x: 20, y: 5.5)
    func remedy(
      _ change: (inout SnapMap, inout SnapSettings) -> Void
    ) throws -> [String: Any] {
      var map = SnapMap(of: index.network.base)
      var settings = settings(index.network.base, nil)
      change(&map, &settings)
      let report = SnapReport(
        Snapper(try SnapScene(index, map: map), settings: settings, view: SnapView(scale: 500)),
        at: place,
        tolerance: 1,
        role: .point,
        editing: nil
      )
      let refused = try #require(try read(report)["refused"] as? [[String: Any]])
      let refusal = try #require(refused.first { $0["source"] as? String == "ElectricLine" })
      return try #require(refusal["remedy"] as? [String: Any])
    }
    func cable(_ map: SnapMap) throws -> Int {
      try #require(map.layers.firstIndex { $0.table == "ElectricLine" })
    }
    let layer = try cable(SnapMap(of: index.network.base))
    let shown = try remedy { map, _ in map.layers[layer].isVisible = false }
    #expect(shown["kind"] as? String == "show")
    #expect(shown["sentence"] as? String == "Show the layer ElectricLine.")
    let zoomed = try remedy { map, _ in
      map.layers[layer].scaleRange = ScaleRange(minScale: 200, maxScale: 100)
    }
    #expect(zoomed["kind"] as? String == "zoom")
    #expect(zoomed["minScale"] as? Double == 200)
    #expect(zoomed["sentence"] as? String == "Zoom to between 1:200 and 1:100.")
    let farther = try remedy { map, _ in
      map.layers[layer].scaleRange = ScaleRange(maxScale: 1000)
    }
    #expect(farther["sentence"] as? String == "Zoom out to 1:1000 or farther.")
    let filtered = try remedy { map, _ in
      map.layers[layer].filter = .compare(field: "ASSETGROUP", .equal, .integer(1))
    }
    #expect(filtered["kind"] as? String == "changeFilter")
    #expect((filtered["sentence"] as? String)?.contains("ElectricLine") == true)
    let widened = try remedy { _, settings in
      settings.kindTolerances[.segment] = .mapUnits(0.1)
    }
    #expect(widened["kind"] as? String == "widen")
    #expect(widened["tolerance"] as? Double == 0.5)
    let resumed = try remedy { _, settings in settings.isSuspended = true }
    #expect(resumed["kind"] as? String == "resume")
    #expect((resumed["sentence"] as? String)?.contains("suspended") == true)
    let switchedOn = try remedy { _, settings in settings.snapsToFeatures = false }
    #expect(switchedOn["kind"] as? String == "resume")
  }
}
