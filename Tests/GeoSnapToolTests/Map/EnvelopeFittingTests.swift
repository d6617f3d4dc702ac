import GeoSnap
import GeoSnapTool
import Testing

@Suite("What a picture is fitted to")
struct EnvelopeFittingTests {
  private func town(_ count: Int, _ random: inout SplitMix) -> [Envelope] {
    (0..<count).map { _ in
      Envelope(
        around: Coordinate(x: random.chance() * 1000, y: random.chance() * 800),
        radius: random.chance() * 20
      )
    }
  }

  @Test("A few far-off features do not shrink a town to a dot", arguments: 1...20)
  func farOff(seed: UInt64) throws {
    var random = SplitMix(seed)
    let town = town(200, &random)
    let whole = try #require(Envelope.combining(town))
    let far = (0..<3).map { _ in
      Envelope(
        around: Coordinate(
          x: (random.chance() - 0.5) * 1e6 + 1e6,
          y: (random.chance() - 0.5) * 1e6 - 1e6
        ),
        radius: 5
      )
    }
    let fitted = try #require(Envelope.fitting(town + far))
    #expect(fitted == whole, "seed \(seed)")
  }

  @Test("What is spread evenly, or has few parts, is shown as a whole", arguments: 1...20)
  func whole(seed: UInt64) throws {
    var random = SplitMix(seed)
    let town = town(400, &random)
    #expect(Envelope.fitting(town) == Envelope.combining(town), "seed \(seed)")
    // Two towns are no town with a few far-off features.
    let moved = town.map {
      Envelope(minX: $0.minX + 50_000, minY: $0.minY, maxX: $0.maxX + 50_000, maxY: $0.maxY)
    }
    let both = town + moved.prefix(100)
    #expect(Envelope.fitting(both) == Envelope.combining(both), "seed \(seed)")
    let few = Array(town.prefix(10)) + Array(moved.prefix(1))
    #expect(Envelope.fitting(few) == Envelope.combining(few), "seed \(seed)")
  }

  @Test("A long line of features is shown to its ends")
  func chain() {
    let chain = (0..<500).map {
      Envelope(around: Coordinate(x: Double($0) * 100, y: 0), radius: 50)
    }
    #expect(Envelope.fitting(chain) == Envelope.combining(chain))
  }

  @Test("Nothing, one place and many things at one place have an extent or none")
  func degenerate() {
    #expect(Envelope.fitting([]) == nil)
    let one = Envelope(Coordinate(x: 3, y: 4))
    #expect(Envelope.fitting([one]) == one)
    #expect(Envelope.fitting([Envelope](repeating: one, count: 100)) == one)
  }

  @Test("What lies beyond the picture is told with its direction, distance and number")
  func outside() throws {
    let frame = Envelope(minX: 0, minY: 0, maxX: 860, maxY: 500)
    let projection = MapProjection(fitting: frame, width: 860, heights: 380...640)
    let subject = [
      Envelope(around: Coordinate(x: 10_000, y: 250), radius: 10),
      Envelope(around: Coordinate(x: 12_000, y: 300), radius: 10),
      Envelope(around: Coordinate(x: 400, y: -700), radius: 0),
      Envelope(around: Coordinate(x: 400, y: 100), radius: 5),
    ]
    let outside = MapOutside(subject, projection, unit: "m")
    #expect(
      outside.sentence
        == "Beyond the picture: 2 features 9.1 km to the east, 1 feature 700 m to the south."
    )
    #expect(outside.labels.map(\.text) == ["2 features 9.1 km east", "1 feature 700 m south"])
    for label in outside.labels { #expect(frame.contains(label.place)) }
    #expect(outside.svg.matches(of: /<path/).count == 2)
    #expect(MapOutside([subject[3]], projection, unit: "m").sentence == nil)
  }

  @Test("Each of the eight directions is where it points to", arguments: MapDirection.allCases)
  func directions(direction: MapDirection) {
    let origin = Coordinate(x: 7, y: -3)
    let place = Coordinate(x: 7 + direction.step.x * 40, y: -3 + direction.step.y * 40)
    #expect(MapDirection(from: origin, to: place) == direction)
  }
}
