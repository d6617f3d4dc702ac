/// The phases at each bus and terminal, as the bits A = 4, B = 2, C = 1.
///
/// On the secondary of a centre-tapped transformer, nodes 1 and 2 are legs. Their phase is that of the primary, as
/// far as lines, switches and series elements connect.
struct OpenDSSPhases {
  private let circuit: OpenDSSCircuit
  /// For each bus of a secondary, the phases that feed it; nil elsewhere.
  private var secondary: [Int?]

  /// - Complexity: O(buses + elements), because the phases of a secondary only grow.
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

  /// The phases of the closed conductors at a terminal of an element.
  func carried(by element: OpenDSSElement, terminal: Int) -> Int {
    secondary[element.buses[terminal]] ?? bits(element.closedNodes(terminal))
  }

  func bits(ofBus bus: Int) -> Int { secondary[bus] ?? bits(circuit.buses[bus].nodes) }
}
