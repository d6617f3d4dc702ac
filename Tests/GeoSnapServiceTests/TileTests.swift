import Foundation
import GeoSnap
import GeoSnapService
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// Tiles show what there is, and nothing else.
struct TileTests {
  private struct Record {
    let layer: Int
    let places: [(x: Int, y: Int)]
  }

  private func records(_ bytes: [UInt8]) throws -> [Record] {
    let words = stride(from: 0, to: bytes.count, by: 2).map {
      Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
    }
    var records: [Record] = []
    var at = 0
    while at < words.count {
      let count = words[at + 1]
      try #require(count > 0 && at + 2 + 2 * count <= words.count)
      let places = (0..<count).map { (x: words[at + 2 + 2 * $0], y: words[at + 3 + 2 * $0]) }
      records.append(Record(layer: words[at], places: places))
      at += 2 + 2 * count
    }
    return records
  }

  @Test("Of each feature that meets a tile something is drawn there, and nothing else")
  func tiles() async throws {
    let fixture = try await ServiceFixture.asked
    let now = fixture.service.served.now
    let map = try now.tiledMap()
    let network = now.open.network
    var random = SeededGenerator(seed: 31)
    let features = network.features.filter { network.geometry(of: $0) != nil }
    var drawn = 0
    for zoom in [0, 4, 8, 12, 16] {
      for _ in 0..<3 {
        // Around a feature, so that there is something.
        let chosen = features[Int.random(in: features.indices, using: &random)]
        let place = try #require(network.geometry(of: chosen)?.coordinates.first)
        let side = map.square.side / Double(1 << zoom)
        let address = TileAddress(
          zoom: zoom,
          column: Int((place.x - map.square.left) / side),
          row: Int((map.square.top - place.y) / side)
        )
        let records = try records(map.tile(address))
        let left = map.square.left + Double(address.column) * side
        let top = map.square.top - Double(address.row) * side
        let unit = side / Double(TiledMap.tileUnits)
        let reach = TiledMap.margin + 1
        let range = -reach...TiledMap.tileUnits + reach
        for record in records {
          #expect(map.layers.indices.contains(record.layer))
          #expect(record.places.allSatisfy { range.contains($0.x) && range.contains($0.y) })
        }
        let tile = Envelope(minX: left, minY: top - side, maxX: left + side, maxY: top)
        let layers = Set(records.map(\.layer))
        // A part of them, which part by chance.
        for feature in features where Int.random(in: 0..<5, using: &random) == 0 {
          guard let geometry = network.geometry(of: feature), let box = geometry.envelope,
            tile.intersects(box), try geometry.intersects(Geometry(tile, srid: network.srid))
          else { continue }
          let layer = map.layer(
            ofOrdinal: network.ordinal(of: feature),
            dimension: geometry.type.dimension
          )
          #expect(layers.contains(layer), "\(network.describe(feature)) at \(address)")
          drawn += 1
          // Its first place, or one on the same half pixel, is there too.
          guard let first = geometry.coordinates.first, tile.contains(first),
            geometry.type.dimension < 2
          else { continue }
          let x = (first.x - left) / unit
          let y = (top - first.y) / unit
          let isNear = records.contains { record in
            record.layer == layer
              && record.places.contains { abs(Double($0.x) - x) < 10 && abs(Double($0.y) - y) < 10 }
          }
          #expect(isNear, "\(network.describe(feature)) at \(address)")
        }
        // What is drawn of lines and points lies on a feature of its layer.
        for record in records.shuffled(using: &random).prefix(40) {
          let kind = map.layers[record.layer].kind
          guard kind != .area, let word = record.places.first else { continue }
          let place = Coordinate(x: left + Double(word.x) * unit, y: top - Double(word.y) * unit)
          let hits = map.index.features.hits(at: place, within: 2 * unit)
          #expect(
            hits.contains { hit in
              (0...1).contains {
                map.layer(ofOrdinal: Int32(hit.feature), dimension: $0) == record.layer
              }
            }
          )
        }
      }
    }
    #expect(drawn > 100)
  }

  @Test("A tile that is finer than numbers are has places at its edge, and no end of the service")
  func finerThanNumbers() throws {
    let window = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    var painter = TilePainter(TileFrame(window: window, left: 0, top: 1, unitsPerLength: 1e9))
    let corner = Coordinate(x: 1, y: 0)
    painter.addPoint(corner, layer: 0)
    painter.addSegment(Segment(Coordinate(x: 0, y: 1), corner), layer: 0)
    let places = try records(painter.bytes).flatMap(\.places)
    #expect(places.count == 3)
    #expect(places.contains { $0.x == 32_767 && $0.y == 32_767 })
  }

  @Test("Of more than is drawn at once what falls together is left out, and nothing else")
  func manyPieces() throws {
    var random = SeededGenerator(seed: 30)
    let window = Envelope(minX: 0, minY: 0, maxX: 4096, maxY: 4096)
    var painter = TilePainter(TileFrame(window: window, left: 0, top: 4096, unitsPerLength: 1))
    var places: [Coordinate] = []
    for _ in 0..<60 {
      // A walk of small steps, as a line with many vertices.
      func near(_ number: Double, _ reach: Double) -> Double {
        min(max(number + .random(in: -reach...reach, using: &random), 0), 4096)
      }
      var at = Coordinate(x: near(2048, 2048), y: near(2048, 2048))
      for _ in 0..<2_000 {
        let next = Coordinate(x: near(at.x, 12), y: near(at.y, 12))
        painter.addSegment(Segment(at, next), layer: 3)
        painter.addPoint(at, layer: 4)
        places.append(at)
        at = next
      }
    }
    // Two areas with the same box, and two within one cell.
    for (side, layer) in [(4096.0, 5), (4.0, 6)] {
      let corners = [(0.0, 0.0), (side, 0), (side, side), (0, side)]
        .map { Coordinate(x: $0.0, y: 4096 - $0.1) }
      painter.addRing([corners[0], corners[1], corners[2], corners[0]], layer: layer)
      painter.addRing([corners[0], corners[2], corners[3], corners[0]], layer: layer)
    }
    let records = try records(painter.bytes)
    #expect(records.count { $0.layer == 5 } == 2)
    #expect(records.count { $0.layer == 6 } == 1)
    let lines = records.filter { $0.layer == 3 }
    let points = records.filter { $0.layer == 4 }.flatMap(\.places)
    #expect(lines.count + points.count < 80_000)
    for (kind, drawn) in [("line", lines.flatMap(\.places)), ("point", points)] {
      let cells = Set(drawn.map { SIMD2($0.x >> 4, $0.y >> 4) })
      let missing = places.filter {
        !cells.contains(SIMD2(Int($0.x.rounded()) >> 4, Int((4096 - $0.y).rounded()) >> 4))
      }
      #expect(missing.isEmpty, "\(kind)")
    }
    // What is left meets: each end is the middle of a cell.
    let ends = Set(lines.flatMap(\.places).map { SIMD2($0.x % 16, $0.y % 16) })
    #expect(ends.count == 1)
  }

  @Test("All features are counted in the layers")
  func counts() async throws {
    let fixture = try await ServiceFixture.asked
    let now = fixture.service.served.now
    let network = now.open.network
    let drawn = network.features.count { network.geometry(of: $0) != nil }
    #expect(try now.tiledMap().counts().reduce(0, +) == drawn)
    let document = try await fixture.document("/network")
    let layers = try #require(document["layers"] as? [Document])
    #expect(layers.compactMap { $0["count"] as? Int }.reduce(0, +) == drawn)
  }
}
