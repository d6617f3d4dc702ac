package import GeoSnap

/// Converts coordinates to pixels of a figure, with the same scale in both directions and north up.
package struct MapProjection {
  /// The extent of the figure: the requested one, grown to the shape of the figure.
  package let extent: Envelope
  package let unitsPerPixel: Double
  package let width: Double
  package let height: Double

  /// Fits a finite extent into a width; the height follows from its shape, within bounds;
  /// an extent without width and height is shown with two units on each side.
  package init(fitting extent: Envelope, width: Double, heights: ClosedRange<Double>) {
    precondition(
      extent.width.isFinite && extent.height.isFinite,
      "The extent of a figure must be finite"
    )
    var extent = extent
    if extent.width <= 0 && extent.height <= 0 { extent = extent.expanded(by: 2) }
    let natural = extent.width > 0 ? width * extent.height / extent.width : heights.upperBound
    let height = min(max(natural, heights.lowerBound), heights.upperBound).rounded()
    unitsPerPixel = max(extent.width / width, extent.height / height)
    self.width = width
    self.height = height
    // Grown about its centre.
    let center = extent.center
    self.extent = Envelope(
      minX: center.x - width / 2 * unitsPerPixel,
      minY: center.y - height / 2 * unitsPerPixel,
      maxX: center.x + width / 2 * unitsPerPixel,
      maxY: center.y + height / 2 * unitsPerPixel
    )
  }

  /// The pixel of a coordinate: x to the right, y down.
  package func pixel(_ coordinate: Coordinate) -> Coordinate {
    Coordinate(
      x: (coordinate.x - extent.minX) / unitsPerPixel,
      y: (extent.maxY - coordinate.y) / unitsPerPixel
    )
  }
}

extension String {
  /// Appends a pixel ordinate with one decimal, without a trailing `.0`.
  package mutating func append(pixel value: Double) {
    // Beyond a million pixels everything is invisible, and Int must not overflow.
    let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    if tenths < 0 { append("-") }
    append(String(whole))
    if tenth > 0 {
      append(".")
      append(String(tenth))
    }
  }

  /// Appends the two ordinates of a pixel, separated by a space.
  package mutating func append(pixel: Coordinate) {
    append(pixel: pixel.x)
    append(" ")
    append(pixel: pixel.y)
  }

  /// Appends a command of a path with the pixel that it leads to, such as `L12 3.5`.
  mutating func append(_ command: String, pixel: Coordinate) {
    append(command)
    append(pixel: pixel)
  }

  package init(pixel value: Double) {
    self.init()
    append(pixel: value)
  }
}

/// Writes geometries as the data of one SVG path, clipped and thinned to the detail of a figure.
package struct MapPath {
  private let projection: MapProjection
  /// The margin hides the cut ends of lines that leave the map.
  private let clip: MapClip
  /// The distance to the previous vertex, in coordinate units, below which a vertex is left out.
  private let detail: Double
  package private(set) var data = ""
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

/// Cuts lines and rings to a rectangle;
/// lines that lead far out of a map keep their direction and few vertices.
package struct MapClip: Sendable {
  let window: Envelope

  package init(window: Envelope) { self.window = window }

  /// The piece of a segment in the window, with ends there unchanged; nil when there is none.
  package func segment(_ start: Coordinate, _ end: Coordinate) -> (
    start: Coordinate, end: Coordinate
  )? {
    // Liang and Barsky: each side lets the segment in or out at a fraction of its length.
    var entry = 0.0
    var exit = 1.0
    let step = Coordinate(x: end.x - start.x, y: end.y - start.y)
    let sides = [
      (-step.x, start.x - window.minX), (step.x, window.maxX - start.x),
      (-step.y, start.y - window.minY), (step.y, window.maxY - start.y),
    ]
    for (speed, room) in sides {
      if speed == 0 {
        guard room >= 0 else { return nil }
      } else if speed < 0 {
        entry = max(entry, room / speed)
      } else {
        exit = min(exit, room / speed)
      }
    }
    guard entry <= exit else { return nil }
    func place(_ fraction: Double) -> Coordinate {
      Coordinate(x: start.x + step.x * fraction, y: start.y + step.y * fraction)
    }
    return (entry == 0 ? start : place(entry), exit == 1 ? end : place(exit))
  }

  /// The part of a ring in the window, as a ring whose first place is not repeated.
  package func ring(_ places: [Coordinate]) -> [Coordinate] {
    // Sutherland and Hodgman: one side after the other.
    var ring = places
    ring = cut(ring) { $0.x - window.minX }
    ring = cut(ring) { window.maxX - $0.x }
    ring = cut(ring) { $0.y - window.minY }
    return cut(ring) { window.maxY - $0.y }
  }

  /// The part of a ring where a linear measure of the place is not negative.
  private func cut(_ ring: [Coordinate], _ measure: (Coordinate) -> Double) -> [Coordinate] {
    guard var last = ring.last else { return [] }
    var kept: [Coordinate] = []
    for next in ring {
      let (before, after) = (measure(last), measure(next))
      if (before < 0) != (after < 0) {
        let fraction = before / (before - after)
        kept.append(
          Coordinate(
            x: last.x + (next.x - last.x) * fraction,
            y: last.y + (next.y - last.y) * fraction
          )
        )
      }
      if after >= 0 { kept.append(next) }
      last = next
    }
    return kept
  }
}
