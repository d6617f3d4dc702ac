import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Rule-based snapping")
struct SnapperTests {
  let index: NetworkIndex

  init() throws { index = try NetworkIndex(GasFixture.network()) }

  private func snapper(
    editing assetType: AssetTypeID? = nil,
    _ change: (inout SnapSettings) -> Void = { _ in }
  ) throws -> Snapper {
    var settings = SnapSettings()
    settings.isEnabled = true
    let rules = try assetType.map { try SnapRules(for: $0, in: index.network.base) }
    if let rules {
      settings.syncSourceSettings(with: index.network.base, rules: rules, enabling: .setFromRules)
    } else {
      settings.syncSourceSettings(with: index.network.base)
      for source in settings.sourceSettings.indices {
        settings.sourceSettings[source].isEnabled = true
        for child in settings.sourceSettings[source].childSourceSettings.indices {
          settings.sourceSettings[source].childSourceSettings[child].isEnabled = true
        }
      }
    }
    change(&settings)
    return Snapper(index, settings: settings, rules: rules)
  }

  private func origin(_ match: SnapMatch?) -> String? {
    guard let feature = match?.place.feature else { return nil }
    return index.network.base.tables[Int(feature.table)].origins[Int(feature.row)]
  }

  @Test("A tap snaps to any vertex of a main, the inner ones included")
  func tapOnMainVertex() throws {
    let match = try snapper(editing: GasFixture.tap)
      .snap(at: GasFixture.c(10.5, 0.5), tolerance: 2)
    #expect(origin(match) == "pipe/0")
    #expect(match?.place.kind == .vertex)
    #expect(match?.place.vertex == 1)
    #expect(match?.place.location == GasFixture.c(10, 0))
    #expect(match?.permission == .rule(1))
    #expect(match?.insertsVertex == false)
  }

  @Test("A tap snaps to a segment of a main, where a vertex must be inserted")
  func tapOnMainSegment() throws {
    let match = try snapper(editing: GasFixture.tap).snap(at: GasFixture.c(5, 0.5), tolerance: 1)
    #expect(match?.place.kind == .segment)
    #expect(match?.place.location == GasFixture.c(5, 0))
    #expect(match?.place.distance == 0.5)
    #expect(match?.insertsVertex == true)
    let length = 10 + 2 * 200.0.squareRoot() + 10
    #expect(abs((match?.place.fraction ?? -1) - 5 / length) < 1e-15)
  }

  @Test("A service's end on a bare main is refused: a tap is needed")
  func serviceOnMain() throws {
    let explanation = try snapper(editing: GasFixture.service)
      .explain(at: GasFixture.c(5, 0.5), tolerance: 1, role: .lineEnd)
    #expect(explanation.match == nil)
    let refusal = try #require(explanation.refused.first { $0.reason == .needsJunction })
    #expect(refusal.fits == [GasFixture.tap])
    #expect(refusal.place.kind == .segment)
  }

  @Test("A service's end snaps to the tap on the main")
  func serviceOnTap() throws {
    let match = try snapper(editing: GasFixture.service)
      .snap(
        at: GasFixture.c(20.3, 10.3),
        tolerance: 1,
        role: .lineEnd,
        editing: index.network.base.features(origin: "pipe/1").first
      )
    #expect(origin(match) == "junction/2")
    #expect(match?.permission == .rule(2))
  }

  @Test("A meter never snaps to a main, wherever it is tried")
  func meterOnMain() throws {
    let snapper = try snapper(editing: GasFixture.meter)
    for step in 0...400 {
      let match = snapper.snap(at: GasFixture.c(Double(step) / 10, 1), tolerance: 12)
      #expect(match.map { origin($0) != "pipe/0" } ?? true)
    }
  }

  @Test("An end-vertex line offers its ends, never its middle")
  func endVertexLine() throws {
    let snapper = try snapper(editing: GasFixture.tap)
    let explanation = snapper.explain(at: GasFixture.c(20.2, 15.3), tolerance: 1)
    #expect(explanation.match == nil)
    #expect(
      explanation.refused.contains { $0.reason == .endVertexOnly && $0.place.kind == .vertex }
    )
    #expect(
      explanation.refused.contains { $0.reason == .endVertexOnly && $0.place.kind == .segment }
    )
    let end = snapper.snap(at: GasFixture.c(20.2, 20), tolerance: 1)
    #expect(origin(end) == "pipe/1")
    #expect(end?.place.vertex == 2)
    #expect(end?.permission == .rule(2))
  }

  @Test("A coupling joins mains by an edge-junction-edge rule")
  func couplingByEdgeJunctionEdge() throws {
    let match = try snapper(editing: GasFixture.coupling).snap(at: GasFixture.c(0, 0), tolerance: 1)
    #expect(match?.permission == .rule(4))
  }

  @Test("Two lines join only when their asset type is the same")
  func lineOnLine() throws {
    let end = try snapper(editing: GasFixture.main)
      .snap(at: GasFixture.c(40.5, 0), tolerance: 1, role: .lineEnd)
    #expect(end?.permission == .sameAssetType)
    let service = try snapper(editing: GasFixture.service)
      .snap(at: GasFixture.c(40.5, 0), tolerance: 1, role: .lineEnd)
    #expect(service == nil)
  }

  @Test("An inner vertex joins only when its own line connects at any vertex")
  func innerVertex() throws {
    let service = try snapper(editing: GasFixture.service)
      .explain(at: GasFixture.c(20, 10), tolerance: 1, role: .innerVertex)
    #expect(service.match == nil)
    #expect(service.refused.contains { $0.reason == .innerVertex })
    let main = try snapper(editing: GasFixture.main)
      .snap(at: GasFixture.c(20, 10.2), tolerance: 1, role: .innerVertex)
    #expect(main != nil)
  }

  @Test("Two junctions are refused even when a junction-junction rule names them")
  func junctionOnJunction() throws {
    let explanation = try snapper(editing: GasFixture.regulator)
      .explain(at: GasFixture.c(62, 0), tolerance: 0.5)
    #expect(explanation.match == nil)
    #expect(explanation.refused.map(\.reason) == [.junctionOnJunction])
  }

  @Test("A prevented source offers nothing however it is enabled")
  func preventedSource() throws {
    let snapper = try snapper(editing: GasFixture.meter) { settings in
      for source in settings.sourceSettings.indices {
        settings.sourceSettings[source].isEnabled = true
      }
    }
    for x in stride(from: -1.0, through: 65, by: 0.5) {
      guard let match = snapper.snap(at: GasFixture.c(x, 0), tolerance: 3) else { continue }
      #expect(match.place.source != "PipelineJunction")
      #expect(match.place.source != "PipelineDevice")
    }
  }

  @Test("A plain source is snapped to without rules once it is switched on")
  func plainSource() throws {
    let off = try snapper(editing: GasFixture.meter).snap(at: GasFixture.c(5, 1), tolerance: 0.5)
    #expect(off == nil)
    let on = try snapper(editing: GasFixture.meter) { settings in
      settings.sourceSettings[settings.sourceSettings.count - 2].isEnabled = true
      settings.sourceSettings[settings.sourceSettings.count - 1].isEnabled = true
    }
    let match = on.snap(at: GasFixture.c(5, 1.2), tolerance: 0.5)
    #expect(match?.permission == .unruled)
    #expect(match?.place.kind == .point)
    let fence = on.snap(at: GasFixture.c(7, -3.2), tolerance: 0.5)
    #expect(fence?.place.kind == .segment)
    #expect(fence?.insertsVertex == false)
  }

  @Test("A child offers candidates only while it and its source are enabled")
  func childAndParent() throws {
    let place = GasFixture.c(5, 0)
    func match(_ source: Bool, _ child: Bool) throws -> SnapMatch? {
      try snapper(editing: GasFixture.tap) { settings in
        for index in settings.sourceSettings.indices
        where settings.sourceSettings[index].name == "PipelineLine" {
          settings.sourceSettings[index].isEnabled = source
          settings.sourceSettings[index].childSourceSettings[0].isEnabled = child
        }
      }.snap(at: place, tolerance: 1)
    }
    #expect(try match(true, true) != nil)
    #expect(try match(true, false) == nil)
    #expect(try match(false, true) == nil)
    #expect(try match(false, false) == nil)
  }

  @Test("Without rules every vertex and segment of every source is allowed")
  func withoutRules() throws {
    let snapper = try snapper()
    #expect(origin(snapper.snap(at: GasFixture.c(20, 15.2), tolerance: 0.5)) == "pipe/1")
    let border = snapper.snap(at: GasFixture.c(58.1, 2), tolerance: 0.5)
    #expect(origin(border) == "station/0")
    #expect(border?.place.kind == .boundary)
    #expect(border?.place.fraction == nil)
    #expect(border?.permission == .unruled)
  }

  @Test("A farther vertex wins over a nearer segment")
  func vertexFirst() throws {
    let match = try snapper().snap(at: GasFixture.c(9, 0), tolerance: 2)
    #expect(match?.place.kind == .vertex)
    #expect(match?.place.location == GasFixture.c(10, 0))
  }

  @Test("The feature being edited is never snapped to")
  func editedFeature() throws {
    let main = try #require(index.network.base.features(origin: "pipe/0").first)
    let match = try snapper(editing: GasFixture.tap)
      .snap(at: GasFixture.c(5, 0), tolerance: 1, editing: main)
    #expect(match == nil)
  }

  @Test("Snapping that is off, a negative and a NaN tolerance find nothing")
  func nothing() throws {
    let place = GasFixture.c(5, 0)
    #expect(try snapper { $0.isEnabled = false }.snap(at: place, tolerance: 5) == nil)
    #expect(try snapper { $0.snapsToFeatures = false }.snap(at: place, tolerance: 5) == nil)
    #expect(try snapper().snap(at: place, tolerance: -1) == nil)
    #expect(try snapper().snap(at: place, tolerance: .nan) == nil)
    #expect(try snapper().snap(at: GasFixture.c(.nan, 0), tolerance: 5) == nil)
  }

  @Test("Explaining finds the same winner as snapping")
  func explainAgrees() throws {
    for type in [GasFixture.tap, GasFixture.coupling, GasFixture.meter, GasFixture.regulator] {
      let snapper = try snapper(editing: type)
      for x in stride(from: -2.0, through: 66, by: 0.7) {
        let place = GasFixture.c(x, x / 5)
        #expect(
          snapper.explain(at: place, tolerance: 4).match == snapper.snap(at: place, tolerance: 4)
        )
      }
    }
  }

  @Test("A role that the asset type cannot have is the programmer's error")
  func wrongRole() async {
    await #expect(processExitsWith: .failure) {
      let index = try NetworkIndex(GasFixture.network())
      let rules = try SnapRules(for: GasFixture.tap, in: index.network.base)
      var settings = SnapSettings()
      settings.isEnabled = true
      _ = Snapper(index, settings: settings, rules: rules)
        .snap(at: GasFixture.c(0, 0), tolerance: 1, role: .lineEnd)
    }
  }
}
