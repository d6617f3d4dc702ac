import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Map figure")
struct MapFigureTests {
  @Test("Every feature in view is drawn or merged, and counted", arguments: seeds(12))
  func everyFeatureIsCounted(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var network = MadeUpNetwork()
    for _ in 0..<(seed < 10 ? 400 : 4000) {
      // Half of the features crowd in a corner smaller than a few pixels.
      let spread = random.oneIn(2) ? 0.3 : 300
      let place = random.place(around: spread / 4, spread / 4, spread, spread)
      switch random.int(0...2) {
      case 0: network.add(point: place.x, place.y, to: 1)
      case 1: network.add(point: place.x, place.y, to: MadeUpNetwork.plainTable)
      default:
        let (x, y) = (place.x, place.y)
        let end = (x + random.chance() * 20, y + random.chance() * 20)
        network.add(to: 0, try MadeUpNetwork.line([(x, y), (x, y), end]))
      }
    }
    let figure = try network.figure()
    let drawing = figure.draw()
    let counts = drawing.counts
    let shown = MapProjection(fitting: MadeUpNetwork.extent, width: 860, heights: 378...641).extent
    let corners = [
      (shown.minX, shown.minY), (shown.maxX, shown.minY), (shown.maxX, shown.maxY),
      (shown.minX, shown.maxY), (shown.minX, shown.minY),
    ]
    let ring = try MadeUpNetwork.line(corners).coordinates
    let page = Geometry.polygon(try Polygon(rings: [CoordinateSequence(Array(ring))]))
    let visible = try figure.network.base.tables.flatMap(\.geometries).count {
      try $0?.distance(to: page) == 0
    }
    #expect(counts.inView == visible, "seed \(seed)")
    #expect(counts.drawn + counts.merged == counts.inView, "seed \(seed)")
    #expect(counts.merged > 0, "seed \(seed)")
    // Small figures name each drawn feature; large ones have no names.
    let names = drawing.svg.matches(of: /<title>/).count - 1
    #expect(names == (counts.drawn <= 1500 ? counts.drawn : 0), "seed \(seed)")
  }

  @Test("Of more features than a drawing can hold, those that look alike share a mark; all count")
  func thinning() throws {
    var random = SeededGenerator(seed: 3)
    var network = MadeUpNetwork()
    for _ in 0..<60_000 {
      let (x, y) = (random.chance() * 100, random.chance() * 60)
      network.add(to: 0, try MadeUpNetwork.line([(x, y), (x + 0.5, y + 0.4)]))
    }
    network.add(to: 2, try MadeUpNetwork.line([(0, 0), (100, 60)]))
    var figure = try network.figure()
    figure.width = 400
    let drawing = figure.draw()
    let counts = drawing.counts
    #expect(counts.inView == 60_001 && counts.drawn + counts.merged == 60_001)
    #expect(counts.drawn <= 20_000 && counts.drawn > 2_000 && counts.detail > 0.5)
    #expect(counts.sentence.contains("share the mark of another within"))
    #expect(drawing.svg.contains("Gas main <tspan fill=\"#6b7280\">60,000<"))
    #expect(drawing.svg.contains("Low-voltage line <tspan fill=\"#6b7280\">1<"))
    #expect(drawing.svg.utf8.count < 1_500_000)
  }

  private func fullFigure() throws -> MapFigure {
    let (name, place) = (MadeUpNetwork.hostileName, Coordinate(x: 50, y: 30))
    var figure = try MadeUpNetwork.small().figure()
    (figure.title, figure.caption, figure.unit) = (name, name, name)
    figure.associations = AssociationKind.allCases.map {
      MapAssociation(kind: $0, geometry: .point(Point(x: 10, y: 10)))
    }
    figure.containerBox = Envelope(minX: 20, minY: 20, maxX: 40, maxY: 40)
    figure.markers = MapMarker.Kind.allCases.map { MapMarker($0, at: place, label: name) }
    let words = [name, name]
    let note = MapAnswer.Note(location: place, kind: .vertex, title: name, sentences: words)
    var answer = MapAnswer(pointer: place, tolerance: 5)
    (answer.winner, answer.refused, answer.untold) = (note, [note], 1)
    figure.answer = answer
    figure.lists = [MapList(title: name, rows: [MapList.ListRow(label: name, detail: name)])]
    figure.snapBehaviors = [
      MapSubtype(table: 0, assetGroup: 1): .limited,
      MapSubtype(table: 2, assetGroup: 1): .prevented,
      MapSubtype(table: MadeUpNetwork.plainTable, assetGroup: 0): .allowed,
    ]
    return figure
  }

  @Test("A sheet is well formed whatever the names hold, and fetches nothing")
  func wellFormed() throws {
    #expect(throws: Failure.self, "A network without places has no picture") {
      var figure = MapFigure(answer: "", of: try MadeUpNetwork().index(), named: "net")
      try figure.fit()
    }
    let document = try MapSheet(figure: fullFigure()).svg()
    #expect(
      try MapSheet(figure: fullFigure()).svg() == document,
      "The same figure gives the same text"
    )
    let reader = try SVGReader(document)
    // No part of a name became an element.
    #expect(!reader.elements.contains { ["b", "script"].contains($0.name) })
    #expect(reader.texts.contains(MadeUpNetwork.shownName))
    #expect(reader.texts.contains("PipelineLine \u{B7} Service \u{B7} Any \u{B7} pipe/<1>"))
    for word in ["<script", "src=", "href=", "url(", "@import"] {
      #expect(!document.contains(word), "\(word)")
    }
    let addresses = Set(document.matches(of: /https?:\/\/([^"\/]*)/).map(\.output.1))
    #expect(addresses == ["www.w3.org"])
    for (row, count) in [("No snap source", 5), ("Attachment", 1), ("Connectivity", 4)] {
      #expect(document.contains("\(row) <tspan fill=\"#6b7280\">\(count)<"), "\(row)")
    }
  }
}
