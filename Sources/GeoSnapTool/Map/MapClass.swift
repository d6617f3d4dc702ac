import GeoSnap

/// A way to draw features, with its line in the legend.
package struct MapClass: Hashable, Sendable {
  /// What is drawn: areas lie below lines, lines below points.
  package enum Kind: Int, Hashable, Sendable {
    /// Areas, filled and outlined.
    case area
    /// Lines, and the outlines of whatever else there is.
    case line
    /// Points as symbols.
    case point
  }

  /// The mark for a feature that is a point, or smaller than half a pixel.
  package enum Symbol: String, Hashable, Sendable {
    /// A disc.
    case circle
    /// A square.
    case square
    /// A triangle that points up.
    case triangle
    /// A square on its corner.
    case diamond
    /// Two strokes that cross.
    case cross
  }

  /// What the legend says.
  package var label: String
  /// What is drawn.
  package var kind: Kind
  /// Among classes of one kind, the greater lies on top.
  package var order: Int
  /// The colour of lines and outlines.
  package var stroke: String
  /// The width of lines, in pixels.
  package var width: Double
  /// The dash pattern of lines, as SVG writes it; nil for solid ones.
  package var dash: String?
  /// The colour inside areas and symbols.
  package var fill: String
  /// The mark for points.
  package var symbol: Symbol = .circle
  /// Half the size of the mark, in pixels.
  package var radius: Double = 3
  /// Whether widths and sizes hold at every scale, as a legend of behaviours promises.
  var hasFixedSize = false
  /// Whether it is brought out of all else, and so seen at every scale.
  var isBroughtOut = false
  /// What the classes have in common that share a row of the legend; nil for a row of its own.
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

  /// For each table how points, lines and areas look that have no asset type: like no part of a
  /// network, as no rule concerns them.
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
