package import GeoSnap
package import GeoSnapTool

/// A tile: a square of the map at a zoom level, counted from the left and from the top.
package struct TileAddress: Hashable, Sendable {
  let zoom: Int
  package let column: Int
  package let row: Int

  package init(zoom: Int, column: Int, row: Int) {
    self.zoom = zoom
    self.column = column
    self.row = row
  }

  static let deepest = 24
}

package struct TiledMap: Sendable {
  package static let tileUnits = 4_096
  /// The margin around a tile, in its units.
  package static let margin = 256

  package let index: NetworkIndex
  package let square: MapSquare
  /// The classes of features that are drawn alike, bottom to top; their positions are the numbers of the layers.
  package let layers: [MapClass]
  private let looks: MapLooks
  private let layerOfLook: [Int]

  // The square of the network before an edit is kept if possible.
  init(_ index: NetworkIndex, square: MapSquare? = nil) {
    self.index = index
    let extent = index.network.envelope
    self.square = square?.holding(extent) ?? MapSquare(around: extent)
    let looks = MapLooks(index)
    // A stable order, so that a layer has the same number in every revision.
    let order = looks.classes.indices.sorted {
      MapClass.isBelow(looks.classes[$0], looks.classes[$1])
    }
    layers = order.map { looks.classes[$0] }
    var numbers = [Int](repeating: 0, count: order.count)
    for (number, look) in order.enumerated() { numbers[look] = number }
    layerOfLook = numbers
    self.looks = looks
  }

  /// The number of the layer of a feature whose geometry has a dimension.
  package func layer(ofOrdinal ordinal: Int32, dimension: Int) -> Int {
    layerOfLook[looks.look(of: index.network.feature(ordinal: ordinal), dimension: dimension)]
  }

  package func counts() -> [Int] {
    let network = index.network
    var counts = [Int](repeating: 0, count: layers.count)
    for (number, table) in network.base.tables.enumerated() {
      // A network source has geometries of one kind, or none; only other tables may mix them.
      let source = table.sourceID.flatMap { id in
        network.definition.sources.first { $0.sourceID == id }
      }
      if let source, source.usage.geometryType == nil { continue }
      let known = source?.usage.geometryType?.dimension
      for feature in network.features(table: number) {
        guard let dimension = known ?? network.geometry(of: feature)?.type.dimension else {
          continue
        }
        counts[layerOfLook[looks.look(of: feature, dimension: dimension)]] += 1
      }
    }
    return counts
  }

  func layerDocuments(_ counts: [Int]) -> [JSONValue] {
    layers.indices.filter { counts[$0] > 0 }.map { number in
      let look = layers[number]
      return .object([
        "number": .integer(number), "label": .string(look.label), "kind": .string("\(look.kind)"),
        "count": .integer(counts[number]), "stroke": .string(look.stroke),
        "fill": .string(look.fill), "width": .number(look.width), "dash": JSONValue(look.dash),
        "symbol": .string(look.symbol.rawValue), "radius": .number(look.radius),
      ])
    }
  }

  /// The content of a tile: Int16 words, little-endian, as `/api` describes them.
  package func tile(_ address: TileAddress) -> [UInt8] {
    let length = square.side / Double(1 << address.zoom)
    let margin = length * Double(TiledMap.margin) / Double(TiledMap.tileUnits)
    let left = square.left + Double(address.column) * length
    let top = square.top - Double(address.row) * length
    let frame = TileFrame(
      window: Envelope(
        minX: left - margin,
        minY: top - length - margin,
        maxX: left + length + margin,
        maxY: top + margin
      ),
      left: left,
      top: top,
      unitsPerLength: Double(TiledMap.tileUnits) / length
    )
    var painter = TilePainter(frame)
    var areas: [Int32] = []
    // Segments of one feature often follow each other.
    var last: (feature: Int32, dimension: Int, layer: Int) = (-1, 0, 0)
    index.features.forEachSegment(intersecting: frame.window) { segment in
      if segment.flags.contains(.ring) {
        if areas.last != segment.feature { areas.append(segment.feature) }
        return
      }
      let isPlace = segment.flags.contains(.place)
      let dimension = isPlace ? 0 : 1
      if last.feature != segment.feature || last.dimension != dimension {
        last = (segment.feature, dimension, layer(ofOrdinal: segment.feature, dimension: dimension))
      }
      if isPlace {
        painter.addPoint(segment.geometry.start, layer: last.layer)
      } else {
        painter.addSegment(segment.geometry, layer: last.layer)
      }
    }
    // An area may cover a tile that none of its sides crosses.
    let corner = Coordinate(x: frame.window.minX, y: frame.window.minY)
    for hit in index.features.hits(at: corner, within: 0) where hit.distance == 0 {
      areas.append(Int32(hit.feature))
    }
    for feature in Set(areas).sorted() {
      guard let geometry = index.network.geometry(of: index.network.feature(ordinal: feature)),
        geometry.type.dimension == 2
      else { continue }
      let layer = layer(ofOrdinal: feature, dimension: 2)
      geometry.forEachPath { path in
        painter.addRing((0..<path.count).map { path[$0] }, layer: layer)
      }
    }
    return painter.bytes
  }
}

/// The square in which a network is drawn: the tile of zoom 0.
package struct MapSquare: Sendable, Equatable {
  /// The left and the upper side, and the side length.
  package let left: Double
  package let top: Double
  package let side: Double

  private init(around extent: Envelope, side: Double) {
    left = (extent.minX + extent.maxX - side) / 2
    top = (extent.minY + extent.maxY + side) / 2
    self.side = side
  }

  package init(around extent: Envelope?) {
    let extent = extent ?? Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    // A network of one point needs a square too.
    let length = max(extent.width, extent.height)
    self.init(around: extent, side: length > 0 ? length * 1.02 : max(1, abs(extent.minX) * 1e-6))
  }

  /// The square for a changed network: this one as long as the network lies in it.
  ///
  /// Otherwise its side is doubled, so that the map has the same scales at other zoom levels.
  package func holding(_ extent: Envelope?) -> MapSquare {
    guard let extent else { return self }
    let isWithin =
      extent.minX >= left && extent.maxX <= left + side && extent.maxY <= top
      && extent.minY >= top - side
    if isWithin { return self }
    var length = side
    while length < max(extent.width, extent.height) * 1.02 { length *= 2 }
    return MapSquare(around: extent, side: length)
  }
}

package struct TileFrame: Sendable {
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
