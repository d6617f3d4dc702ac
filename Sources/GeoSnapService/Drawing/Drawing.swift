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

  /// The greatest zoom level.
  static let deepest = 24
}

/// The drawing of a network: its square, layers, and tiles.
package struct Drawing: Sendable {
  package static let tileUnits = 4_096
  /// The margin around a tile, in its units.
  package static let margin = 256

  package let index: NetworkIndex
  package let square: MapSquare
  /// The classes of features that are drawn alike, bottom to top; their positions are the numbers of the layers.
  package let layers: [MapClass]
  private let looks: MapLooks
  /// The number of the layer of each look.
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

  /// The layers that have features, in JSON, bottom to top.
  func layerDocuments(_ counts: [Int]) -> [JSONValue] {
    layers.indices.filter { counts[$0] > 0 }
      .map { number in
        let look = layers[number]
        let kind =
          switch look.kind {
          case .area: "area"
          case .line: "line"
          case .point: "point"
          }
        return .object([
          "number": .integer(number), "label": .string(look.label), "kind": .string(kind),
          "count": .integer(counts[number]), "stroke": .string(look.stroke),
          "fill": .string(look.fill), "width": .number(look.width),
          "dash": JSONValue(look.dash), "symbol": .string(look.symbol.rawValue),
          "radius": .number(look.radius),
        ])
      }
  }

  /// The content of a tile: Int16 words, little-endian, as `/api` describes them.
  package func tile(_ address: TileAddress) -> [UInt8] {
    let length = square.side / Double(1 << address.zoom)
    let margin = length * Double(Drawing.margin) / Double(Drawing.tileUnits)
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
      unitsPerLength: Double(Drawing.tileUnits) / length
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
        last = (
          segment.feature, dimension, layer(ofOrdinal: segment.feature, dimension: dimension)
        )
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
