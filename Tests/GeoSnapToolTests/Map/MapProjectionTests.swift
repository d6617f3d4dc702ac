import GeoSnap
import GeoSnapTool
import Testing

@Suite("Map projection and scale")
struct MapProjectionTests {
  @Test(
    "A figure shows all of the asked extent at one scale, north up",
    arguments: [
      Envelope(minX: 416_600, minY: 5_366_700, maxX: 418_800, maxY: 5_368_400),
      Envelope(minX: 0, minY: 0, maxX: 1000, maxY: 1),
      Envelope(minX: 0, minY: 0, maxX: 1, maxY: 99),
      Envelope(minX: 5, minY: 5, maxX: 5, maxY: 9), Envelope(minX: 5, minY: 5, maxX: 9, maxY: 5),
      Envelope(Coordinate(x: 3, y: 4)), Envelope(minX: -1e-6, minY: 0, maxX: 1e-6, maxY: 1e-6),
      Envelope(minX: -1e150, minY: -1e150, maxX: 1e150, maxY: 1e150),
    ]
  )
  func fitting(_ extent: Envelope) {
    let projection = MapProjection(fitting: extent, width: 860, heights: 380...640)
    #expect((380...640).contains(projection.height))
    // Rounding may take a part in 10^9 of the size.
    let slack = projection.unitsPerPixel * 1e-6
    #expect(projection.extent.expanded(by: slack).contains(extent))
    for (corner, pixel) in [
      (Coordinate(x: projection.extent.minX, y: projection.extent.maxY), Coordinate(x: 0, y: 0)),
      (
        Coordinate(x: projection.extent.maxX, y: projection.extent.minY),
        Coordinate(x: 860, y: projection.height)
      ),
    ] {
      #expect(projection.pixel(corner).distance(to: pixel) < 1e-3)
    }
  }

  @Test(
    "Pixels are written to a tenth",
    arguments: [
      (0, "0"), (1, "1"), (-1, "-1"), (0.04, "0"), (-0.04, "0"), (0.05, "0.1"), (-0.35, "-0.4"),
      (12.34, "12.3"), (1e300, "1000000"), (-Double.infinity, "-1000000"),
    ] as [(Double, String)]
  )
  func pixelText(_ value: Double, _ text: String) {
    #expect(String(pixel: value) == text)
  }

  @Test("A thinned line keeps its ends, and what is left out lies within half a pixel of the rest")
  func thinning() throws {
    let projection = MapProjection(
      fitting: Envelope(minX: 0, minY: 0, maxX: 860, maxY: 600),
      width: 860,
      heights: 380...640
    )
    for seed in 1...50 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      var places = [(400.0, 300.0)]
      for _ in 0..<60 {
        let last = places[places.count - 1]
        places.append((last.0 + random.chance() - 0.5, last.1 + random.chance() - 0.5))
      }
      let line = try MadeUpNetwork.line(places)
      var path = MapPath(projection)
      path.addLines(line)
      let kept = path.data.matches(of: /[ML](-?[0-9.]+) (-?[0-9.]+)/).compactMap { match in
        Double(match.output.1).flatMap { x in
          Double(match.output.2).map { Coordinate(x: x, y: $0) }
        }
      }
      #expect(kept.count + path.skippedVertices == places.count, "seed \(seed)")
      #expect(path.skippedVertices > 0, "seed \(seed)")
      let pixels = line.coordinates.map(projection.pixel)
      // Written to a tenth of a pixel.
      #expect(pixels[0].distance(to: kept[0]) < 0.1, "seed \(seed)")
      #expect(pixels[60].distance(to: kept[kept.count - 1]) < 0.1, "seed \(seed)")
      for pixel in pixels {
        #expect(kept.contains { $0.distance(to: pixel) < 0.6 }, "seed \(seed)")
      }
    }
  }

  @Test("What runs out of the map is cut, and comes back in a new stroke")
  func clipping() throws {
    let projection = MapProjection(
      fitting: Envelope(minX: 0, minY: 0, maxX: 860, maxY: 600),
      width: 860,
      heights: 380...640
    )
    var path = MapPath(projection)
    path.addLines(
      try MadeUpNetwork.line([(10, 10), (-500, 10), (-500, 400), (-400, 500), (10, 500)])
    )
    #expect(path.data == "M10 590L-20 590M-20 100L10 100")
  }

  @Test("A round step is 1, 2 or 5 times a power of ten, and no other one fits better")
  func roundSteps() {
    for exponent in -12...12 {
      for factor in [1.0, 1.5, 2, 3.3, 5, 7.7, 9.99] {
        var bound = factor
        for _ in 0..<abs(exponent) { bound = exponent < 0 ? bound / 10 : bound * 10 }
        let value = RoundStep(atMost: bound).value
        #expect(value <= bound && value * 2.5 * (1 + 1e-9) >= bound, "\(bound)")
      }
    }
    #expect(RoundStep(atMost: .infinity).value.isFinite)
  }

  @Test("Multiples lie in the range and are written without an exponent")
  func multiples() {
    let tens = RoundStep(atMost: 12)
    #expect(tens.multiples(in: 5...41) == [10, 20, 30, 40])
    #expect(tens.multiples(in: 11...19) == [])
    #expect(tens.multiples(in: 0...1e9) == [])
    #expect(tens.text(5_368_400) == "5368400")
    let hundredths = RoundStep(atMost: 0.03)
    #expect(hundredths.multiples(in: 7.85...7.87).map(hundredths.text) == ["7.86"])
    #expect(hundredths.text(-0.02) == "-0.02")
    #expect(RoundStep(atMost: 1e-3).text(7.863) == "7.863")
  }
}
