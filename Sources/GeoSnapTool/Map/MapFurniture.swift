internal import GeoSnap

/// What makes a drawing a map: a grid with coordinates, a scale bar, an arrow to the north.
struct MapFurniture {
  private let projection: MapProjection
  private let unit: String
  private let step: RoundStep

  init(_ projection: MapProjection, unit: String) {
    self.projection = projection
    self.unit = unit
    step = RoundStep(atMost: projection.unitsPerPixel * projection.width / 4.5)
  }

  /// Lines at round coordinates, to lie under the features.
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

  /// The coordinates of the grid, the scale bar and the arrow, to lie over the features.
  var svg: String {
    var svg = "<g font-size=\"10\" fill=\"#4b5563\" stroke=\"#ffffff\" stroke-width=\"4\" "
    svg += "paint-order=\"stroke\">\n"
    for x in step.multiples(in: projection.extent.minX...projection.extent.maxX)
    where pixelX(x) > 150 && pixelX(x) < projection.width - 60 {
      svg += text(step.text(x), x: pixelX(x) + 3, y: projection.height - 5)
    }
    for y in step.multiples(in: projection.extent.minY...projection.extent.maxY)
    where pixelY(y) > 12 && pixelY(y) < projection.height - 50 {
      svg += text(step.text(y), x: 4, y: pixelY(y) - 3)
    }
    return svg + "</g>\n" + scaleBarSVG + northSVG
  }

  private var scaleBarSVG: String {
    let length = RoundStep(atMost: projection.unitsPerPixel * 120)
    let pixels = String(pixel: length.value / projection.unitsPerPixel)
    let isKilometres = unit == "m" && length.value >= 1000
    let label =
      isKilometres
      ? "\(plain(length.value / 1000)) km" : "\(length.text(length.value)) \(unit)"
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
struct RoundStep {
  /// The length.
  private(set) var value: Double
  /// Digits after the decimal point that its multiples need.
  private var decimals = 0

  /// The greatest round length up to a bound above 0.
  init(atMost bound: Double) {
    var power = 1.0
    while power > bound && decimals < 300 {
      power /= 10
      decimals += 1
    }
    while power * 10 <= bound && power < 1e300 { power *= 10 }
    value = power * 5 <= bound ? power * 5 : power * 2 <= bound ? power * 2 : power
  }

  /// The multiples in a range; none when there would be more than a hundred, or when they lie so
  /// far from 0 that doubles cannot tell them apart.
  func multiples(in range: ClosedRange<Double>) -> [Double] {
    let first = (range.lowerBound / value).rounded(.up)
    let last = (range.upperBound / value).rounded(.down)
    guard first <= last, last - first <= 100, max(-first, last) < 1e15 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * value }
  }

  /// A multiple as text, without an exponent where possible.
  func text(_ multiple: Double) -> String {
    guard decimals > 0, decimals < 15, multiple.magnitude < 1e9 else {
      return plain(multiple)
    }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let digits = String(Int((multiple.magnitude * scale).rounded()))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = multiple < 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
