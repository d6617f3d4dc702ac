internal import GeoSnap

// There are many asset types and few ways to draw them. The usage of the source, and words in the names of domain,
// group and type, determine the class, so that networks from other sources are drawn as well.

extension MapClass {
  /// The class of every asset type of a definition.
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
  case gas
  case electric
  case water
  case structure
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
      .point(
        "\(label) junction",
        order: 0,
        .circle,
        stroke: color,
        fill: "#ffffff",
        radius: 2.2
      )
    case .assembly:
      .point(
        "\(label) container",
        order: 1,
        .square,
        stroke: "#8a6d3b",
        fill: "#fdf6e3",
        radius: 6
      )
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
    return .point(
      "\(label) device",
      order: 4,
      .diamond,
      stroke: "#ffffff",
      fill: color,
      radius: 5
    )
  }
}
