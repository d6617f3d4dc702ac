import GeoSnap
import GeoSnapTool
import Testing

@Suite("Map figure")
struct MapFigureTests {
  private let extent = Envelope(minX: 0, minY: 0, maxX: 100, maxY: 60)

  @Test("Every feature in view is drawn, merged or hidden, and counted", arguments: 1...12)
  func everyFeatureIsCounted(seed: UInt64) throws {
    var random = SplitMix(seed)
    var network = MadeUpNetwork()
    let count = seed < 10 ? 400 : 4000
    for _ in 0..<count {
      // Half of the features crowd in a corner smaller than a few pixels.
      let spread = random.chance() < 0.5 ? 0.3 : 300
      let x = random.chance() * spread - spread / 4
      let y = random.chance() * spread - spread / 4
      switch random.next() % 3 {
      case 0:
        network.add(point: x, y, to: 1)
      case 1:
        network.add(point: x, y, to: MadeUpNetwork.plainTable)
      default:
        let end = (x + random.chance() * 20, y + random.chance() * 20)
        let line = try MadeUpNetwork.line([(x, y), (x, y), end])
        network.add(to: 0, line)
      }
    }
    var figure = MapFigure(title: "Seed \(seed)", index: try network.index(), extent: extent)
    if seed.isMultiple(of: 3) { figure.tables = [0, 1] }
    let shown = MapProjection(
      fitting: extent,
      width: 860,
      heights: 378...641
    ).extent

    let drawing = figure.draw()
    let counts = drawing.counts
    let corners = [
      Coordinate(x: shown.minX, y: shown.minY), Coordinate(x: shown.maxX, y: shown.minY),
      Coordinate(x: shown.maxX, y: shown.maxY), Coordinate(x: shown.minX, y: shown.maxY),
      Coordinate(x: shown.minX, y: shown.minY),
    ]
    let page = Geometry.polygon(try Polygon(rings: [CoordinateSequence(corners)]))
    let visible = try figure.network.base.tables.flatMap(\.geometries).count {
      try $0?.distance(to: page) == 0
    }
    #expect(counts.inView == visible, "seed \(seed)")
    #expect(counts.drawn + counts.merged + counts.hidden == counts.inView, "seed \(seed)")
    #expect(counts.merged > 0, "seed \(seed)")
    #expect((counts.hidden > 0) == (figure.tables != nil), "seed \(seed)")
    // Small figures name each drawn feature; large ones have no names.
    let names = drawing.svg.matches(of: /<title>/).count - 1
    #expect(names == (counts.drawn <= 1500 ? counts.drawn : 0), "seed \(seed)")
  }

  @Test("Points of one class on the same half pixel share a mark, of two classes they do not")
  func merging() throws {
    var network = MadeUpNetwork()
    for _ in 0..<3 { network.add(point: 50, 30, to: 1) }
    network.add(point: 50, 30, to: MadeUpNetwork.plainTable)
    network.add(point: 51, 30, to: 1)
    let counts = MapFigure(title: "", index: try network.index(), extent: extent).draw().counts
    #expect(counts == MapCounts(inView: 5, drawn: 3, merged: 2))
    #expect(
      counts.sentence
        == "5 features in view, 3 drawn; 2 share the mark of another on the same half pixel."
    )
  }

  @Test("The legend lists each class in view once with its count, merged features included")
  func legend() throws {
    var network = try MadeUpNetwork.small()
    network.add(point: 60, 50, to: 1)
    network.add(point: 5000, 5000, to: 1)
    let svg = MapFigure(title: "", index: try network.index(), extent: extent).draw().svg
    for row in [
      "Gas main <tspan fill=\"#6b7280\">1<", "Gas service <tspan fill=\"#6b7280\">1<",
      "Gas customer <tspan fill=\"#6b7280\">2<", "Gas device <tspan fill=\"#6b7280\">1<",
      "Low-voltage line <tspan fill=\"#6b7280\">1<",
      "Medium-voltage line <tspan fill=\"#6b7280\">1<",
      "Station or cabinet <tspan fill=\"#6b7280\">1<",
    ] {
      #expect(svg.ranges(of: row).count == 1, "\(row)")
    }
    #expect(!svg.contains("Connectivity"))
  }

  @Test("Behaviours have the colours of the samples, 3 points wide: green dashes, orange, red dots")
  func behaviors() throws {
    var figure = MapFigure(
      title: "",
      index: try MadeUpNetwork.small().index(),
      extent: extent
    )
    figure.snapBehaviors = [
      MapSubtype(table: 0, assetGroup: 1): .allowed,
      MapSubtype(table: 0, assetGroup: 2): .limited,
      MapSubtype(table: 2, assetGroup: 1): .prevented,
    ]
    let svg = figure.draw().svg
    let look = "stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
    #expect(svg.contains("stroke=\"#1a9641\" \(look) stroke-dasharray=\"9 6\">\n<path"))
    #expect(svg.contains("stroke=\"#f58a07\" \(look)>\n<path"))
    #expect(svg.contains("stroke=\"#d7191c\" \(look) stroke-dasharray=\"0 7\">\n<path"))
    // The other five features are there, in grey.
    #expect(svg.contains("No snap source <tspan fill=\"#6b7280\">5<"))
    #expect(figure.draw().counts.drawn == 8)
  }

  @Test("Associations are green for attachment and red for connectivity; outside is not counted")
  func associations() throws {
    var figure = MapFigure(title: "", index: try MadeUpNetwork().index(), extent: extent)
    let inside = try MadeUpNetwork.line([(10, 10), (20, 20)])
    let outside = try MadeUpNetwork.line([(1000, 1000), (1100, 1000)])
    figure.associations = [
      MapAssociation(kind: .attachment, geometry: inside),
      MapAssociation(kind: .connectivity, geometry: inside),
      MapAssociation(kind: .junctionMidspanConnectivity, geometry: inside),
      MapAssociation(kind: .connectivity, geometry: outside),
    ]
    let svg = figure.draw().svg
    let dots = "stroke-width=\"4\" stroke-linecap=\"round\" stroke-dasharray=\"0 7\"/>"
    // Once on the map, once in the legend.
    #expect(svg.ranges(of: "stroke=\"#1a9641\" \(dots)").count == 2)
    #expect(svg.ranges(of: "stroke=\"#d7191c\" \(dots)").count == 2)
    #expect(svg.contains("Attachment <tspan fill=\"#6b7280\">1<"))
    #expect(svg.contains("Connectivity <tspan fill=\"#6b7280\">2<"))
  }

  @Test("A town of 50,000 features stays below three megabytes")
  func size() throws {
    var random = SplitMix(7)
    var network = MadeUpNetwork()
    for index in 0..<25_000 {
      let x = random.chance() * 2000
      let y = random.chance() * 1500
      network.add(to: 0, origin: "pipe/\(index)", try MadeUpNetwork.line([(x, y), (x + 9, y + 7)]))
      network.add(point: x, y, to: 1)
    }
    let figure = MapFigure(
      title: "",
      index: try network.index(),
      extent: Envelope(minX: 0, minY: 0, maxX: 2000, maxY: 1500)
    )
    let drawing = figure.draw()
    #expect(drawing.svg.utf8.count < 3_000_000)
    #expect(drawing.counts.inView == 50_000)
  }
}

/// A small generator that gives the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to 1.
  mutating func chance() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
