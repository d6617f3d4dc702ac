import GeoSnap

/// A way to draw features, with its line in the legend.
package struct MapClass: Hashable, Sendable {
  /// The kind of geometry: areas are drawn below lines, lines below points.
  package enum Kind: Int, Hashable, Sendable {
    case area
    /// Lines, and the outlines of all other geometries.
    case line
    case point
  }

  /// The mark for a feature that is a point, or smaller than half a pixel.
  package enum Symbol: String, Hashable, Sendable {
    case circle
    case square
    case triangle
    case diamond
    case cross
  }

  /// The text in the legend.
  package var label: String
  package var kind: Kind
  /// Among classes of one kind, the greater is on top.
  package var order: Int
  package var stroke: String
  /// The width of lines, in pixels.
  package var width: Double
  /// The dash pattern of lines in SVG syntax; nil for solid ones.
  package var dash: String?
  /// The colour inside areas and symbols.
  package var fill: String
  package var symbol: Symbol = .circle
  /// Half the size of the mark, in pixels.
  package var radius: Double = 3
  /// Whether widths and sizes are the same at every scale, as the legend of snap behaviours requires.
  var hasFixedSize = false
  /// Whether it is highlighted, and so visible at every scale.
  var isBroughtOut = false
  /// The group of classes that share a row of the legend; nil for a separate row.
  var group: String?
}

extension MapClass {
  static func area(_ label: String, stroke: String, fill: String) -> MapClass {
    MapClass(
      label: label,
      kind: .area,
      order: 0,
      stroke: stroke,
      width: 1.2,
      fill: fill
    )
  }

  static func line(
    _ label: String,
    order: Int,
    _ color: String,
    width: Double,
    dash: String? = nil
  ) -> MapClass {
    MapClass(
      label: label,
      kind: .line,
      order: order,
      stroke: color,
      width: width,
      dash: dash,
      fill: color
    )
  }

  static func point(
    _ label: String,
    order: Int,
    _ symbol: Symbol,
    stroke: String,
    fill: String,
    radius: Double
  ) -> MapClass {
    MapClass(
      label: label,
      kind: .point,
      order: order,
      stroke: stroke,
      width: 1.2,
      fill: fill,
      symbol: symbol,
      radius: radius
    )
  }

  /// For each table the classes of points, lines and areas without asset type: no rule concerns them, so they look
  /// unlike parts of a network.
  static func plainClasses(of tables: [FeatureTable]) -> [[MapClass]] {
    let colors = ["#c2185b", "#00796b", "#5e35b1", "#6d4c41"]
    var next = 0
    return tables.map { table in
      let color = colors[next % colors.count]
      if table.sourceID == nil { next += 1 }
      return [
        .point(table.name, order: 8, .triangle, stroke: "#ffffff", fill: color, radius: 5),
        .line(table.name, order: 8, color, width: 1.4, dash: "6 3"),
        .area(table.name, stroke: color, fill: "none"),
      ]
    }
  }
}
