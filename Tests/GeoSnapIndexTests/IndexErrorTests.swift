import GeoSnap
import Testing

@Suite("What an index refuses")
struct IndexErrorTests {
  static let ordinates: [(Double, IndexError.Code)] = [
    (.nan, .nonFiniteOrdinate), (.infinity, .nonFiniteOrdinate), (-.infinity, .nonFiniteOrdinate),
    (1.0000001e150, .ordinateOutOfRange), (-1e300, .ordinateOutOfRange),
  ]

  @Test("A bad ordinate is refused with the entry's position", arguments: ordinates)
  func refuses(_ ordinate: Double, _ code: IndexError.Code) throws {
    let good = c(1, 2)
    for bad in [c(ordinate, 0), c(0, ordinate)] {
      let geometries: [Geometry?] = [
        .point(Point(good)), nil, .lineString(try LineString([good, bad])), .point(Point(good)),
        .point(Point(bad)),
      ]
      let error = #expect(throws: IndexError.self) { try FeatureIndex(geometries) }
      #expect(error?.code == code && error?.entry == 2)
      #expect(error?.message.contains("Entry or feature 2") == true)

      var skipped: [IndexError] = []
      let index = try FeatureIndex(geometries, skipped: &skipped)
      #expect(skipped.map(\.entry) == [2, 4])
      #expect(skipped.allSatisfy { $0.code == code })
      #expect(index.hits(at: good, within: 0).map(\.feature) == [0, 3])
    }
  }

  @Test("An envelope with a bad ordinate is refused", arguments: ordinates)
  func refusesEnvelopes(_ ordinate: Double, _ code: IndexError.Code) throws {
    let good = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    for side in [
      \Envelope.minX, \Envelope.minY, \Envelope.maxX, \Envelope.maxY,
    ] as [WritableKeyPath<Envelope, Double>] {
      var bad = good
      bad[keyPath: side] = ordinate
      let error = #expect(throws: IndexError.self) { try PackedRTree([good, bad]) }
      #expect(error?.code == code && error?.entry == 1)
    }
  }

  @Test("An envelope turned inside out is refused")
  func refusesInverted() {
    let inverted = Envelope(minX: 1, minY: 0, maxX: 0, maxY: 1)
    let error = #expect(throws: IndexError.self) { try PackedRTree([inverted]) }
    #expect(error?.code == .invertedEnvelope)
    #expect(error?.description.contains("smaller ordinates first") == true)
  }
}
