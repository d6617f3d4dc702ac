/// A way to draw features, with its line in the legend.
struct MapClass: Hashable {
  /// The mark for a feature that is a point, or smaller than half a pixel.
  enum Symbol: Hashable {
    /// A disc.
    case circle
    /// A square.
    case square
    /// A triangle that points up.
    case triangle
    /// A square on its corner.
    case diamond
  }

  /// What the legend says.
  var label: String
  /// What is drawn later lies on top: areas, then lines, then points.
  var order: Int
  /// The colour of lines and outlines.
  var stroke: String
  /// The width of lines, in pixels.
  var width: Double
  /// The dash pattern of lines, as SVG writes it; nil for solid ones.
  var dash: String?
  /// The colour inside areas and symbols.
  var fill: String
  /// The mark for points.
  var symbol: Symbol = .circle
  /// Half the size of the mark, in pixels.
  var radius: Double = 3
  /// Whether widths and sizes hold at every scale, as a legend of behaviours promises.
  var hasFixedSize = false
}

extension MapClass {
  static func area(_ label: String, stroke: String, fill: String) -> MapClass {
    MapClass(
      label: label, order: 0, stroke: stroke, width: 1.2, fill: fill, symbol: .square, radius: 5)
  }

  static func line(
    _ label: String, order: Int, _ color: String, width: Double, dash: String? = nil
  ) -> MapClass {
    MapClass(
      label: label, order: 10 + order, stroke: color, width: width, dash: dash, fill: color,
      radius: width / 2)
  }

  static func point(
    _ label: String, order: Int, _ symbol: Symbol, stroke: String, fill: String, radius: Double
  ) -> MapClass {
    MapClass(
      label: label, order: 20 + order, stroke: stroke, width: 1.2, fill: fill, symbol: symbol,
      radius: radius)
  }

  /// Plain tables: no rule concerns them, so they look like no part of a network.
  static func plain(_ name: String) -> MapClass {
    .point(name, order: 8, .triangle, stroke: "#ffffff", fill: "#c2185b", radius: 5)
  }
}
