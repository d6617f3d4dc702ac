package import GeoSnap
import GeoSnapTool

/// The position and the units of a tile.
package struct TileFrame: Sendable {
  /// The tile with its margin.
  let window: Envelope
  let left: Double
  let top: Double
  let unitsPerLength: Double

  package init(window: Envelope, left: Double, top: Double, unitsPerLength: Double) {
    self.window = window
    self.left = left
    self.top = top
    self.unitsPerLength = unitsPerLength
  }

  /// A place in units of the tile, not rounded.
  func units(_ place: Coordinate) -> (x: Double, y: Double) {
    ((place.x - left) * unitsPerLength, (top - place.y) * unitsPerLength)
  }
}

/// Writes the content of a tile; parts of one layer that cover the same half pixels are written once.
package struct TilePainter {
  /// The units of half a pixel, when a tile is 256 pixels wide.
  private static let cell = 8
  /// The number of parts above which browsers draw slowly.
  private static let most = 16_000
  /// The cell size of the coarse grid in units: one pixel.
  private static let coarseCell = 16

  /// A segment, or a point where both ends are the same.
  private struct Piece: Hashable {
    let layer: Int16
    var start: SIMD2<Int16>
    var end: SIMD2<Int16>

    /// The cells of the ends on a grid, independent of the direction.
    func cells(of size: Int) -> Piece {
      func cell(_ place: SIMD2<Int16>) -> SIMD2<Int16> {
        // Rounded down, also left of and above the tile.
        let shift = Int16(size.trailingZeroBitCount)
        return SIMD2(place.x >> shift, place.y >> shift)
      }
      let (one, two) = (cell(start), cell(end))
      let isForward = (one.x, one.y) <= (two.x, two.y)
      return Piece(layer: layer, start: isForward ? one : two, end: isForward ? two : one)
    }
  }

  private let frame: TileFrame
  private let clip: MapClip
  private var lines: [Piece] = []
  private var points: [Piece] = []
  private var rings: [(layer: Int16, corners: [SIMD2<Int16>])] = []
  private var takenLines: Set<Piece> = []
  private var takenPoints: Set<Piece> = []

  package init(_ frame: TileFrame) {
    self.frame = frame
    clip = MapClip(window: frame.window)
  }

  /// A place in whole units.
  ///
  /// If a tile is finer than the coordinates, the place may lie far beyond its sides.
  private func place(_ place: Coordinate) -> SIMD2<Int16> {
    func word(_ unit: Double) -> Int16 {
      unit.isNaN ? 0 : Int16(min(max(unit.rounded(), -32_768), 32_767))
    }
    let units = frame.units(place)
    return SIMD2(word(units.x), word(units.y))
  }

  package mutating func addPoint(_ location: Coordinate, layer: Int) {
    guard frame.window.contains(location) else { return }
    let place = place(location)
    let point = Piece(layer: Int16(layer), start: place, end: place)
    if takenPoints.insert(point.cells(of: Self.cell)).inserted { points.append(point) }
  }

  package mutating func addSegment(_ segment: Segment, layer: Int) {
    guard let part = clip.segment(segment.start, segment.end) else { return }
    let piece = Piece(layer: Int16(layer), start: place(part.start), end: place(part.end))
    if takenLines.insert(piece.cells(of: Self.cell)).inserted { lines.append(piece) }
  }

  /// Adds the part of a ring that lies in the tile.
  package mutating func addRing(_ places: [Coordinate], layer: Int) {
    let ring = clip.ring(places)
    guard ring.count > 2 else { return }
    var corners: [SIMD2<Int16>] = []
    for location in ring {
      let corner = place(location)
      if corners.last != corner { corners.append(corner) }
    }
    // A ring with more corners than a word can count loses corners at regular intervals.
    let step = corners.count / Int(Int16.max) + 1
    if step > 1 { corners = stride(from: 0, to: corners.count, by: step).map { corners[$0] } }
    rings.append((Int16(layer), corners))
  }

  /// Merges parts that fall on the same cells of a grid, and moves their ends to the middles of the cells.
  ///
  /// At a small scale, thousands of parts lie on few pixels. The moved ends of the remaining parts still meet.
  private mutating func coarsen() {
    let size = Self.coarseCell
    let shift = Int16(size.trailingZeroBitCount)
    func middle(_ cell: SIMD2<Int16>) -> SIMD2<Int16> {
      SIMD2(cell.x << shift + Int16(size / 2), cell.y << shift + Int16(size / 2))
    }
    func laidTogether(_ pieces: [Piece]) -> [Piece] {
      var taken: Set<Piece> = []
      return pieces.compactMap { piece in
        let cells = piece.cells(of: size)
        guard taken.insert(cells).inserted else { return nil }
        return Piece(layer: piece.layer, start: middle(cells.start), end: middle(cells.end))
      }
    }
    lines = laidTogether(lines)
    points = laidTogether(points)
    var taken: Set<Piece> = []
    rings = rings.filter { ring in
      let corners = ring.corners
      let least = corners.reduce(corners[0]) { pointwiseMin($0, $1) }
      let most = corners.reduce(corners[0]) { pointwiseMax($0, $1) }
      let cells = Piece(layer: ring.layer, start: least, end: most).cells(of: size)
      // A ring that is larger than a cell may share its box with a ring of another shape.
      return cells.start != cells.end || taken.insert(cells).inserted
    }
  }

  package var bytes: [UInt8] {
    var painter = self
    if painter.lines.count + painter.points.count + painter.rings.count > Self.most {
      painter.coarsen()
    }
    return painter.written
  }

  private var written: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ word: Int16) {
      bytes.append(UInt8(truncatingIfNeeded: word))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
    }
    func append(_ place: SIMD2<Int16>) {
      append(place.x)
      append(place.y)
    }
    func begin(_ layer: Int16, _ count: Int) {
      append(layer)
      append(Int16(count))
    }
    bytes.reserveCapacity(12 * lines.count + 4 * points.count + 32 * rings.count)
    for ring in rings {
      begin(ring.layer, ring.corners.count)
      for corner in ring.corners { append(corner) }
    }
    for line in lines {
      begin(line.layer, 2)
      append(line.start)
      append(line.end)
    }
    let byLayer = Dictionary(grouping: points, by: \.layer).sorted { $0.key < $1.key }
    for (layer, points) in byLayer {
      // A record counts its places in one word.
      for start in stride(from: 0, to: points.count, by: 16_384) {
        let piece = points[start..<min(start + 16_384, points.count)]
        begin(layer, piece.count)
        for point in piece { append(point.start) }
      }
    }
    return bytes
  }
}
