internal import GeoSnap

struct OpenDSSBus {
  var name: String
  var coordinate: Coordinate?
  /// The nodes; 1 to 3 are the phases.
  var nodes: [Int] = []
  /// The base voltage between line and neutral, in kilovolts; nil when the circuit has none.
  var kilovolts: Double?
}

struct OpenDSSElement {
  let line: Int
  let className: String
  let name: String
  let isEnabled: Bool
  let phaseCount: Int
  let buses: [Int]
  /// For each terminal, the nodes of its conductors; 0 is the ground.
  let nodes: [[Int]]
  let isSwitch: Bool
  var openTerminals: Set<Int>
  let openNodes: [Set<Int>]
  let metres: Double?
  let lineCode: String
  /// The rating of a transformer in kVA, or the power of a load or generator in kW.
  let power: Double?
  /// The voltage of each winding, or of a load, in kilovolts.
  let kilovolts: [Double]
  let bank: String

  var kind: OpenDSSKind

  var key: String { "\(className).\(name.lowercased())" }

  var distinctBuses: [Int] {
    var seen: Set<Int> = []
    return buses.filter { seen.insert($0).inserted }
  }

  /// Whether it joins two buses; the other end of a shunt is grounded or at the same bus.
  var isSeries: Bool {
    guard buses.count > 1, buses[1] != buses[0] else { return false }
    return nodes[1].contains { $0 != 0 } || nodes[1].isEmpty
  }

  /// The number of terminals at buses: 1 for an element at a single bus.
  var joinedTerminals: Int { kind == .line || kind == .transformer || isSeries ? buses.count : 1 }

  /// The nodes of a terminal whose conductors are closed, for an element between two buses at both ends.
  func closedNodes(_ terminal: Int) -> [Int] {
    let isThrough = kind == .line || isSeries
    return nodes[terminal].enumerated().filter { conductor, node in
      if openNodes[terminal].contains(node) { return false }
      guard isThrough, nodes.count == 2 else { return true }
      let other = 1 - terminal
      return conductor >= nodes[other].count || !openNodes[other].contains(nodes[other][conductor])
    }.map(\.element)
  }

  /// Whether no phase is closed, for an element between two buses at both ends.
  var isOpenThroughout: Bool {
    let phases = nodes[0].filter { (1...3).contains($0) }
    let counted = phases.isEmpty ? nodes[0] : phases
    return !counted.isEmpty && !closedNodes(0).contains(where: counted.contains)
  }

  /// Whether it is a single-phase transformer with two half windings on one bus, which feed two legs.
  var isCentreTapped: Bool {
    kind == .transformer && buses.count == 3 && buses[1] == buses[2] && buses[0] != buses[1]
      && phaseCount == 1
  }

  /// Whether it is a regulator: one winding on each of two buses, with the same voltage.
  var isRegulator: Bool {
    guard kind == .transformer, buses.count == 2, buses[0] != buses[1], kilovolts.count == 2 else {
      return false
    }
    return abs(kilovolts[0] - kilovolts[1]) <= 0.02 * max(kilovolts[0], kilovolts[1])
  }
}

enum OpenDSSKind: String {
  case line
  case transformer
  case reactor
  case capacitor
  case load
  case source
  case currentSource
  case generator
  case photovoltaic
  case storage
  case wind

  /// The kind of a class; nil for one that is not imported, such as controls and meters.
  init?(className: String) {
    switch className {
    case "line": self = .line
    case "transformer", "autotrans": self = .transformer
    case "reactor": self = .reactor
    case "capacitor": self = .capacitor
    case "load": self = .load
    case "vsource": self = .source
    case "isource": self = .currentSource
    case "generator", "indmach012": self = .generator
    case "pvsystem", "pvsystem2": self = .photovoltaic
    case "storage", "storage2": self = .storage
    case "windgen": self = .wind
    default: return nil
    }
  }
}
