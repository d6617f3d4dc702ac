internal import GeoSnap

/// The markers of a figure with labels that do not cover each other.
struct MapLabels {
  private let markers: [MapMarker]
  private let projection: MapProjection

  init(_ markers: [MapMarker], _ projection: MapProjection) {
    self.markers = markers
    self.projection = projection
  }

  /// Circles and arrows first, then marks, then text.
  var svg: String {
    markers.map(tolerance).joined() + markers.map(arrow).joined()
      + markers.map { $0.kind.svg(at: projection.pixel($0.location)) + "\n" }.joined() + labels
  }

  private func tolerance(_ marker: MapMarker) -> String {
    guard let tolerance = marker.tolerance else { return "" }
    let center = projection.pixel(marker.location)
    return "<circle cx=\"\(String(pixel: center.x))\" cy=\"\(String(pixel: center.y))\" "
      + "r=\"\(String(pixel: tolerance / projection.unitsPerPixel))\" fill=\"#11182710\" "
      + "stroke=\"\(marker.kind.color)\" stroke-width=\"1.2\" stroke-dasharray=\"3 3\"/>\n"
  }

  private func arrow(_ marker: MapMarker) -> String {
    guard let target = marker.target else { return "" }
    let from = projection.pixel(marker.location)
    let to = projection.pixel(target)
    let length = from.distance(to: to)
    // Room for the marks at both ends; without it they show the way well enough.
    guard length > 24 else { return "" }
    let unit = Coordinate(x: (to.x - from.x) / length, y: (to.y - from.y) / length)
    func place(_ along: Double, _ across: Double) -> Coordinate {
      Coordinate(
        x: from.x + unit.x * along - unit.y * across,
        y: from.y + unit.y * along + unit.x * across
      )
    }
    let tip = length - 9
    var data = "M"
    data.append(pixel: place(10, 0))
    for next in [place(tip, 0), place(tip - 7, 4)] {
      data.append("L")
      data.append(pixel: next)
    }
    data.append("M")
    data.append(pixel: place(tip, 0))
    data.append("L")
    data.append(pixel: place(tip - 7, -4))
    return "<path d=\"\(data)\" fill=\"none\" stroke=\"\(marker.kind.color)\" "
      + "stroke-width=\"1.8\" stroke-linecap=\"round\"/>\n"
  }

  /// Labels from top to bottom; one that would cover another moves below it.
  private var labels: String {
    var placed: [Envelope] = []
    var svg = "<g font-size=\"12.5\" font-weight=\"600\" stroke=\"#ffffff\" stroke-width=\"4\" "
    svg += "stroke-linejoin=\"round\" paint-order=\"stroke\">\n"
    let labelled = markers.filter { !$0.label.isEmpty }
      .map { (marker: $0, pixel: projection.pixel($0.location)) }
      .sorted { ($0.pixel.y, $0.pixel.x) < ($1.pixel.y, $1.pixel.x) }
    for (marker, pixel) in labelled {
      // About seven pixels a character; to the left where there is no room to the right.
      let width = Double(marker.label.count) * 7
      let isLeft = pixel.x + 14 + width > projection.width && pixel.x - 14 - width > 0
      let x = isLeft ? pixel.x - 14 : pixel.x + 14
      var box = Envelope(
        minX: isLeft ? x - width : x,
        minY: pixel.y - 8,
        maxX: isLeft ? x : x + width,
        maxY: pixel.y + 8
      )
      while let other = placed.first(where: { $0.intersects(box) }) {
        let move = other.maxY + 1 - box.minY
        box.minY += move
        box.maxY += move
      }
      placed.append(box)
      svg += "<text x=\"\(String(pixel: x))\" y=\"\(String(pixel: box.minY + 12))\" "
      svg += "fill=\"\(marker.kind.color)\"\(isLeft ? " text-anchor=\"end\"" : "")>"
      svg += "\(marker.label.xmlEscaped)</text>\n"
    }
    return svg + "</g>\n"
  }
}
