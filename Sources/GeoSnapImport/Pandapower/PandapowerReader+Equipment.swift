internal import GeoSnap

extension PandapowerReader {
  // MARK: Transformers

  mutating func readTransformers() throws(ReadingError) {
    try readTransformers("trafo", columns: ["hv_bus", "lv_bus"], terminals: [1, 2])
    try readTransformers("trafo3w", columns: ["hv_bus", "mv_bus", "lv_bus"], terminals: [1, 3, 2])
  }

  private mutating func readTransformers(_ name: String, columns: [String], terminals: [Int])
    throws(ReadingError)
  {
    let table = try document.table(name)
    var busColumns: [DataFrame.Column] = []
    for column in columns { busColumns.append(try table.column(column)) }
    let inService = try table.column("in_service")
    for row in 0..<table.count {
      let index = table.index[row]
      var nodes: [Int] = []
      for column in busColumns { nodes.append(try bus(table, row, column)) }
      var attributes = common(table, row)
      attributes[FieldName.standardType] = .optional(table.words(row, "std_type", &unused))
      let rating = try table.optionalNumber(row, nodes.count == 2 ? "sn_mva" : "sn_hv_mva")
      attributes[FieldName.ratedPower] = .optional(rating)
      attributes[FieldName.transformerLoad] = .optional(rating.map(kilo))
      attributes[FieldName.nominalVoltage] =
        graph.nodes[nodes[0]].description.attributes[FieldName.nominalVoltage]
      attributes[FieldName.parallel] = try whole(table, row, "parallel")
      // A winding at a bus that is out of service ends at that bus; the other two still conduct.
      attributes[FieldName.inService] = graph.isInService(
        try table.boolean(row, inService),
        at: nodes.count == 2 ? nodes : []
      )
      transformers[name, default: [:]][index] = graph.equipment.count
      var description = SourceGraph.Description(
        origin: options.origin(name, index),
        assetType: nodes.count == 2
          ? ElectricTypes.transformer(levels[nodes[0]], levels[nodes[1]])
          : ElectricTypes.threeWindings,
        objectType: nodes.count == 2
          ? ElectricTypes.transformerObject : ElectricTypes.object(205, 2),
        attributes: attributes
      )
      if options.tiers == .voltage {
        description.control(zip(terminals, nodes).dropFirst().map { ($0.0, levels[$0.1].tierName) })
      }
      graph.add(
        description,
        ports: zip(terminals, nodes).map { SourceGraph.Port(terminal: $0.0, target: .node($0.1)) },
        at: nodes,
        joinsSites: true
      )
    }
    count(table)
  }

  // MARK: Switches

  mutating func readSwitches() throws(ReadingError) {
    let table = try document.table("switch")
    let at = try table.column("bus")
    let element = try table.column("element")
    let kind = try table.column("et")
    let closed = try table.column("closed")
    let ownService = try? table.column("in_service")
    for row in 0..<table.count {
      let node = try bus(table, row, at)
      if let ownService, (try? table.boolean(row, ownService)) == false {
        unused.add(
          "Switches out of service, which change nothing in pandapower",
          table.path(row, ownService)
        )
      }
      var attributes = common(table, row)
      attributes[FieldName.deviceStatus] =
        try table.boolean(row, closed) ? DeviceStatus.closed : DeviceStatus.open
      attributes[FieldName.inService] = graph.isInService(true, at: [node])
      attributes[FieldName.nominalVoltage] =
        graph.nodes[node].description.attributes[FieldName.nominalVoltage]
      let isBreaker = ![.text("DS"), .text("LBS"), .text("LS")].contains(attributes[FieldName.kind])
      var homes = [node]
      var level: VoltageLevel? = levels[node]
      var ports: [SourceGraph.Port]
      switch try table.text(row, kind) {
      case "b":
        homes.append(try bus(table, row, element))
        level = self.level(homes)
        attributes[FieldName.inService] = graph.isInService(true, at: homes)
        ports = SourceGraph.ports(at: homes)
      case "l":
        let (link, end) = try lineEnd(table, row, element, node)
        level = self.level([graph.links[link].nodes.start, graph.links[link].nodes.end])
        ports = graph.attach(to: link, end, at: node)
      case "t": ports = try transformerPorts("trafo", table, row, element, node)
      case "t3": ports = try transformerPorts("trafo3w", table, row, element, node)
      default:
        throw ReadingError(
          table.path(row, kind),
          "'b', 'l', 't' or 't3' was expected; this is \(table.value(row, kind).kind)."
        )
      }
      graph.add(
        SourceGraph.Description(
          origin: options.origin("switch", table.index[row]),
          assetType: ElectricTypes.switchDevice(level, isBreaker: isBreaker),
          objectType: ElectricTypes.switchObject,
          attributes: attributes
        ),
        ports: ports,
        at: homes
      )
    }
    count(table)
  }

  private func lineEnd(_ table: DataFrame, _ row: Int, _ element: DataFrame.Column, _ node: Int)
    throws(ReadingError) -> (Int, LinkEnd)
  {
    let label = try table.integer(row, element)
    guard let link = lines[label], let end = graph.freeEnd(of: link, at: node) else {
      throw ReadingError(
        table.path(row, element),
        "Switch \(table.index[row]) is at \(graph.nodes[node].description.origin), but line "
          + "\(label) does not end there."
      )
    }
    return (link, end)
  }

  private mutating func transformerPorts(
    _ name: String,
    _ table: DataFrame,
    _ row: Int,
    _ element: DataFrame.Column,
    _ node: Int
  ) throws(ReadingError) -> [SourceGraph.Port] {
    let label = try table.integer(row, element)
    guard let transformer = transformers[name]?[label],
      let ports = graph.attach(toEquipment: transformer, at: node)
    else {
      throw ReadingError(
        table.path(row, element),
        "Switch \(table.index[row]) is at \(graph.nodes[node].description.origin), but \(name) "
          + "\(label) is not connected there."
      )
    }
    return ports
  }

  // MARK: One and two terminals

  private func table(_ element: PandapowerElement) throws(ReadingError) -> DataFrame? {
    switch element.presence {
    case .all: try document.table(element.table)
    case .recent where isRecent: try document.table(element.table)
    case .recent: try document.optionalTable(element.table)
    case .some: try document.filledTable(element.table)
    }
  }

  mutating func readBranch(_ element: PandapowerElement) throws(ReadingError) {
    guard let table = try table(element) else { return }
    var columns: [DataFrame.Column] = []
    for column in element.columns { columns.append(try table.column(column)) }
    let inService = try table.column("in_service")
    for row in 0..<table.count {
      var nodes: [Int] = []
      for column in columns { nodes.append(try bus(table, row, column)) }
      var description = try describe(element, table, row, nodes)
      description.attributes[FieldName.inService] = graph.isInService(
        try table.boolean(row, inService),
        at: nodes
      )
      graph.add(
        description,
        ports: SourceGraph.ports(at: nodes),
        at: nodes,
        standsMidway: nodes.count == 2
      )
    }
    count(table)
  }

  mutating func readOneTerminal(_ element: PandapowerElement) throws(ReadingError) {
    guard let table = try table(element) else { return }
    let at = try table.column(element.columns[0])
    let inService = try table.column("in_service")
    let slack = element.table == "gen" ? try table.column("slack") : nil
    for row in 0..<table.count {
      let node = try bus(table, row, at)
      var description = try describe(element, table, row, [node])
      description.attributes[FieldName.inService] = graph.isInService(
        try table.boolean(row, inService),
        at: [node]
      )
      var isSource = element.table == "ext_grid"
      if element.table == "load" {
        description.assetType = ElectricTypes.load(levels[node])
      } else if let slack, try table.boolean(row, slack) {
        description.assetType = ElectricTypes.slackGenerator
        description.objectType = ElectricTypes.object(201, 2)
        isSource = true
      }
      if isSource {
        description.control([(1, options.tiers == .supply ? "Supply" : levels[node].tierName)])
      }
      graph.add(
        description,
        ports: SourceGraph.ports(at: [node]),
        at: [node],
        mayStandForNode: element.table == "load" || element.table == "asymmetric_load"
      )
    }
    count(table)
  }

  private mutating func describe(
    _ element: PandapowerElement,
    _ table: DataFrame,
    _ row: Int,
    _ nodes: [Int]
  ) throws(ReadingError) -> SourceGraph.Description {
    var attributes = common(table, row)
    attributes[FieldName.activePower] = .optional(try power("p", "mw", table, row, nodes[0]))
    attributes[FieldName.reactivePower] = .optional(try power("q", "mvar", table, row, nodes[0]))
    attributes[FieldName.ratedPower] = .optional(try table.optionalNumber(row, "sn_mva"))
    attributes[FieldName.generation] = .optional(try generation(element, table, row))
    attributes[FieldName.nominalVoltage] =
      graph.nodes[nodes[0]].description.attributes[FieldName.nominalVoltage]
    let object =
      element.table == "load"
      ? ElectricTypes.loadObject
      : ElectricTypes.object(element.assetType.assetGroup, element.assetType.assetType)
    return SourceGraph.Description(
      origin: options.origin(element.table, table.index[row]),
      assetType: element.assetType,
      objectType: object,
      attributes: attributes
    )
  }

  private func generation(_ element: PandapowerElement, _ table: DataFrame, _ row: Int)
    throws(ReadingError) -> Double?
  {
    var total: Double?
    for column in element.generationColumns {
      guard let power = try table.optionalNumber(row, column) else { continue }
      total = (total ?? 0) + kilo(power)
    }
    return total
  }

  /// The power of all phases and steps with which pandapower calculates at nominal voltage, in MW or Mvar; nil without
  /// a column for it.
  private func power(_ kind: String, _ unit: String, _ table: DataFrame, _ row: Int, _ node: Int)
    throws(ReadingError) -> Double?
  {
    if table.has("step_dependency_table"),
      (try? table.boolean(row, table.column("step_dependency_table"))) == true
    {
      // Another table has the power of each step.
      return nil
    }
    var factor =
      try (table.optionalNumber(row, "scaling") ?? 1) * (table.optionalNumber(row, "step") ?? 1)
    if table.name == "shunt", let rated = try table.optionalNumber(row, "vn_kv"), rated > 0,
      case .real(let nominal)? = graph.nodes[node].description.attributes[FieldName.nominalVoltage]
    {
      // The power of a shunt grows with the square of the voltage.
      factor *= (nominal / rated) * (nominal / rated)
    }
    var total = try motorPower(kind, table, row).map { kilo($0 * factor) }
    for part in ["_", "_a_", "_b_", "_c_", "_dc_", "s_", "z_"] {
      guard let power = try table.optionalNumber(row, kind + part + unit) else { continue }
      total = (total ?? 0) + kilo(power * factor)
    }
    return total.map { $0 / 1000 }
  }

  /// The electric power of a motor, which has mechanical power; nil for other elements.
  private func motorPower(_ kind: String, _ table: DataFrame, _ row: Int) throws(ReadingError)
    -> Double?
  {
    guard let mechanical = try table.optionalNumber(row, "pn_mech_mw"),
      let loading = try table.optionalNumber(row, "loading_percent"),
      let efficiency = try table.optionalNumber(row, "efficiency_percent"), efficiency > 0
    else { return nil }
    let active = mechanical * loading / efficiency
    guard kind == "q" else { return active }
    guard let factor = try table.optionalNumber(row, "cos_phi"), factor > 0, factor <= 1 else {
      return nil
    }
    return active * (1 / (factor * factor) - 1).squareRoot()
  }
}
