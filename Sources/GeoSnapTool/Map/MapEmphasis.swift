package import GeoSnap

/// Features that a figure highlights in a separate colour, while all other features are grey.
package struct MapEmphasis {
  /// The text in the legend.
  package var label: String
  package var color: String
  package var features: [FeatureID]
  /// Whether the legend distinguishes points, lines and areas.
  var isDivided = true
  /// The width of lines, in pixels.
  package var width = 3.0
  /// Half the size of points, in pixels.
  var radius = 4.5

  /// Colours that are easy to distinguish, in order.
  static let palette = [
    "#c026a3", "#0b6bcb", "#0f7b3a", "#d97706", "#6d28d9", "#0e7490", "#be123c", "#65a30d",
    "#7c4a1e", "#334155",
  ]

  /// A colour by its number: those of the palette first, then further distinct ones.
  package static func color(_ number: Int) -> String {
    if number < palette.count { return palette[number] }
    // A third of the golden angle apart, so that successive colours of the same lightness are never alike.
    let hue = (Double(number) * 137.508).truncatingRemainder(dividingBy: 360) / 60
    let light = number.isMultiple(of: 2) ? 170.0 : 110
    return [0.0, 4, 2].reduce("#") { text, shift in
      let side = (hue + shift).truncatingRemainder(dividingBy: 6)
      let value = Int(light * min(max((side - 3).magnitude - 1, 0), 1)) + 30
      return text + HexDigits.text([UInt8(value)], inCapitals: false)
    }
  }

  /// The classes of its points, lines and areas.
  var classes: [MapClass] {
    func name(_ kind: String) -> String { isDivided ? "\(label): \(kind)" : label }
    var classes: [MapClass] = [
      .point(name("points"), order: 9, .circle, stroke: "#ffffff", fill: color, radius: radius),
      .line(name("lines"), order: 9, color, width: width),
      .area(name("areas"), stroke: color, fill: "\(color)22"),
    ]
    for index in classes.indices {
      classes[index].isBroughtOut = true
      if !isDivided { classes[index].group = self.key }
    }
    return classes
  }

  /// Identifies its row in the legend.
  var key: String { "\(label) \(color)" }

  /// A sample for the legend: a line with a point on it.
  var swatch: String {
    let (point, line) = (classes[0], classes[1])
    return line.groupStart(size: 1) + "<path d=\"M3 0h26\"/></g>" + point.groupStart(size: 1)
      + "<path d=\"M16 0\(MapPath.outline(point.symbol, radius: radius))\"/></g>"
  }

  /// The classes of all other features.
  static let others: [MapClass] = [
    .point("Other points", order: 0, .circle, stroke: "#cbd2db", fill: "#cbd2db", radius: 2.2),
    .line("Other lines", order: 0, "#cbd2db", width: 1.4),
    .area("Other areas", stroke: "#e3e7ec", fill: "none"),
  ]
}

/// Highlighted stretches of lines, drawn over the lines.
struct MapStretches {
  /// The text in the legend.
  var label: String
  var color: String
  var geometries: [Geometry]

  func svg(_ projection: MapProjection) -> String {
    var path = MapPath(projection)
    for geometry in geometries { path.addLines(geometry) }
    return path.data.isEmpty ? "" : stroke(path.data) + "\n"
  }

  var swatch: String { stroke("M3 0h26") }

  private func stroke(_ data: String) -> String {
    "<path d=\"\(data)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"3.4\" "
      + "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
  }
}
