internal import GeoSnap

/// Determines the voltage level of each bus.
///
/// It derives the level from the base voltage, otherwise from the windings and loads at the bus, otherwise from
/// neighbouring buses; the default is medium voltage.
enum OpenDSSLevels {
  /// The square root of 3: the ratio of the voltage between lines to that between line and neutral.
  static let betweenLines = 1.732_050_807_568_877_2

  static func levels(_ circuit: OpenDSSCircuit) -> [VoltageLevel] {
    var levels = circuit.buses.map { bus in
      bus.kilovolts.map { VoltageLevel(kilovolts: $0 * betweenLines) }
    }
    var neighbours = Array(repeating: [Int](), count: levels.count)
    for element in circuit.elements {
      switch element.kind {
      case .transformer:
        for (bus, kilovolts) in zip(element.buses, element.kilovolts) where levels[bus] == nil {
          levels[bus] = VoltageLevel(kilovolts: kilovolts)
        }
      case .load:
        if let kilovolts = element.kilovolts.first, levels[element.buses[0]] == nil {
          levels[element.buses[0]] = VoltageLevel(kilovolts: kilovolts)
        }
      default:
        guard element.isSeries else { continue }
        neighbours[element.buses[0]].append(element.buses[1])
        neighbours[element.buses[1]].append(element.buses[0])
      }
    }
    var open = levels.indices.filter { levels[$0] != nil }
    while let bus = open.popLast() {
      for next in neighbours[bus] where levels[next] == nil {
        levels[next] = levels[bus]
        open.append(next)
      }
    }
    return levels.map { $0 ?? .medium }
  }
}
