import GeoSnap
import GeoSnapTestSupport
import Testing

/// What single places answer under the rules stands in Tests/Transcripts/Snapping as well.
@Suite("Rule-based snapping")
struct SnapperTests {
  let index: NetworkIndex

  init() throws { index = try NetworkIndex(GasFixture.network()) }

  private func origin(_ match: SnapMatch?) -> String? {
    (match?.place.feature).flatMap { index.network.base.origin(of: $0) }
  }

  @Test("A tap snaps to a segment of a main, where a vertex must be inserted")
  func tapOnMainSegment() throws {
    let snapper = try Snapper(index, editing: GasFixture.tap)
    let match = try #require(try snapper.snap(at: c(5, 0.5), tolerance: 1))
    #expect(match.text == "segment 5.0 0.0" && match.insertsVertex)
    #expect(match.place.distance == 0.5)
    let length = 10 + 2 * 200.0.squareRoot() + 10
    #expect(abs((match.place.fraction ?? -1) - 5 / length) < 1e-15)
  }

  @Test("An end-vertex line offers its ends, never its middle")
  func endVertexLine() throws {
    let snapper = try Snapper(index, editing: GasFixture.tap)
    let explanation = try snapper.explain(at: c(20.2, 15.3), tolerance: 1)
    #expect(explanation.match == nil)
    let refused = explanation.refused.filter { $0.reason == .endVertexOnly }
    #expect(Set(refused.map(\.place.kind)).isSuperset(of: [.vertex, .segment]))
    let end = try snapper.snap(at: c(20.2, 20), tolerance: 1)
    #expect(origin(end) == "pipe/1" && end?.place.vertex == 2 && end?.permission == .rule(2))
  }

  @Test("The feature being edited, and snapping that is off or without a tolerance, find nothing")
  func nothing() throws {
    let place = c(5, 0)
    let main = try #require(index.network.base.features(origin: "pipe/0").first)
    func snapper(_ change: (inout SnapSettings) -> Void = { _ in }) -> Snapper {
      Snapper(index, settings: SnapSettings(on: index.network.base, change))
    }
    let tap = try Snapper(index, editing: GasFixture.tap)
    #expect(try tap.snap(at: place, tolerance: 1, editing: main) == nil)
    #expect(try snapper { $0.isEnabled = false }.snap(at: place, tolerance: 5) == nil)
    #expect(try snapper { $0.snapsToFeatures = false }.snap(at: place, tolerance: 5) == nil)
    for tolerance in [-1, Double.nan] {
      #expect(try snapper().snap(at: place, tolerance: tolerance) == nil)
    }
    #expect(try snapper().snap(at: c(.nan, 0), tolerance: 5) == nil)
  }

  @Test("Explaining finds the same winner as snapping")
  func explainAgrees() throws {
    for type in [GasFixture.tap, GasFixture.coupling, GasFixture.meter, GasFixture.regulator] {
      let snapper = try Snapper(index, editing: type)
      for x in stride(from: -2.0, through: 66, by: 0.7) {
        let match = try snapper.snap(at: c(x, x / 5), tolerance: 4)
        #expect(try snapper.explain(at: c(x, x / 5), tolerance: 4).match == match)
      }
    }
  }

  @Test("The asset type decides the role; one that it cannot have is refused in a sentence")
  func roles() throws {
    for (type, right, wrong) in [
      (GasFixture.tap, SnapRole.point, SnapRole.lineEnd), (GasFixture.main, .lineEnd, .point),
    ] {
      let snapper = try Snapper(index, editing: type)
      for x in stride(from: -2.0, through: 66, by: 0.7) {
        let place = c(x, x / 5)
        #expect(
          try snapper.snap(at: place, tolerance: 4)
            == snapper.snap(at: place, tolerance: 4, role: right)
        )
      }
      let error = #expect(throws: SnapRuleError.self) {
        try snapper.snap(at: c(0, 0), tolerance: 1, role: wrong)
      }
      #expect(error?.code == .wrongRole)
    }
  }

  @Test("A tolerance in pixels without a view is refused, and needs none while snapping is off")
  func pixels() throws {
    var settings = SnapSettings(on: index.network.base)
    settings.tolerance = .pixels(10)
    let error = #expect(throws: SnapRuleError.self) {
      try Snapper(index, settings: settings).snap(at: c(0, 0))
    }
    #expect(error?.code == .missingView)
    #expect(try Snapper(index, settings: settings).snap(at: c(0, 0), tolerance: 1) != nil)
    settings.isEnabled = false
    #expect(try Snapper(index, settings: settings).snap(at: c(0, 0)) == nil)
  }
}
