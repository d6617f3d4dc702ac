import GeoSnap
import GeoSnapTool
import Testing

@Suite("Map trail and lists")
struct MapTrailTests {
  private let extent = Envelope(minX: 0, minY: 0, maxX: 100, maxY: 60)

  private func figure(_ steps: [MapTrail.Step]) throws -> MapFigure {
    var figure = MapFigure(title: "", index: try MadeUpNetwork().index(), extent: extent)
    figure.trail = MapTrail(steps: steps)
    return figure
  }

  private func step(_ x: Double, _ outcome: MapTrail.Outcome) -> MapTrail.Step {
    MapTrail.Step(pointer: Coordinate(x: x, y: 30), outcome: outcome)
  }

  @Test("Each position in view is counted by what became of it")
  func counts() throws {
    let end = Coordinate(x: 50, y: 31)
    let svg = try figure([
      step(49, .snapped(end)), step(51, .snapped(end)), step(52, .refused), step(53, .free),
      step(54, .free), step(55, .free), step(900, .refused),
    ]).draw().svg
    for row in [
      "Positions of the pointer <tspan fill=\"#6b7280\">6<",
      "Snapped, from pointer to dot <tspan fill=\"#6b7280\">2<",
      ">Refused <tspan fill=\"#6b7280\">1<", "Nothing near <tspan fill=\"#6b7280\">3<",
    ] { #expect(svg.contains(row), "\(row)") }
  }

  @Test("A place that many positions snap to is marked once, with a line from each of them")
  func sharedPlace() throws {
    let projection = MapProjection(fitting: extent, width: 860, heights: 380...640)
    let end = Coordinate(x: 50, y: 31)
    let trail = MapTrail(steps: [
      step(48, .snapped(end)), step(49, .snapped(end)), step(51, .snapped(end)),
    ])
    let svg = trail.svg(projection)
    var pixel = "L"
    pixel.append(pixel: projection.pixel(end))
    #expect(svg.ranges(of: pixel).count == 3)
    // On white: two dots for the place.
    #expect(svg.ranges(of: "h0").count == 2)
  }

  @Test("What has no position in view leaves nothing but the stretch of way that crosses it")
  func clipped() throws {
    let projection = MapProjection(fitting: extent, width: 860, heights: 380...640)
    #expect(MapTrail(steps: []).svg(projection).isEmpty)
    let outside = MapTrail(steps: [step(500, .refused), step(501, .free), step(502, .refused)])
    #expect(outside.svg(projection).isEmpty)
    #expect(outside.legendRows(in: projection.extent).isEmpty)
    let across = MapTrail(steps: [step(-500, .refused), step(500, .refused)]).svg(projection)
    #expect(across.ranges(of: "<path").count == 1)
  }

  @Test("A list stands below the legend, its title bold, and makes room for itself")
  func list() throws {
    var figure = try figure([])
    let height = figure.draw().legend.height
    figure.lists = [
      MapList(title: "A & B", rows: [MapList.ListRow(label: "save <it>", detail: "no")])
    ]
    let drawing = figure.draw()
    #expect(drawing.legend.height == height + 44)
    #expect(drawing.svg.contains("font-weight=\"700\">A &amp; B</text>"))
    #expect(drawing.svg.contains("save &lt;it&gt; <tspan fill=\"#6b7280\">no</tspan>"))
  }
}
