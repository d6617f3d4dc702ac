import GeoSnap
import GeoSnapTestSupport
import Testing

/// What else keeps vertices where they are stands in Tests/Transcripts/Snapping.
@Suite("Why vertices stay")
struct ConformReasonTests {
  /// A network of one plain line from 0 0 to 100 0 with a vertex at 50 0, heights 10 to 20.
  private func snapper() throws -> Snapper {
    let pipes = try FeatureTable("pipes", ["LINESTRING Z (0 0 10, 50 0 15, 100 0 20)"])
    let index = try NetworkIndex(.plain(pipes))
    return Snapper(index, settings: SnapSettings(on: index.network.base))
  }

  private func conform(_ texts: String...) async throws -> [ConformedFeature] {
    try await Conformer(try snapper(), tolerance: 2).conform(texts.map { try wkt($0) })
  }

  private func reasons(_ feature: ConformedFeature) -> [String] {
    feature.outcomes.map {
      switch $0 {
      case .moved: "moved"
      case .kept(let reason): reason.name
      case .held: "held"
      }
    }
  }

  @Test("Heights come from the network where there are some on both sides")
  func heights() async throws {
    let features = try await conform(
      "POINT Z (10 1 3)",
      "POINT (10 1)",
      "LINESTRING Z (20 1 3, 20 5 4)",
      "POINT Z (50 0 15)",
      "POINT Z (50 0 3)"
    )
    #expect(
      features.map(\.geometry?.wkt) == [
        "POINT Z (10 0 11)", "POINT (10 0)", "LINESTRING Z (20 0 12, 20 5 4)", "POINT Z (50 0 15)",
        "POINT Z (50 0 15)",
      ]
    )
    #expect(features[3...].map(reasons) == [["alreadyThere"], ["moved"]])
  }

  @Test("Features without geometry and empty ones pass")
  func empty() async throws {
    let texts = ["POINT EMPTY", "LINESTRING EMPTY", "MULTIPOINT EMPTY", "MULTILINESTRING EMPTY"]
    let geometries: [Geometry?] = [nil] + (try texts.map { try wkt($0) })
    let conformer = try Conformer(try snapper(), tolerance: 2)
    let features = try await conformer.conform(geometries)
    #expect(features.map(\.geometry) == geometries && features[0].reason == .noGeometry)
    #expect(try await conformer.conform([]).isEmpty)
  }

  @Test("Zeros of either sign are one coordinate")
  func signedZero() async throws {
    let features = try await conform(
      "POLYGON ((-0 1, 20 30, 20 40, -0 1))",
      "POINT (0 1)",
      "POINT (-0 1)"
    )
    #expect(reasons(features[1]) == ["sharedConflict"])
    #expect(reasons(features[2]) == ["sharedConflict"])
  }

  @Test("A short line of very many vertices is decided in few rounds")
  func scribble() async throws {
    // 20,000 vertices that go to and fro, over less than the tolerance in all.
    let places = (0..<20_000).map { number in
      Coordinate(x: 20 + 9e-5 * Double(number), y: 1 + (number.isMultiple(of: 2) ? 0 : 1e-5))
    }
    let line = Geometry.lineString(try LineString(CoordinateSequence(places)))
    let feature = try await Conformer(try snapper(), tolerance: 2).conform([line])[0]
    let now = try #require(feature.geometry).coordinates
    #expect(zip(now, now.dropFirst()).allSatisfy { $0 != $1 })
    let length = zip(now, now.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    let before = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    #expect(length >= min(2, before))
  }
}
