public import GeoSnap

/// Reads the tables of an OpenDSS circuit that `Scripts/export_opendss.py` writes.
///
/// `buses.csv` and `elements.csv` are required; `fuses.csv` has the terminals with fuses.
public struct OpenDSSImporter: NetworkImporter {
  let options: ImportOptions
  private let makesAssemblies: Bool

  /// Creates an importer; `makesAssemblies` says whether there are assemblies, poles and substations.
  public init(options: ImportOptions = ImportOptions(), makesAssemblies: Bool = true) {
    self.options = options
    self.makesAssemblies = makesAssemblies
  }

  /// Reads the tables by their names as ``NetworkImporter/read(_:named:appendingTo:)``; other files are ignored.
  ///
  /// - Complexity: O(n log n) in the size of the files and the network.
  public func read(_ files: [ImportFile], named: String, appendingTo network: UtilityNetwork? = nil)
    throws(ImportError) -> ImportResult
  {
    let circuit = try ImportError.naming(named, OpenDSSCircuit(files))
    try ImportError.refuse(circuit.problems, named)
    var builder = OpenDSSGraph(circuit, options: options, makesAssemblies: makesAssemblies)
    builder.build()
    let graphImport = GraphImport(
      graph: builder.graph,
      catalog: ElectricCatalog.make(tiers: options.tiers, of: .circuit),
      srid: options.srid,
      report: ImportReport(
        elementsRead: circuit.counts,
        notImported: circuit.notImported,
        notes: circuit.notes + builder.notes
      ),
      container: builder.container
    )
    return try graphImport.run(options: options, file: named, appendingTo: network)
  }
}

/// The level of each bus: by base voltage, else by windings and loads, else by neighbours, else medium.
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

enum OpenDSSFlow {
  /// For each bus, the least number of conducting elements between it and a source.
  static func distances(_ circuit: OpenDSSCircuit) -> [Int?] {
    var neighbours = Array(repeating: [Int](), count: circuit.buses.count)
    var distances = [Int?](repeating: nil, count: circuit.buses.count)
    var front: [Int] = []
    for element in circuit.elements where element.isEnabled {
      if element.kind == .source && distances[element.buses[0]] == nil {
        distances[element.buses[0]] = 0
        front.append(element.buses[0])
      }
      guard element.joinedTerminals > 1 else { continue }
      let closed = element.buses.indices.filter { !element.openTerminals.contains($0) }
      guard let first = closed.first else { continue }
      for terminal in closed.dropFirst() {
        neighbours[element.buses[first]].append(element.buses[terminal])
        neighbours[element.buses[terminal]].append(element.buses[first])
      }
    }
    var distance = 0
    while !front.isEmpty {
      distance += 1
      var next: [Int] = []
      for bus in front {
        for neighbour in neighbours[bus] where distances[neighbour] == nil {
          distances[neighbour] = distance
          next.append(neighbour)
        }
      }
      front = next
    }
    return distances
  }
}

/// The phases at each bus and terminal, as the bits A = 4, B = 2, C = 1; on the secondary of a centre-tapped
/// transformer, nodes 1 and 2 are legs, and the phase is that of the primary.
struct OpenDSSPhases {
  private let circuit: OpenDSSCircuit
  /// For each bus of a secondary, the phases that feed it; nil elsewhere.
  private var secondary: [Int?]

  init(_ circuit: OpenDSSCircuit, levels: [VoltageLevel]) {
    self.circuit = circuit
    secondary = Array(repeating: nil, count: circuit.buses.count)
    var neighbours = Array(repeating: [Int](), count: circuit.buses.count)
    var fed = Array(repeating: [Int](), count: circuit.buses.count)
    var waiting: [Int] = []
    for (number, element) in circuit.elements.enumerated() {
      let isBranch = element.kind == .line || element.kind == .reactor || element.kind == .capacitor
      if isBranch && element.isSeries {
        let (from, to) = (element.buses[0], element.buses[1])
        guard levels[from] == .low, levels[to] == .low else { continue }
        neighbours[from].append(to)
        neighbours[to].append(from)
      } else if element.isCentreTapped {
        fed[element.buses[0]].append(number)
        waiting.append(number)
      }
    }
    while let number = waiting.popLast() {
      let element = circuit.elements[number]
      var open = [element.buses[1]]
      let phases = bits(of: element, terminal: 0)
      while let bus = open.popLast() {
        let former = secondary[bus]
        guard former == nil || (former ?? 0) | phases != former else { continue }
        secondary[bus] = (former ?? 0) | phases
        open += neighbours[bus]
        waiting += fed[bus]
      }
    }
  }

  private func bits(_ nodes: [Int]) -> Int {
    nodes.reduce(0) { $0 | ((1...3).contains($1) ? 8 >> $1 : 0) }
  }

  func bits(of element: OpenDSSElement, terminal: Int) -> Int {
    secondary[element.buses[terminal]] ?? bits(element.nodes[terminal])
  }

  func carried(by element: OpenDSSElement, terminal: Int) -> Int {
    secondary[element.buses[terminal]] ?? bits(element.closedNodes(terminal))
  }

  func bits(ofBus bus: Int) -> Int { secondary[bus] ?? bits(circuit.buses[bus].nodes) }
}
