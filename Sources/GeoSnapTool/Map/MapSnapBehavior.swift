/// The snap behaviour of a kind of feature, in the colours of ArcGIS samples.
package enum MapSnapBehavior: Int, CaseIterable {
  /// Snapped without a rule.
  case allowed
  /// Snapped where a rule allows it.
  case limited
  /// Never snapped.
  case prevented
  /// Snapped without a rule, but disabled.
  case allowedOff
  /// Snapped where a rule allows it, but disabled.
  case limitedOff

  /// The class of the behaviour: 3 points wide, which are 4 pixels, and pale where disabled.
  ///
  /// It is distinct without colours too: dashed and round for allowed, solid and square for limited, dotted and
  /// crossed out for prevented.
  var mapClass: MapClass {
    switch self {
    case .allowed: .behavior("Snapping allowed", order: 4, "#1a9641", dash: "9 6", .circle)
    case .limited: .behavior("Snapping limited by rules", order: 3, "#f58a07", dash: nil, .square)
    case .allowedOff: .behavior("Snapping allowed, off", order: 2, "#a9d8b8", dash: "9 6", .circle)
    case .limitedOff: .behavior("Snapping limited, off", order: 1, "#fbd3a0", dash: nil, .square)
    case .prevented: .behavior("Snapping prevented", order: 0, "#d7191c", dash: "0 7", .cross)
    }
  }
}

/// The features of one table that share an asset group.
package struct MapSubtype: Hashable {
  /// The index of the table in the network.
  var table: Int
  /// The asset group's code; 0 in a plain table.
  var assetGroup: Int

  package init(table: Int, assetGroup: Int) {
    self.table = table
    self.assetGroup = assetGroup
  }
}

extension MapClass {
  fileprivate static func behavior(
    _ label: String,
    order: Int,
    _ color: String,
    dash: String?,
    _ symbol: Symbol
  ) -> MapClass {
    MapClass(
      label: label,
      kind: .line,
      order: order + 1,
      stroke: color,
      width: 4,
      dash: dash,
      fill: color,
      symbol: symbol,
      radius: 3.6,
      hasFixedSize: true
    )
  }

  /// The class of features that are not snap sources, in a figure of behaviours.
  static let withoutBehavior = MapClass(
    label: "No snap source",
    kind: .line,
    order: 0,
    stroke: "#c4c9d1",
    width: 1,
    fill: "#c4c9d1",
    radius: 2
  )
}
