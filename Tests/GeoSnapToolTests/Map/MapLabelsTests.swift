import GeoSnap
import GeoSnapTool
import Testing

@Suite("Map labels")
struct MapLabelsTests {
  private let extent = Envelope(minX: 0, minY: 0, maxX: 100, maxY: 60)
  private var projection: MapProjection {
    MapProjection(fitting: extent, width: 860, heights: 380...640)
  }

  @Test("Labels cover neither each other nor a mark, and stay on the map", arguments: 1...60)
  func apart(seed: UInt64) {
    var random = SplitMix(seed)
    let spread = [1.0, 10, 60][Int(seed % 3)]
    func place() -> Coordinate {
      Coordinate(
        x: 50 + (random.chance() - 0.5) * spread * 1.6,
        y: 30 + (random.chance() - 0.5) * spread
      )
    }
    let markers = (0..<12).map { MapMarker(.hit, at: place(), label: "line/\($0)") }
    let labels = (0..<40).map { MapLabel(text: "a longer name, number \($0)", place: place()) }
    let texts = MapLabels(markers, labels, projection)
    let boxes = texts.placed.map(\.room.box)
    #expect(boxes.count + texts.missing == markers.count + labels.count, "seed \(seed)")
    #expect(boxes.count >= markers.count, "seed \(seed)")
    let map = Envelope(minX: 0, minY: 0, maxX: projection.width, maxY: projection.height)
    for (number, box) in boxes.enumerated() {
      #expect(map.contains(box), "seed \(seed)")
      for other in boxes[..<number] { #expect(!box.intersects(other), "seed \(seed)") }
      for marker in markers {
        #expect(!box.contains(projection.pixel(marker.location)), "seed \(seed)")
      }
    }
  }

  @Test("Markers on one place have their labels, and lines lead to those that stand apart")
  func stacked() {
    let markers = (0..<6).map { index in
      MapMarker(.hit, at: Coordinate(x: 50, y: 30), label: "line/\(index)")
    }
    let texts = MapLabels(markers, [], projection)
    #expect(texts.placed.map(\.text) == markers.map(\.label))
    #expect(texts.placed.contains { $0.room.isApart })
    #expect(texts.svg.contains("stroke=\"#6b7280\""))
  }

  @Test("What lies beyond the map has no label; what finds no room is counted")
  func missing() {
    let far = MapMarker(.hit, at: Coordinate(x: 500, y: 30), label: "far")
    let crowd = (0..<200).map { MapLabel(text: "name \($0)", place: Coordinate(x: 50, y: 30)) }
    let texts = MapLabels([far], crowd, projection)
    #expect(texts.missing > 100)
    #expect(texts.placed.count + texts.missing == 200)
    #expect(!texts.svg.contains("far"))
  }

  @Test("Labels leave the scale bar, the arrow and the coordinates of the grid free")
  func furniture() throws {
    var figure = MapFigure(title: "", index: try MadeUpNetwork.small().index(), extent: extent)
    figure.labels = (0..<40).flatMap { x in
      (0..<24).map { y in
        MapLabel(text: "\(x) \(y)", place: Coordinate(x: Double(x) * 2.5, y: Double(y) * 2.5))
      }
    }
    let boxes = MapFurniture(figure.projection, unit: "m").boxes
    #expect(boxes.count > 5)
    for label in figure.texts.placed {
      for box in boxes { #expect(!box.intersects(label.room.box)) }
    }
  }

  @Test("A long label is cut, and no label is wider than its box is said to be")
  func long() throws {
    let label = MapLabel(text: String(repeating: "m", count: 80), place: Coordinate(x: 50, y: 30))
    let placed = try #require(MapLabels([], [label], projection).placed.first)
    #expect(placed.text.count == 36 && placed.text.hasSuffix("\u{2026}"))
  }
}
