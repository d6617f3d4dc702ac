import GeoSnap
import GeoSnapTool

/// Where a tile lies, and how its units run.
struct TileFrame: Sendable {
  /// The tile with its margin.
  let window: Envelope
  let left: Double
  let top: Double
  let unitsPerLength: Double

  /// A place in units of the tile, not rounded.
  func units(_ place: Coordinate) -> (x: Double, y: Double) {
    ((place.x - left) * unitsPerLength, (top - place.y) * unitsPerLength)
  }
}

/// Writes what a tile shows: of what falls on the same half pixel once.
struct TilePainter {
  /// The units of half a pixel, where a tile is drawn 256 pixels wide.
  private static let cell = 8.0

  private struct SegmentKey: Hashable {
    let layer: Int
    let start: SIMD2<Int16>
    let end: SIMD2<Int16>
  }

  private let frame: TileFrame
  private let clip: MapClip
  private var words: [Int16] = []
  private var points: [Int: [Int16]] = [:]
  private var takenPoints: Set<SegmentKey> = []
  private var takenSegments: Set<SegmentKey> = []

  init(_ frame: TileFrame) {
    self.frame = frame
    clip = MapClip(window: frame.window)
  }

  private func cell(_ place: (x: Double, y: Double)) -> SIMD2<Int16> {
    SIMD2(
      word((place.x / Self.cell).rounded(.down)),
      word((place.y / Self.cell).rounded(.down))
    )
  }

  /// Where a tile is finer than numbers are, a place may lie far beyond its sides.
  private func word(_ unit: Double) -> Int16 {
    unit.isNaN ? 0 : Int16(min(max(unit.rounded(), -32_768), 32_767))
  }

  mutating func addPoint(_ place: Coordinate, layer: Int) {
    guard frame.window.contains(place) else { return }
    let units = frame.units(place)
    let cell = cell(units)
    guard takenPoints.insert(SegmentKey(layer: layer, start: cell, end: cell)).inserted else {
      return
    }
    points[layer, default: []] += [word(units.x), word(units.y)]
  }

  /// Adds a piece of a line.
  mutating func addSegment(_ segment: Segment, layer: Int) {
    guard let piece = clip.segment(segment.start, segment.end) else { return }
    let (start, end) = (frame.units(piece.start), frame.units(piece.end))
    var (one, two) = (cell(start), cell(end))
    // It is the same piece whichever way it runs.
    if (two.x, two.y) < (one.x, one.y) { swap(&one, &two) }
    guard takenSegments.insert(SegmentKey(layer: layer, start: one, end: two)).inserted else {
      return
    }
    words += [
      Int16(layer), 2, word(start.x), word(start.y), word(end.x), word(end.y),
    ]
  }

  /// Adds the part of a ring that lies in the tile.
  mutating func addRing(_ places: [Coordinate], layer: Int) {
    let ring = clip.ring(places)
    guard ring.count > 2 else { return }
    var corners: [Int16] = []
    for place in ring {
      let units = frame.units(place)
      let corner = [word(units.x), word(units.y)]
      if corners.suffix(2) != corner[...] { corners += corner }
    }
    // What is longer than a word counts is left out corner by corner.
    let most = Int(Int16.max)
    let step = corners.count / 2 / most + 1
    let kept = stride(from: 0, to: corners.count / 2, by: step).map { $0 * 2 }
    words += [Int16(layer), Int16(kept.count)]
    for place in kept { words += corners[place...place + 1] }
  }

  /// The words as bytes.
  var bytes: [UInt8] {
    var all = words
    for (layer, places) in points.sorted(by: { $0.key < $1.key }) {
      // A record counts its places in one word.
      for start in stride(from: 0, to: places.count, by: 2 * 16_384) {
        let piece = places[start..<min(start + 2 * 16_384, places.count)]
        all += [Int16(layer), Int16(piece.count / 2)]
        all += piece
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * all.count)
    for word in all {
      bytes.append(UInt8(truncatingIfNeeded: word))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
    }
    return bytes
  }
}
