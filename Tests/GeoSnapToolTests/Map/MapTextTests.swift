import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Labels, badges and texts of a map")
struct MapTextTests {
  private func misplaced(_ boxes: [Envelope], clearOf places: [Coordinate]) -> Int {
    boxes.enumerated().count { number, box in
      !MapProjection.small.frame.contains(box) || boxes[..<number].contains { $0.intersects(box) }
        || places.contains { box.contains(MapProjection.small.pixel($0)) }
    }
  }

  @Test("Labels cover neither each other nor a mark, and stay on the map", arguments: seeds(60))
  func apart(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let spread = [1.0, 10, 60][Int(seed % 3)]
    func place() -> Coordinate { random.place(around: 50, 30, spread * 1.6, spread) }
    let markers = (0..<12).map { MapMarker(.valve, at: place(), label: "line/\($0)") }
    let labels = (0..<40).map { MapLabel(text: "a longer name, number \($0)", place: place()) }
    let texts = MapLabels(markers, labels, .small)
    let boxes = texts.placed.map(\.room.box)
    #expect(boxes.count + texts.missing == 52 && boxes.count >= 12, "seed \(seed)")
    #expect(misplaced(boxes, clearOf: markers.map(\.location)) == 0, "seed \(seed)")
  }

  @Test("Labels leave the scale bar, the arrow and the coordinates of the grid free")
  func furniture() throws {
    var figure = try MadeUpNetwork.small().figure()
    figure.labels = (0..<40).flatMap { x in
      (0..<24).map { y in
        MapLabel(text: "\(x) \(y)", place: Coordinate(x: Double(x) * 2.5, y: Double(y) * 2.5))
      }
    }
    let boxes = MapDecoration(figure.projection, unit: "m").boxes
    #expect(boxes.count > 5)
    #expect(
      !figure.texts.placed.contains { label in boxes.contains { $0.intersects(label.room.box) } }
    )
  }

  @Test(
    "Badges cover neither each other nor the marks, and every refusal has its number on one",
    arguments: seeds(40)
  )
  func badges(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func note(_ place: Coordinate) -> MapAnswer.Note {
      MapAnswer.Note(location: place, kind: .vertex, title: "", sentences: [])
    }
    var answer = MapAnswer(pointer: Coordinate(x: 50, y: 30), tolerance: 5)
    answer.winner = note(Coordinate(x: 51, y: 31))
    let spread = seed.isMultiple(of: 2) ? 4.0 : 30
    answer.refused = (0..<20).map { _ in note(random.place(around: 50, 30, spread, spread)) }
    let svg = MapBadges(answer, .small).svg
    let pattern =
      /translate\((-?[0-9.]+) (-?[0-9.]+)\)"><rect x="-[0-9.]+" y="-9" width="([0-9.]+)"/
    let boxes = svg.matches(of: pattern).map { match in
      let numbers = [match.output.1, match.output.2, match.output.3].map { Double($0) ?? .nan }
      let (x, y, half) = (numbers[0], numbers[1], numbers[2] / 2)
      return Envelope(minX: x - half, minY: y - 9, maxX: x + half, maxY: y + 9)
    }
    #expect(!boxes.isEmpty, "seed \(seed)")
    let places = answer.refused.map(\.location) + [answer.pointer]
    #expect(misplaced(boxes, clearOf: places) == 0, "seed \(seed)")
    let numbers = svg.matches(of: />([0-9, \u{2013}]+)</).flatMap { match in
      match.output.1.split(separator: ", ").flatMap { run -> [Int] in
        let ends = run.split(separator: "\u{2013}").compactMap { Int($0) }
        return ends.isEmpty ? [] : Array(ends[0]...ends[ends.count - 1])
      }
    }
    #expect(numbers.sorted() == Array(1...20), "seed \(seed)")
  }

  @Test("Text is broken at spaces, long words inside; nothing is lost", arguments: seeds(50))
  func lines(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = (0..<20).map { _ in
      String(repeating: "x", count: 1 + Int(random.chance() * random.chance() * 60))
    }
    let lines = MapText.lines(words.joined(separator: " "), ems: 14)
    #expect(lines.allSatisfy { MapText.width($0) <= 14 && !$0.isEmpty }, "seed \(seed)")
    #expect(lines.joined().filter { $0 != " " } == words.joined(), "seed \(seed)")
    // No line could have taken the next word, unless that is broken.
    let isFull = zip(lines, lines.dropFirst()).allSatisfy { line, next in
      MapText.width("\(line) \(next.prefix { $0 != " " })") > 14
    }
    #expect(isFull, "seed \(seed)")
  }

  @Test("Numbers, markup, long labels and what XML cannot hold are written as they have to be")
  func written() {
    let long = MapLabel(text: String(repeating: "m", count: 80), place: Coordinate(x: 50, y: 30))
    let placed = MapLabels([], [long], .small).placed.map(\.text)
    #expect(placed == [String(repeating: "m", count: 35) + "\u{2026}"])
    let pixels: [Double] = [0, -1, 0.04, -0.04, 0.05, -0.35, 12.34, 1e300, -.infinity]
    let texts = ["0", "-1", "0", "0", "0.1", "-0.4", "12.3", "1000000", "-1000000"]
    #expect(pixels.map { String(pixel: $0) } == texts)
    #expect(MapText.lines("", ems: 14).isEmpty)
    #expect(MapText.lines("\u{6C34}\u{9053}", ems: 0) == ["\u{6C34}", "\u{9053}"])
    let escaped = [
      "a & b": "a &amp; b", "<tag a=\"1\" b='2'>": "&lt;tag a=&quot;1&quot; b=&#39;2&#39;&gt;",
      "&amp;": "&amp;amp;", "a\tb\n": "a\tb\n", "\u{0}\u{1F}": "\u{FFFD}\u{FFFD}",
      "\u{FFFE}\u{FFFF}": "\u{FFFD}\u{FFFD}", "Stra\u{DF}e \u{1F6B0}": "Stra\u{DF}e \u{1F6B0}",
      "": "",
    ]
    for (text, written) in escaped { #expect(text.xmlEscaped == written) }
    for (number, text) in [0: "0", 999: "999", 1000: "1,000", -1_234_567: "-1,234,567"] {
      #expect(number.grouped == text)
    }
    let runs = [[1]: "1", [1, 2]: "1, 2", [1, 2, 3, 7]: "1\u{2013}3, 7", [2, 4]: "2, 4"]
    for (numbers, text) in runs { #expect(MapBadges.text(numbers) == text) }
  }
}
