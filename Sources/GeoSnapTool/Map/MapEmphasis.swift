internal import GeoSnap

/// Features that a figure brings out: in a colour of their own, while all else is grey.
struct MapEmphasis {
  /// What the legend says.
  var label: String
  var color: String
  var features: [FeatureID]

  /// Colours that tell many things apart, one after the other.
  static let palette = [
    "#c026a3", "#0b6bcb", "#0f7b3a", "#d97706", "#6d28d9", "#0e7490", "#be123c", "#65a30d",
    "#7c4a1e", "#334155",
  ]

  /// How points, lines and areas look.
  var classes: [MapClass] {
    [
      .point("\(label): points", order: 9, .circle, stroke: "#ffffff", fill: color, radius: 4.5),
      .line("\(label): lines", order: 9, color, width: 3),
      .area("\(label): areas", stroke: color, fill: "\(color)22"),
    ]
  }

  /// How all else looks.
  static let others: [MapClass] = [
    .point("Other points", order: 0, .circle, stroke: "#cbd2db", fill: "#cbd2db", radius: 2.2),
    .line("Other lines", order: 0, "#cbd2db", width: 1.4),
    .area("Other areas", stroke: "#e3e7ec", fill: "none"),
  ]
}

/// Stretches of lines that a figure brings out, drawn over the lines.
struct MapStretches {
  /// What the legend says.
  var label: String
  var color: String
  var geometries: [Geometry]

  func svg(_ projection: MapProjection) -> String {
    var path = MapPath(projection)
    for geometry in geometries { path.addLines(geometry) }
    return path.data.isEmpty ? "" : stroke(path.data) + "\n"
  }

  /// A sample for the legend.
  var swatch: String { stroke("M3 0h26") }

  private func stroke(_ data: String) -> String {
    "<path d=\"\(data)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"3.4\" "
      + "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
  }
}
