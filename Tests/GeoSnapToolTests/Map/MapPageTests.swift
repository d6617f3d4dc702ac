import Foundation
import GeoSnap
import GeoSnapTool
import Testing

@Suite("Map page")
struct MapPageTests {
  private let extent = Envelope(minX: 0, minY: 0, maxX: 100, maxY: 60)

  /// A page that uses everything a figure offers, with names that are markup.
  private func fullPage() throws -> MapPage {
    let name = MadeUpNetwork.hostileName
    var figure = MapFigure(
      title: name,
      caption: name,
      index: try MadeUpNetwork.small().index(),
      extent: extent
    )
    figure.unit = name
    figure.highlights = [FeatureID(table: 0, row: 0), FeatureID(table: 1, row: 0)]
    figure.associations = AssociationKind.allCases.map { kind in
      MapAssociation(kind: kind, geometry: .point(Point(x: 10, y: 10)))
    }
    figure.containerBox = Envelope(minX: 20, minY: 20, maxX: 40, maxY: 40)
    figure.markers = MapMarker.Kind.allCases.map { kind in
      MapMarker(
        kind,
        at: Coordinate(x: 50, y: 30),
        label: name,
        tolerance: 5,
        target: Coordinate(x: 90, y: 50)
      )
    }
    var answer = MapAnswer(pointer: Coordinate(x: 50, y: 30), tolerance: 5)
    let note = MapAnswer.Note(
      location: Coordinate(x: 51, y: 31),
      kind: .vertex,
      title: name,
      sentences: [name, name]
    )
    answer.winner = note
    answer.refused = [note]
    answer.untold = 1
    figure.answer = answer
    figure.lists = [MapList(title: name, rows: [MapList.ListRow(label: name, detail: name)])]
    figure.trail = MapTrail(steps: [
      MapTrail.Step(pointer: Coordinate(x: 50, y: 30), outcome: .snapped(Coordinate(x: 51, y: 31))),
      MapTrail.Step(pointer: Coordinate(x: 52, y: 30), outcome: .refused),
    ])
    var behaviors = figure
    behaviors.snapBehaviors = [
      MapSubtype(table: 0, assetGroup: 1): .limited,
      MapSubtype(table: 2, assetGroup: 1): .prevented,
      MapSubtype(table: MadeUpNetwork.plainTable, assetGroup: 0): .allowed,
    ]
    return MapPage(
      title: name,
      introduction: name,
      figures: [figure, behaviors],
      credits: [name]
    )
  }

  @Test("A page is well-formed XML whatever the names hold, and keeps the names")
  func wellFormed() throws {
    let reader = try SVGReader(try fullPage().html())
    let shown = MadeUpNetwork.hostileName.replacing("\u{1}", with: "\u{FFFD}")
      .replacing("\u{0}", with: "\u{FFFD}")
    #expect(reader.texts.contains(shown))
    #expect(reader.texts.contains("1. " + shown))
    #expect(reader.texts.contains("PipelineLine \u{B7} Service \u{B7} Any \u{B7} pipe/<1>"))
    // Nothing of a name became an element.
    #expect(!reader.elements.contains { $0.name == "b" })
    #expect(reader.elements.contains { $0.name == "svg" })
  }

  @Test("A page has no script and fetches nothing")
  func selfContained() throws {
    let html = try fullPage().html()
    for word in ["<script", "src=", "href=", "url(", "@import"] {
      #expect(!html.contains(word), "\(word)")
    }
    let addresses = html.matches(of: /https?:[^"]*/).map { String($0.output) }
    #expect(Set(addresses) == ["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"])
  }

  @Test("The same page gives the same text")
  func deterministic() throws {
    #expect(try fullPage().html() == fullPage().html())
  }

  @Test("A network without features gives an empty map")
  func emptyNetwork() throws {
    let figure = MapFigure(title: "Empty", index: try MadeUpNetwork().index(), extent: extent)
    _ = try SVGReader(MapPage(title: "Empty", figures: [figure]).html())
    #expect(figure.draw().counts == MapCounts())
  }

  @Test(
    "Markup characters are escaped, and what XML cannot hold is replaced",
    arguments: [
      ("a & b", "a &amp; b"), ("<tag a=\"1\" b='2'>", "&lt;tag a=&quot;1&quot; b=&#39;2&#39;&gt;"),
      ("&amp;", "&amp;amp;"), ("a\tb\n", "a\tb\n"), ("\u{0}\u{1F}", "\u{FFFD}\u{FFFD}"),
      ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"), ("Stra\u{DF}e \u{1F6B0}", "Stra\u{DF}e \u{1F6B0}"),
      ("", ""),
    ]
  )
  func escaping(_ text: String, _ escaped: String) {
    #expect(text.xmlEscaped == escaped)
  }

  @Test(
    "Counts have commas between thousands",
    arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")]
  )
  func grouping(_ number: Int, _ text: String) {
    #expect(number.grouped == text)
  }
}
