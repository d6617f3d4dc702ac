import GeoSnap
import GeoSnapTool
import Testing

@Suite("Map sheet")
struct MapSheetTests {
  private let extent = Envelope(minX: 0, minY: 0, maxX: 100, maxY: 60)

  private func report(
    _ index: NetworkIndex,
    at place: Coordinate,
    tolerance: Double,
    kinds: SnapKinds = .ofFeatures,
    enabling: Bool = true
  ) -> SnapReport {
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.kinds = kinds
    settings.syncSourceSettings(with: index.network.base)
    for source in settings.sourceSettings.indices {
      settings.sourceSettings[source].isEnabled = enabling
      for child in settings.sourceSettings[source].childSourceSettings.indices {
        settings.sourceSettings[source].childSourceSettings[child].isEnabled = true
      }
    }
    return SnapReport(
      Snapper(index, settings: settings),
      at: place,
      tolerance: tolerance,
      role: .point,
      editing: nil
    )
  }

  private func sheet(_ index: NetworkIndex, _ report: SnapReport?) -> MapSheet {
    var figure = MapFigure(title: MadeUpNetwork.hostileName, index: index, extent: extent)
    figure.caption = MadeUpNetwork.hostileName
    figure.answer = report.map { MapAnswer($0) }
    return MapSheet(figure: figure)
  }

  @Test("A sheet is one well-formed SVG document that stands alone, whatever the names hold")
  func wellFormed() throws {
    let index = try MadeUpNetwork.small().index()
    let report = report(index, at: Coordinate(x: 20, y: 20), tolerance: 30, enabling: false)
    #expect(!report.refused.isEmpty)
    let svg = sheet(index, report).svg()
    let reader = try SVGReader(svg)
    #expect(reader.elements.first?.name == "svg")
    #expect(reader.elements.first?.attributes["viewBox"] != nil)
    #expect(!reader.elements.contains { $0.name == "b" || $0.name == "script" })
    let shown = MadeUpNetwork.hostileName.replacing("\u{1}", with: "\u{FFFD}")
      .replacing("\u{0}", with: "\u{FFFD}")
    #expect(reader.texts.contains(shown))
    for word in ["href", "url(", "@import", "src="] { #expect(!svg.contains(word), "\(word)") }
    #expect(
      svg.matches(of: /https?:[^"]*/).map { String($0.output) } == ["http://www.w3.org/2000/svg"]
    )
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg == sheet(index, report).svg())
  }

  @Test(
    "The winner is marked by the kind of its place",
    arguments: [
      (SnapKind.lineEnd, Coordinate(x: 0.2, y: 0.3)), (.vertex, Coordinate(x: 50.2, y: 30.2)),
      (.intersection, Coordinate(x: 16.7, y: 10.1)), (.midpoint, Coordinate(x: 75.2, y: 30.2)),
      (.segment, Coordinate(x: 90, y: 30.2)), (.centroid, Coordinate(x: 36.8, y: 42.6)),
      (.boundary, Coordinate(x: 33, y: 39.8)), (.point, Coordinate(x: 20.2, y: 20.1)),
    ]
  )
  func kinds(kind: SnapKind, place: Coordinate) throws {
    let index = try MadeUpNetwork.small().index()
    let report = report(index, at: place, tolerance: 0.6, kinds: SnapKinds(kind))
    #expect(report.match?.place.kind == kind)
    let svg = sheet(index, report).svg()
    // On the map, in the legend and in the list, each on a casing of white.
    #expect(svg.ranges(of: "d=\"\(kind.outline)\" fill=\"none\"").count == 3)
    #expect(svg.contains("Snapped to: \(kind.words)"))
    #expect(try SVGReader(svg).elements.count { $0.name == "circle" } == 2)
  }

  @Test("All kinds have an outline, and those of vertices, edges and middles differ")
  func outlines() {
    for kind in SnapKind.allCases { #expect(kind.outline.hasPrefix("M")) }
    let kinds: [SnapKind] = [.vertex, .intersection, .midpoint, .centroid, .segment]
    #expect(Set(kinds.map(\.outline)).count == kinds.count)
  }

  @Test("Each refused place is told once with its number, those with the same reasons together")
  func refusals() throws {
    let index = try MadeUpNetwork.small().index()
    let report = report(index, at: Coordinate(x: 50, y: 30), tolerance: 9, enabling: false)
    let svg = sheet(index, report).svg()
    let texts = try SVGReader(svg).texts
    let network = report.network
    for refusal in report.refused {
      let title = network.describe(refusal.place).capitalizedFirst
      #expect(texts.count { $0 == title.replacing("  ", with: " ") } == 1, "\(title)")
      #expect(texts.contains(network.remedy(of: refusal)), "\(title)")
    }
    for number in 1...report.refused.count { #expect(texts.contains("\(number)")) }
  }

  @Test("More refusals than a list holds are counted")
  func manyRefusals() throws {
    var network = MadeUpNetwork()
    for number in 0..<50 { network.add(point: 50 + Double(number) * 0.2, 30, to: 1) }
    let index = try network.index()
    let report = report(index, at: Coordinate(x: 50, y: 30), tolerance: 20, enabling: false)
    #expect(report.refused.count == 50)
    let answer = MapAnswer(report)
    #expect(answer.refused.count == 20)
    #expect(answer.untold == 30)
    #expect(sheet(index, report).svg().contains("30 more places are refused"))
  }

  @Test("Badges cover neither each other nor the marks, and stay on the map", arguments: 1...40)
  func badges(seed: UInt64) throws {
    var random = SplitMix(seed)
    let projection = MapProjection(fitting: extent, width: 860, heights: 380...640)
    var answer = MapAnswer(pointer: Coordinate(x: 50, y: 30), tolerance: 5)
    answer.winner = MapAnswer.Note(
      location: Coordinate(x: 51, y: 31),
      kind: .vertex,
      title: "",
      sentences: []
    )
    let spread = seed.isMultiple(of: 2) ? 4.0 : 30
    answer.refused = (0..<20).map { _ in
      MapAnswer.Note(
        location: Coordinate(
          x: 50 + (random.chance() - 0.5) * spread,
          y: 30 + (random.chance() - 0.5) * spread
        ),
        kind: .vertex,
        title: "",
        sentences: []
      )
    }
    let svg = MapBadges(answer, projection).svg
    let pattern =
      /translate\((-?[0-9.]+) (-?[0-9.]+)\)"><rect x="-[0-9.]+" y="-9" width="([0-9.]+)"/
    let boxes = svg.matches(of: pattern).compactMap { match -> Envelope? in
      guard let x = Double(match.output.1), let y = Double(match.output.2),
        let width = Double(match.output.3)
      else { return nil }
      return Envelope(minX: x - width / 2, minY: y - 9, maxX: x + width / 2, maxY: y + 9)
    }
    #expect(!boxes.isEmpty, "seed \(seed)")
    for (number, box) in boxes.enumerated() {
      #expect(box.minX >= 0 && box.maxX <= projection.width, "seed \(seed)")
      #expect(box.minY >= 0 && box.maxY <= projection.height, "seed \(seed)")
      for other in boxes[..<number] { #expect(!box.intersects(other), "seed \(seed)") }
      for note in answer.refused {
        #expect(!box.contains(projection.pixel(note.location)), "seed \(seed)")
      }
      #expect(!box.contains(projection.pixel(answer.pointer)), "seed \(seed)")
    }
    // Every refusal has its number on one of them.
    let numbers = svg.matches(of: />([0-9, \u{2013}]+)</).flatMap { match in
      match.output.1.split(separator: ", ").flatMap { run -> [Int] in
        let ends = run.split(separator: "\u{2013}").compactMap { Int($0) }
        return ends.isEmpty ? [] : Array(ends[0]...ends[ends.count - 1])
      }
    }
    #expect(numbers.sorted() == Array(1...20), "seed \(seed)")
  }

  @Test(
    "Numbers in runs are ranges",
    arguments: [([1], "1"), ([1, 2], "1, 2"), ([1, 2, 3, 7], "1\u{2013}3, 7"), ([2, 4], "2, 4")]
  )
  func runs(numbers: [Int], text: String) { #expect(MapBadges.text(numbers) == text) }

  @Test("Text is broken at spaces, long words inside; nothing is lost", arguments: 1...50)
  func lines(seed: UInt64) {
    var random = SplitMix(seed)
    let words = (0..<20).map { _ in
      String(repeating: "x", count: 1 + Int(random.chance() * random.chance() * 60))
    }
    let lines = MapText.lines(words.joined(separator: " "), ems: 14)
    #expect(lines.allSatisfy { MapText.width($0) <= 14 && !$0.isEmpty }, "seed \(seed)")
    #expect(lines.joined().filter { $0 != " " } == words.joined(), "seed \(seed)")
    // No line could have taken the next word, unless that is broken.
    for (line, next) in zip(lines, lines.dropFirst()) {
      let word = next.prefix { $0 != " " }
      #expect(MapText.width("\(line) \(word)") > 14, "seed \(seed)")
    }
    #expect(MapText.lines("", ems: 14).isEmpty)
    #expect(MapText.lines("\u{6C34}\u{9053}", ems: 0) == ["\u{6C34}", "\u{9053}"])
  }

  @Test("Of more features than a drawing can hold, those that look alike share a mark; all count")
  func thinning() throws {
    var random = SplitMix(3)
    var network = MadeUpNetwork()
    for _ in 0..<60_000 {
      let (x, y) = (random.chance() * 100, random.chance() * 60)
      network.add(to: 0, try MadeUpNetwork.line([(x, y), (x + 0.5, y + 0.4)]))
    }
    network.add(to: 2, try MadeUpNetwork.line([(0, 0), (100, 60)]))
    var figure = MapFigure(title: "", index: try network.index(), extent: extent)
    figure.width = 400
    let drawing = figure.draw()
    #expect(drawing.counts.inView == 60_001)
    #expect(drawing.counts.drawn <= 20_000 && drawing.counts.drawn > 2_000)
    #expect(drawing.counts.drawn + drawing.counts.merged == 60_001)
    #expect(drawing.counts.detail > 0.5)
    #expect(drawing.counts.sentence.contains("share the mark of another within"))
    #expect(drawing.svg.contains("Gas main <tspan fill=\"#6b7280\">60,000<"))
    #expect(drawing.svg.contains("Low-voltage line <tspan fill=\"#6b7280\">1<"))
    #expect(drawing.svg.utf8.count < 1_500_000)
  }

  @Test("Plain tables are drawn by what they hold: points, lines, areas that hide nothing")
  func plainTables() throws {
    var network = MadeUpNetwork()
    let table = MadeUpNetwork.plainTable
    network.add(to: table, try MadeUpNetwork.line([(10, 10), (50, 40), (90, 10)]))
    network.add(point: 20, 50, to: table)
    let svg = sheet(try network.index(), nil).svg()
    // A bent line without filling, on the map and in the legend.
    #expect(svg.ranges(of: "<g fill=\"none\" stroke=\"#c2185b\"").count == 2)
    #expect(svg.ranges(of: "<g fill=\"#c2185b\" stroke=\"#ffffff\"").count == 2)
  }
}
