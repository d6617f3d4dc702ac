import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Packed R-tree over envelopes")
struct PackedRTreeTests {
  static let counts = [0, 1, 2, 15, 16, 17, 255, 256, 257, 4097]

  private static func envelopes(_ scene: Scene, _ count: Int) -> ([Envelope], SeededGenerator) {
    var random = SeededGenerator(seed: UInt64(count) &* 101 &+ UInt64(scene.rawValue.utf8.count))
    let envelopes = (0..<count).map { _ in
      Segment(scene.coordinate(&random), scene.coordinate(&random)).envelope
    }
    return (envelopes, random)
  }

  /// Each scene with each count; a short run leaves the greatest to one scene.
  private static let cases: [(Scene, Int)] = Scene.allCases.flatMap { scene in
    counts.map { (scene, $0) }
  }.filter { scene, count in
    Extent.current >= .long || count < 4097 || scene == Scene.allCases.first
  }

  @Test("Rectangles and distances are those of brute force", arguments: cases)
  func bruteForce(_ scene: Scene, _ count: Int) throws {
    var (envelopes, random) = Self.envelopes(scene, count)
    let tree = try PackedRTree(envelopes)
    for _ in 0..<5 {
      let point = scene.coordinate(&random)
      let box = Segment(point, scene.coordinate(&random)).envelope
      let meeting = envelopes.indices.filter { envelopes[$0].intersects(box) }.map(Int32.init)
      #expect(tree.items(intersecting: box).sorted() == meeting)
      let distances = envelopes.map { $0.squaredDistance(to: point).squareRoot() }
      for tolerance in scene.tolerances {
        let near = envelopes.indices.filter { distances[$0] <= tolerance }.map(Int32.init)
        #expect(tree.items(within: tolerance, of: point).sorted() == near)
      }
    }
  }

  @Test(
    "Places closer together than any scale can part are indexed",
    arguments: [Double.leastNonzeroMagnitude, .leastNormalMagnitude / 16]
  )
  func subnormalExtent(_ width: Double) throws {
    let places = [c(0, 0), c(width, -width)]
    let tree = try PackedRTree(places.map { Envelope($0) })
    #expect(tree.items(intersecting: Envelope(places[1])) == [1])
    let index = try FeatureIndex(places.map { .point(Point($0)) })
    #expect(index.nearest(to: places[0], count: 2).map(\.feature) == [0, 1])
  }

  @Test("Zero and minus zero are one place")
  func minusZero() throws {
    let tree = try PackedRTree([Envelope(c(0.0, -0.0)), Envelope(c(-0.0, 0.0))])
    #expect(tree.items(intersecting: Envelope(c(-0.0, -0.0))).sorted() == [0, 1])
    #expect(tree.items(within: 0, of: c(0, 0)).sorted() == [0, 1])
  }

  @Test("An infinite rectangle and an infinite distance find all")
  func infinite() throws {
    let (envelopes, _) = Self.envelopes(.extreme, 300)
    let tree = try PackedRTree(envelopes)
    #expect(tree.items(intersecting: .everywhere).count == 300)
    #expect(tree.items(within: .infinity, of: c(1e150, -1e150)).count == 300)
  }

  @Test("Queries that mean nothing find nothing")
  func meaninglessQueries() throws {
    let tree = try PackedRTree([Envelope(c(0, 0))])
    let origin = c(0, 0)
    #expect(tree.items(within: .nan, of: origin).isEmpty)
    #expect(tree.items(within: -1, of: origin).isEmpty)
    #expect(tree.items(within: 1, of: c(.nan, 0)).isEmpty)
    #expect(tree.items(intersecting: Envelope(c(.nan, 0))).isEmpty)
  }

  @Test("Rectangles that end exactly at an envelope's side meet it, at large offsets too")
  func outwardRounding() throws {
    var random = SeededGenerator(seed: 11)
    let places = (0..<4000).map { _ in Scene.town.coordinate(&random) }
    let tree = try PackedRTree(places.map { Envelope($0) })
    for (item, place) in places.enumerated() {
      #expect(tree.items(intersecting: Envelope(place)).contains(Int32(item)))
      let left = Envelope(minX: place.x - 1, minY: place.y - 1, maxX: place.x, maxY: place.y)
      #expect(tree.items(intersecting: left).contains(Int32(item)))
      let right = Envelope(
        minX: place.x.nextUp,
        minY: place.y,
        maxX: place.x + 1,
        maxY: place.y + 1
      )
      #expect(!tree.items(intersecting: right).contains(Int32(item)))
    }
  }
}
