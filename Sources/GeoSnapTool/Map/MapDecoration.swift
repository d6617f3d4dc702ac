package import GeoSnap

/// The grid with coordinates, the scale bar and the north arrow of a map.
package struct MapDecoration {
  private let projection: MapProjection
  private let unit: String
  private let step: RoundStep

  package init(_ projection: MapProjection, unit: String) {
    self.projection = projection
    self.unit = unit
    step = RoundStep(atMost: projection.unitsPerPixel * projection.width / 4.5)
  }

  var gridSVG: String {
    var path = ""
    for x in step.multiples(in: projection.extent.minX...projection.extent.maxX) {
      path += "M\(String(pixel: pixelX(x))) 0v\(String(pixel: projection.height))"
    }
    for y in step.multiples(in: projection.extent.minY...projection.extent.maxY) {
      path += "M0 \(String(pixel: pixelY(y)))h\(String(pixel: projection.width))"
    }
    return "<path d=\"\(path)\" fill=\"none\" stroke=\"#e3e8ee\" stroke-width=\"1\"/>\n"
  }

  /// The coordinates of the grid, the scale bar and the arrow, for the layer above the features.
  var svg: String {
    var svg = "<g font-size=\"10\" fill=\"#4b5563\" stroke=\"#ffffff\" stroke-width=\"4\" "
    svg += "paint-order=\"stroke\">\n"
    for (text, place) in gridTexts { svg += self.text(text, x: place.x, y: place.y) }
    return svg + "</g>\n" + scaleBarSVG + northSVG
  }

  /// The boxes of the grid's coordinates, the scale bar and the arrow, which labels must not cover.
  package var boxes: [Envelope] {
    var boxes = [
      Envelope(minX: 8, minY: projection.height - 44, maxX: 145, maxY: projection.height),
      Envelope(minX: projection.width - 34, minY: 4, maxX: projection.width, maxY: 50),
    ]
    for (text, place) in gridTexts {
      let width = MapText.width(text) * 10
      boxes.append(
        Envelope(minX: place.x, minY: place.y - 10, maxX: place.x + width, maxY: place.y + 2)
      )
    }
    return boxes
  }

  /// A length in coordinate units as text, in kilometres from a kilometre on;
  /// `digits` is the number of significant digits; `value` must not be negative.
  static func length(_ value: Double, unit: String, digits: Int = 2) -> String {
    let isKilometres = unit == "m" && value >= 1000
    let shown = isKilometres ? value / 1000 : value
    let space = unit == "°" ? "" : " "
    return "\(rounded(shown, digits: digits))\(space)\(isKilometres ? "km" : unit)"
  }

  /// A number from 0 on, rounded to significant digits.
  package static func rounded(_ value: Double, digits: Int) -> String {
    guard value > 0, value.isFinite else { return "0" }
    var step = 1.0
    while step * 10 <= value { step *= 10 }
    while step > value { step /= 10 }
    for _ in 1..<digits { step /= 10 }
    return plain((value / step).rounded() * step)
  }

  private var gridTexts: [(text: String, place: Coordinate)] {
    let columns = step.multiples(in: projection.extent.minX...projection.extent.maxX)
      .filter { pixelX($0) > 150 && pixelX($0) < projection.width - 60 }
      .map { (step.text($0), Coordinate(x: pixelX($0) + 3, y: projection.height - 5)) }
    let rows = step.multiples(in: projection.extent.minY...projection.extent.maxY)
      .filter { pixelY($0) > 12 && pixelY($0) < projection.height - 50 }
      .map { (step.text($0), Coordinate(x: 4, y: pixelY($0) - 3)) }
    return columns + rows
  }

  private var scaleBarSVG: String {
    let length = RoundStep(atMost: projection.unitsPerPixel * 120)
    let pixels = String(pixel: length.value / projection.unitsPerPixel)
    let isKilometres = unit == "m" && length.value >= 1000
    let label =
      isKilometres
      ? "\(plain(length.value / 1000)) km"
      : "\(length.text(length.value)) \(length.value == 1 && unit == "units" ? "unit" : unit)"
    return "<g transform=\"translate(14 \(String(pixel: projection.height - 18)))\">"
      + "<path d=\"M0-5v5h\(pixels)v-5\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"5\"/>"
      + "<path d=\"M0-5v5h\(pixels)v-5\" fill=\"none\" stroke=\"#111827\" stroke-width=\"1.6\"/>"
      + "<text y=\"-9\" font-size=\"11\" fill=\"#111827\" stroke=\"#ffffff\" stroke-width=\"3\" "
      + "paint-order=\"stroke\">\(label.xmlEscaped)</text></g>\n"
  }

  private var northSVG: String {
    "<g transform=\"translate(\(String(pixel: projection.width - 20)) 34)\">"
      + "<path d=\"M0-24l7 20l-7-5l-7 5z\" fill=\"#111827\" stroke=\"#ffffff\"/>"
      + "<text y=\"10\" text-anchor=\"middle\" font-size=\"11\" fill=\"#111827\" "
      + "stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">N</text></g>\n"
  }

  private func text(_ text: String, x: Double, y: Double) -> String {
    "<text x=\"\(String(pixel: x))\" y=\"\(String(pixel: y))\">\(text.xmlEscaped)</text>\n"
  }

  private func pixelX(_ x: Double) -> Double { projection.pixel(Coordinate(x: x, y: 0)).x }
  private func pixelY(_ y: Double) -> Double { projection.pixel(Coordinate(x: 0, y: y)).y }
}

/// A length of 1, 2 or 5 times a power of ten.
package struct RoundStep {
  package private(set) var value: Double
  /// The number of decimals that its multiples need.
  private var decimals = 0

  /// The greatest round length up to a bound above 0.
  package init(atMost bound: Double) {
    var power = 1.0
    while power > bound && decimals < 300 {
      power /= 10
      decimals += 1
    }
    while power * 10 <= bound && power < 1e300 { power *= 10 }
    value = power * 5 <= bound ? power * 5 : power * 2 <= bound ? power * 2 : power
  }

  /// The multiples in a range; none when there would be too many, or doubles cannot represent them separately.
  package func multiples(in range: ClosedRange<Double>) -> [Double] {
    let first = (range.lowerBound / value).rounded(.up)
    let last = (range.upperBound / value).rounded(.down)
    guard first <= last, last - first <= 100, max(-first, last) < 1e15 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * value }
  }

  /// A multiple as text, without an exponent where possible.
  package func text(_ multiple: Double) -> String {
    guard decimals > 0, decimals < 15, multiple.magnitude < 1e9 else { return plain(multiple) }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let digits = String(Int((multiple.magnitude * scale).rounded()))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = multiple < 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

package enum MapDirection: String, CaseIterable {
  case east
  case northEast = "north-east"
  case north
  case northWest = "north-west"
  case west
  case southWest = "south-west"
  case south
  case southEast = "south-east"

  package init(from: Coordinate, to: Coordinate) {
    let away = Coordinate(x: to.x - from.x, y: to.y - from.y)
    func share(_ direction: MapDirection) -> Double {
      direction.step.x * away.x + direction.step.y * away.y
    }
    self = MapDirection.allCases.dropFirst().reduce(.east) { share($1) > share($0) ? $1 : $0 }
  }

  /// A step of length 1 in the direction, with y to the north.
  package var step: Coordinate {
    let slant = 0.5.squareRoot()
    let turns = [1, slant, 0, -slant, -1, -slant, 0, slant]
    let number = MapDirection.allCases.firstIndex(of: self) ?? 0
    return Coordinate(x: turns[number], y: turns[(number + 6) % 8])
  }
}

/// The parts of a picture's subject that lie beyond the map: their number, direction and distance.
package struct MapOutside {
  package struct Group {
    var direction: MapDirection
    package var count: Int
    /// The distance of the nearest part from the border, in coordinate units.
    var distance: Double
  }

  package let groups: [Group]
  private let projection: MapProjection
  private let unit: String

  private static let color = "#6d28d9"

  package init(_ subject: [Envelope], _ projection: MapProjection, unit: String) {
    self.projection = projection
    self.unit = unit
    let frame = projection.extent
    var groups: [MapDirection: Group] = [:]
    for envelope in subject where !envelope.intersects(frame) {
      let direction = MapDirection(from: frame.center, to: envelope.center)
      let (x, y) = (
        max(max(envelope.minX - frame.maxX, frame.minX - envelope.maxX), 0),
        max(max(envelope.minY - frame.maxY, frame.minY - envelope.maxY), 0)
      )
      let distance = (x * x + y * y).squareRoot()
      var group = groups[direction] ?? Group(direction: direction, count: 0, distance: distance)
      group.count += 1
      group.distance = min(group.distance, distance)
      groups[direction] = group
    }
    self.groups = MapDirection.allCases.compactMap { groups[$0] }
  }

  package var sentence: String? {
    guard !groups.isEmpty else { return nil }
    let parts = groups.map { group in
      "\(group.count.counting("feature", "features")) \(length(group)) to the "
        + group.direction.rawValue
    }
    return "Beyond the picture: \(parts.joined(separator: ", "))."
  }

  package var labels: [MapLabel] {
    groups.map { group in
      let pixel = pixel(of: group)
      return MapLabel(
        text: "\(group.count.counting("feature", "features")) \(length(group)) "
          + group.direction.rawValue,
        place: Coordinate(
          x: projection.extent.minX + pixel.x * projection.unitsPerPixel,
          y: projection.extent.maxY - pixel.y * projection.unitsPerPixel
        ),
        color: Self.color
      )
    }
  }

  var boxes: [Envelope] { groups.map { Envelope(around: pixel(of: $0), radius: 8) } }

  package var svg: String {
    groups.map { group in
      let (pixel, step) = (pixel(of: group), group.direction.step)
      func corner(_ along: Double, _ across: Double) -> Coordinate {
        Coordinate(
          x: pixel.x + step.x * along - step.y * across,
          y: pixel.y - step.y * along - step.x * across
        )
      }
      var data = "M"
      data.append(pixel: corner(8, 0))
      for next in [corner(-6, 6), corner(-6, -6)] { data.append("L", pixel: next) }
      return "<path d=\"\(data)z\" fill=\"\(Self.color)\" stroke=\"#ffffff\" stroke-width=\"2\"/>\n"
    }.joined()
  }

  static let swatch = "<path d=\"M24 0L10 6V-6z\" fill=\"\(color)\"/>"

  private func length(_ group: Group) -> String { MapDecoration.length(group.distance, unit: unit) }

  /// The place of its arrow: in its direction from the middle, just within the border.
  private func pixel(of group: Group) -> Coordinate {
    let (width, height) = (projection.width / 2, projection.height / 2)
    let step = group.direction.step
    // Away from the north arrow, and from the scale bar in the south-west.
    let inset = 12.0
    let x = step.x == 0 ? 0 : (step.x > 0 ? width - inset : inset - width)
    let y = step.y == 0 ? 0 : (step.y > 0 ? inset - height : height - inset)
    let isCorner = step.x != 0 && step.y != 0
    return Coordinate(x: width + x * (isCorner ? 0.9 : 1), y: height + y * (isCorner ? 0.9 : 1))
  }
}

package struct MapDrawing {
  let title: String
  /// The map in its frame, with the upper left corner at the origin.
  let map: String
  let mapSize: (width: Double, height: Double)
  package let legend: MapLegend
  package let counts: MapCounts
  /// Further notes on the drawing: features beyond it, labels without room.
  let remarks: [String]

  static let gap = 18.0
  static let fonts = "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\""

  var width: Double { mapSize.width + MapDrawing.gap + MapLegend.width }
  var height: Double { max(mapSize.height, legend.height) }

  var summary: String { ([counts.sentence] + remarks).joined(separator: " ") }

  var content: String {
    "\(map)<g transform=\"translate(\(String(pixel: mapSize.width + MapDrawing.gap)) 0)\">\n"
      + "\(legend.svg)</g>\n"
  }

  package var svg: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(String(pixel: width)) "
      + "\(String(pixel: height))\" preserveAspectRatio=\"xMinYMin\" \(MapDrawing.fonts) "
      + "role=\"img\">\n<title>\(title.xmlEscaped)</title>\n\(content)</svg>\n"
  }
}
