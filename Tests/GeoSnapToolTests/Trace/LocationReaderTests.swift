import GeoSnap
import GeoSnapTool
import Testing

/// Where a location on a link lies exactly; the transcript `Trace/locations.console` has all else.
@Suite("Locations on the command line")
struct LocationReaderTests {
  private let water: Topology
  private let reader: LocationReader

  init() throws {
    water = try ImportedExample.water().topology()
    reader = LocationReader(topology: water)
  }

  private func parts(_ origin: String) throws -> [(line: FeatureID, length: Double)] {
    try reader.features(origin).filter { !water.edges(of: $0).isEmpty }
      .map { ($0, water.network.geometry(of: $0)?.length ?? 0) }
  }

  @Test("A fraction runs over all parts of a divided link, from its first end")
  func fractions() throws {
    let parts = try parts("origin:link/335")
    try #require(parts.count == 2)
    let total = parts[0].length + parts[1].length
    #expect(
      try reader.locations("origin:link/335@0")
        == [TraceLocation(parts[0].line, fractionAlongEdge: 0)]
    )
    #expect(
      try reader.locations("origin:link/335@1")
        == [TraceLocation(parts[1].line, fractionAlongEdge: 1)]
    )
    for fraction in [0.1, 0.3, 0.49, 0.75, 0.9] {
      let location = try #require(try reader.locations("origin:link/335@\(fraction)").first)
      let part = try #require(parts.firstIndex { $0.line == location.feature })
      let along = (location.fractionAlongEdge ?? -1) * parts[part].length
      #expect(
        abs(along + (part == 1 ? parts[0].length : 0) - fraction * total) < 1e-9 * total,
        "\(fraction)"
      )
    }
  }

  @Test("Without a fraction a divided link is the middle of its longest part, beside its device")
  func longestPart() throws {
    let locations = try reader.locations("origin:link/335")
    let lines = locations.filter { !water.edges(of: $0.feature).isEmpty }
    #expect(lines.count == 1 && locations.count == 2)
    let parts = try parts("origin:link/335")
    #expect(lines.first?.feature == parts.max { $0.length < $1.length }?.line)
  }
}
