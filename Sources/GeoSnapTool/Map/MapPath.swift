package import GeoSnap

/// Writes geometries as the data of one SVG path, clipped and thinned to the detail of a figure.
package struct MapPath {
  private let projection: MapProjection
  /// The margin hides the cut ends of lines that leave the map.
  private let clip: MapClip
  /// The distance to the previous vertex, in coordinate units, below which a vertex is left out.
  private let detail: Double
  package private(set) var data = ""
  /// The number of vertices that were left out.
  package private(set) var skippedVertices = 0

  /// Starts a path, without vertices nearer than `detail` pixels to the one before.
  package init(_ projection: MapProjection, detail: Double = MapCounts.finestDetail) {
    self.projection = projection
    self.detail = detail * projection.unitsPerPixel
    clip = MapClip(window: projection.extent.expanded(by: 20 * projection.unitsPerPixel))
  }

  /// Adds a dot: a subpath without length, which round line caps make visible.
  mutating func addDot(at coordinate: Coordinate) {
    data.append("M", pixel: projection.pixel(coordinate))
    data.append("h0")
  }

  /// Adds a symbol; its radius is in pixels.
  mutating func add(_ symbol: MapClass.Symbol, radius: Double, at coordinate: Coordinate) {
    data.append("M", pixel: projection.pixel(coordinate))
    data.append(MapPath.outline(symbol, radius: radius))
  }

  /// The outline of a symbol, relative to its centre.
  static func outline(_ symbol: MapClass.Symbol, radius: Double) -> String {
    let r = String(pixel: radius)
    let d = String(pixel: 2 * radius)
    return switch symbol {
    case .circle: "m-\(r) 0a\(r) \(r) 0 1 0 \(d) 0a\(r) \(r) 0 1 0-\(d) 0z"
    case .square: "m-\(r)-\(r)h\(d)v\(d)h-\(d)z"
    case .triangle: "m0-\(r)l\(r) \(d)h-\(d)z"
    case .diamond: "m0-\(r)l\(r) \(r)l-\(r) \(r)l-\(r)-\(r)z"
    case .cross: "m-\(r)-\(r)l\(d) \(d)m0-\(d)l-\(d) \(d)"
    }
  }

  /// Adds the lines of a geometry, and its rings whole, so that they can be filled.
  package mutating func addLines(_ geometry: Geometry) {
    geometry.forEachPath { path in
      switch path.kind {
      case .place: addDot(at: path[0])
      case .line: addLine(path)
      case .ring: addRing(path)
      }
    }
  }

  private mutating func addRing(_ path: GeometryPath) {
    let places = clip.ring((0..<path.count - 1).map { path[$0] })
    guard !places.isEmpty else { return }
    for (index, place) in places.enumerated() {
      data.append(index == 0 ? "M" : "L", pixel: projection.pixel(place))
    }
    data.append("z")
  }

  private mutating func addLine(_ path: GeometryPath) {
    var last = path[0]
    var isPenDown = false
    for index in 1..<path.count {
      let next = path[index]
      if index < path.count - 1 && last.squaredDistance(to: next) < detail * detail {
        skippedVertices += 1
        continue
      }
      if let piece = clip.segment(last, next) {
        if !isPenDown { data.append("M", pixel: projection.pixel(piece.start)) }
        data.append("L", pixel: projection.pixel(piece.end))
        isPenDown = piece.end == next
      } else {
        isPenDown = false
      }
      last = next
    }
  }
}
