internal import GeoSnap

/// Creates the source graph of a circuit.
struct OpenDSSGraph {
  /// The connection of an element's terminal, at which a fuse can be inserted.
  enum Joint {
    case link(Int, LinkEnd)
    case port(equipment: Int, port: Int)
  }

  let circuit: OpenDSSCircuit
  let options: ImportOptions
  let makesAssemblies: Bool
  let levels: [VoltageLevel]
  let phases: OpenDSSPhases
  /// For each bus, the number of elements between it and a source; nil when it is not connected to one.
  let distances: [Int?]
  var graph = SourceGraph()
  var notes: [String] = []
  var counted = CountedNotes()
  /// For each element, the joints of its terminals; nil for a grounded one.
  var joints: [[Joint?]] = []
  var banks = OpenDSSBanks()
  /// The terminals with open fuses, by element.
  let openFuses: [Int: Set<Int>]

  init(_ circuit: OpenDSSCircuit, options: ImportOptions, makesAssemblies: Bool) {
    self.circuit = circuit
    self.options = options
    self.makesAssemblies = makesAssemblies
    levels = OpenDSSLevels.levels(circuit)
    phases = OpenDSSPhases(circuit, levels: levels)
    distances = OpenDSSFlow.distances(circuit)
    openFuses = circuit.fuses.reduce(into: [:]) { terminals, fuse in
      if fuse.isOpen { terminals[fuse.element, default: []].insert(fuse.terminal) }
    }
  }

  mutating func build() {
    for bus in circuit.buses.indices { addBus(bus) }
    banks = OpenDSSBanks(circuit.elements)
    for element in circuit.elements { add(element) }
    for (number, element) in circuit.elements.enumerated() {
      holdOpen(element, number)
    }
    for fuse in circuit.fuses { addFuse(fuse) }
    if makesAssemblies { addAssemblies() }
    addNotes()
  }

  // MARK: Buses and lines

  private mutating func addBus(_ number: Int) {
    let bus = circuit.buses[number]
    graph.nodes.append(
      SourceGraph.Node(
        description: SourceGraph.Description(
          origin: options.origin("bus", named: bus.name.lowercased()),
          assetType: OpenDSSTypes.bus(levels[number]),
          objectType: ElectricTypes.busObject,
          attributes: [
            FieldName.name: .text(bus.name),
            FieldName.inService: .integer(1),
            FieldName.phases: .integer(Int64(phases.bits(ofBus: number))),
            FieldName.nominalVoltage: voltage(number),
          ]
        ),
        coordinate: bus.coordinate
      )
    )
  }

  private mutating func add(_ element: OpenDSSElement) {
    switch element.kind {
    case .line: element.isSwitch ? addSwitch(element) : addLine(element)
    case .transformer: addTransformer(element)
    case .reactor, .capacitor, .source:
      element.isSeries ? addSeries(element) : addOneTerminal(element)
    case .load, .currentSource, .generator, .photovoltaic, .storage, .wind:
      addOneTerminal(element)
    }
  }

  private mutating func addLine(_ element: OpenDSSElement) {
    let (from, to) = (element.buses[0], element.buses[1])
    var attributes = attributes(element)
    attributes[FieldName.length] = .optional(element.metres)
    attributes[FieldName.standardType] = text(element.lineCode)
    joints.append([.link(graph.links.count, .start), .link(graph.links.count, .end)])
    let count = phases.bits(of: element, terminal: 0).nonzeroBitCount
    graph.links.append(
      SourceGraph.Link(
        description: SourceGraph.Description(
          origin: origin(element),
          assetType: levels[from] == levels[to]
            ? OpenDSSTypes.line(levels[from], phases: count) : ElectricTypes.mixedLine,
          objectType: ElectricTypes.edgeObject,
          attributes: attributes
        ),
        nodes: PairOfEnds(start: from, end: to),
        path: []
      )
    )
  }

  // MARK: Attributes

  func origin(_ element: OpenDSSElement) -> String {
    options.origin(element.className, named: element.name.lowercased())
  }

  /// The voltage between lines, in kilovolts.
  private func voltage(_ bus: Int) -> AttributeValue {
    .optional(circuit.buses[bus].kilovolts.map { $0 * OpenDSSLevels.betweenLines })
  }

  func text(_ text: String) -> AttributeValue { text.isEmpty ? .null : .text(text) }

  /// The phases of a feature, and those at each of its terminals where they differ.
  func phaseAttributes(_ bits: [(terminal: Int, bits: Int)]) -> [String: AttributeValue] {
    let all = bits.reduce(0) { $0 | $1.bits }
    var attributes: [String: AttributeValue] = [FieldName.phases: .integer(Int64(all))]
    if bits.contains(where: { $0.bits != all }) {
      for entry in bits where entry.terminal <= 3 {
        attributes[FieldName.phases(atTerminal: entry.terminal)] =
          .integer(Int64(entry.bits))
      }
    }
    return attributes
  }

  /// The attributes of every element.
  ///
  /// Terminals are those of the element; a feature that numbers its terminals differently replaces the phases.
  func attributes(_ element: OpenDSSElement) -> [String: AttributeValue] {
    var attributes: [String: AttributeValue] = [
      FieldName.name: .text(element.name),
      FieldName.kind: .text(element.className),
      FieldName.inService: .integer(element.isEnabled ? 1 : 0),
      FieldName.nominalVoltage: voltage(element.buses[0]),
      FieldName.bank: text(element.bank),
    ]
    let ends = element.kind == .line || element.isSeries ? 2 : 1
    let bits = (0..<min(ends, element.buses.count)).map {
      (terminal: $0 + 1, bits: phases.carried(by: element, terminal: $0))
    }
    attributes.complete(by: phaseAttributes(bits))
    return attributes
  }

  // MARK: Report

  private mutating func addNotes() {
    notes += counted.notes
    let switches = circuit.elements.filter { $0.isSwitch && ($0.metres ?? 0) >= 1 }
    if !switches.isEmpty {
      notes.append(
        "Switch lines of a metre or more, whose length a device does not keep: "
          + "\(Words.names(switches.map { origin($0) }, limit: 5))."
      )
    }
  }
}
