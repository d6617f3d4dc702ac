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
    case circle, square, triangle, diamond, cross
  }

  package var label: String
  package var kind: Kind
  /// Among classes of one kind, the greater is on top.
  package var order: Int
  package var stroke: String
  package var width: Double
  /// The dash pattern of lines in SVG syntax; nil for solid ones.
  package var dash: String?
  package var fill: String
  package var symbol: Symbol = .circle
  package var radius: Double = 3
  /// Whether widths and sizes are the same at every scale, as the legend of snap behaviours requires.
  var hasFixedSize = false
  /// Whether it is highlighted, and so visible at every scale.
  var isBroughtOut = false
  /// The group of classes that share a row of the legend; nil for a separate row.
  var group: String?

  static func area(_ label: String, stroke: String, fill: String) -> MapClass {
    MapClass(label: label, kind: .area, order: 0, stroke: stroke, width: 1.2, fill: fill)
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

  /// For each table the classes without asset type: no rule concerns them, so they look unlike a network.
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

// There are many asset types and few ways to draw them. The usage of the source, and words in the names of domain,
// group and type, determine the class, so that networks from other sources are drawn as well.

extension MapClass {
  static func classes(of definition: NetworkDefinition) -> [AssetTypeID: MapClass] {
    var classes: [AssetTypeID: MapClass] = [:]
    for domain in definition.domainNetworks {
      let commodity = Commodity(domain)
      for entry in domain.sources.flatMap(\.assetTypeEntries) {
        classes[entry.id] = commodity.mapClass(
          entry.source.usage,
          names: "\(entry.group.name) \(entry.type.name)".lowercased()
        )
      }
    }
    return classes
  }
}

/// The commodity of a domain network, as far as it affects drawing.
private enum Commodity {
  case gas, electric, water, structure
  case other(String)

  init(_ domain: DomainNetwork) {
    let names = ([domain.name] + domain.sources.map(\.name)).joined(separator: " ").lowercased()
    if domain.isStructureNetwork {
      self = .structure
    } else if names.contains("gas") || names.contains("pipeline") {
      self = .gas
    } else if names.contains("electric") {
      self = .electric
    } else if names.contains("water") || names.contains("sewer") {
      self = .water
    } else {
      self = .other(domain.name)
    }
  }

  var label: String {
    switch self {
    case .gas: "Gas"
    case .electric: "Electric"
    case .water: "Water"
    case .structure: "Structure"
    case .other(let name): name
    }
  }

  var color: String {
    switch self {
    case .gas: "#b86e00"
    case .electric: "#1d5fa8"
    case .water: "#0b7f8f"
    case .structure: "#7a6a4f"
    case .other: "#4b5563"
    }
  }

  func mapClass(_ usage: NetworkSourceUsage, names: String) -> MapClass {
    switch usage {
    case .line, .subnetLine, .edgeObject, .structureLine, .structureEdgeObject:
      lineClass(names)
    case .device, .junctionObject:
      deviceClass(names)
    case .junction:
      .point("\(label) junction", order: 0, .circle, stroke: color, fill: "#ffffff", radius: 2.2)
    case .assembly:
      .point("\(label) container", order: 1, .square, stroke: "#8a6d3b", fill: "#fdf6e3", radius: 6)
    case .structureBoundary:
      .area("Station or cabinet", stroke: "#8a6d3b", fill: "#f3e3b3")
    case .structureJunction, .structureJunctionObject:
      .point("Structure", order: 1, .square, stroke: "#8a6d3b", fill: "#fdf6e3", radius: 5)
    }
  }

  private func lineClass(_ names: String) -> MapClass {
    switch self {
    case .gas where names.contains("service"):
      .line("Gas service", order: 1, "#e0a030", width: 1.2)
    case .gas: .line("Gas main", order: 2, color, width: 2.4)
    case .electric where names.contains("high voltage"):
      .line("High-voltage line", order: 5, "#3b0a57", width: 3)
    case .electric where names.contains("medium voltage"):
      .line("Medium-voltage line", order: 4, "#8e24aa", width: 2.6)
    case .electric where names.contains("low voltage"):
      .line("Low-voltage line", order: 3, "#3f86d6", width: 1.5)
    default: .line("\(label) line", order: 0, color, width: 1.6)
    }
  }

  private func deviceClass(_ names: String) -> MapClass {
    let customer = ["service", "meter", "load"].contains { names.contains($0) }
    if case .electric = self, names.contains("transformer") {
      return .point(
        "Transformer",
        order: 6,
        .square,
        stroke: "#ffffff",
        fill: "#8e24aa",
        radius: 5.5
      )
    }
    if names.contains("switch") || names.contains("breaker") || names.contains("valve") {
      let what = names.contains("valve") ? "\(label) valve" : "Switch"
      return .point(what, order: 5, .diamond, stroke: "#111827", fill: "#ffffff", radius: 4.5)
    }
    if customer {
      return .point(
        "\(label) customer",
        order: 3,
        .circle,
        stroke: "#ffffff",
        fill: color,
        radius: 3.6
      )
    }
    return .point("\(label) device", order: 4, .diamond, stroke: "#ffffff", fill: color, radius: 5)
  }
}

/// The snap behaviour of a kind of feature, in the colours of ArcGIS samples.
package enum MapSnapBehavior: Int, CaseIterable {
  case allowed, limited, prevented
  /// Disabled.
  case allowedOff, limitedOff

  /// The class of the behaviour: 3 points wide, which are 4 pixels, and pale where disabled.
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
  var table: Int
  /// The asset group's code; 0 in a plain table.
  var assetGroup: Int

  package init(table: Int, assetGroup: Int) {
    self.table = table
    self.assetGroup = assetGroup
  }
}
