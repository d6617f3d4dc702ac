internal import GeoSnap

extension PandapipesReader {
  // MARK: Equipment

  mutating func readValves() throws(ReadingError) {
    guard let table = try optionalTable("valve") else { return }
    let opened = try table.column("opened")
    for row in 0..<table.count {
      var attributes = common(table, row)
      attributes[FieldName.diameter] = real(try diameter(table, row))
      attributes[FieldName.deviceStatus] =
        try table.boolean(row, opened) ? DeviceStatus.open : DeviceStatus.closed
      let number = graph.equipment.count
      let (ports, homes) = try valvePorts(table, row, number)
      attributes[FieldName.inService] = isInService(
        true,
        PairOfEnds(start: homes[0], end: homes[homes.count - 1])
      )
      let device = PipelineCatalog.device(3)
      graph.equipment.append(
        SourceGraph.Equipment(
          description: SourceGraph.Description(
            origin: options.origin("valve", table.index[row]),
            assetType: device,
            objectType: PipelineCatalog.object(of: device),
            attributes: attributes
          ),
          ports: ports,
          homeNodes: homes,
          standsMidway: homes.count == 2
        )
      )
    }
    counts["valve"] = table.count
  }

  /// The targets of a valve: two junctions, or a junction and the end of a pipe there.
  private mutating func valvePorts(
    _ table: DataFrame,
    _ row: Int,
    _ number: Int
  ) throws(ReadingError) -> ([SourceGraph.Port], [Int]) {
    guard table.has("et") else {
      // Before version 0.10, pandapipes only had valves between junctions.
      let start = try junction(table, row, table.column("from_junction"))
      let end = try junction(table, row, table.column("to_junction"))
      return (ports(start, end), [start, end])
    }
    let kind = try table.column("et")
    let element = try table.column("element")
    let node = try junction(table, row, table.column("junction"))
    switch try table.text(row, kind) {
    case "ju":
      let other = try junction(table, row, element)
      return (ports(node, other), [node, other])
    case "pi":
      let label = try table.integer(row, element)
      guard let link = pipes[label], let end = graph.freeEnd(of: link, at: node) else {
        throw ReadingError(
          table.path(row, element),
          "Valve \(table.index[row]) is at junction \(graph.nodes[node].description.origin), but "
            + "pipe \(label) does not end there."
        )
      }
      let port = graph.attach(number, to: link, end, terminal: 2, at: node)
      return ([SourceGraph.Port(terminal: 1, target: port), graph.linkPort(2, link, end)], [node])
    default:
      throw ReadingError(
        table.path(row, kind),
        "'ju' or 'pi' was expected; this is \(table.value(row, kind).kind)."
      )
    }
  }

  /// Reads pipes with a valve, which pandapipes creates from STANET files, as the valve.
  mutating func readValvePipes() throws(ReadingError) {
    guard let table = try optionalTable("valve_pipe") else { return }
    let from = try table.column("from_junction")
    let to = try table.column("to_junction")
    let opened = try table.column("opened")
    let inService = table.has("in_service") ? try table.column("in_service") : nil
    for row in 0..<table.count {
      let ends = PairOfEnds(
        start: try junction(table, row, from),
        end: try junction(table, row, to)
      )
      var attributes = common(table, row)
      attributes[FieldName.diameter] = real(try diameter(table, row))
      attributes[FieldName.deviceStatus] =
        try table.boolean(row, opened) ? DeviceStatus.open : DeviceStatus.closed
      var isOn = true
      if let inService { isOn = try table.boolean(row, inService) }
      attributes[FieldName.inService] = isInService(isOn, ends)
      let device = PipelineCatalog.device(3)
      graph.equipment.append(
        SourceGraph.Equipment(
          description: SourceGraph.Description(
            origin: options.origin("valve_pipe", table.index[row]),
            assetType: device,
            objectType: PipelineCatalog.object(of: device),
            attributes: attributes
          ),
          ports: ports(ends.start, ends.end),
          homeNodes: [ends.start, ends.end],
          standsMidway: true
        )
      )
    }
    counts["valve_pipe"] = table.count
  }

  private func ports(_ start: Int, _ end: Int) -> [SourceGraph.Port] {
    [
      SourceGraph.Port(terminal: 1, target: .node(start)),
      SourceGraph.Port(terminal: 2, target: .node(end)),
    ]
  }

  mutating func readTwoTerminal(_ element: PandapipesElement) throws(ReadingError) {
    guard let table = try optionalTable(element.table) else { return }
    // Before version 0.8, pandapipes named the ends of circulation pumps like those of other elements.
    let from = try table.column(element.columns[0], formerly: "from_junction")
    let to = try table.column(element.columns[1], formerly: "to_junction")
    let inService = try table.column("in_service")
    for row in 0..<table.count {
      let ends = PairOfEnds(
        start: try junction(table, row, from),
        end: try junction(table, row, to)
      )
      var description = describe(element, table, row)
      description.attributes[FieldName.standardType] = text(
        table.words(row, "std_type", &unused)
      )
      description.attributes[FieldName.inService] = isInService(
        try table.boolean(row, inService),
        ends
      )
      graph.equipment.append(
        SourceGraph.Equipment(
          description: description,
          ports: ports(ends.start, ends.end),
          homeNodes: [ends.start, ends.end],
          standsMidway: true
        )
      )
    }
    counts[element.table] = table.count
  }

  mutating func readOneTerminal(_ element: PandapipesElement) throws(ReadingError) {
    guard let table = try optionalTable(element.table) else { return }
    let at = try table.column(element.columns[0])
    let former = graph.equipment.count
    let inService = try table.column("in_service")
    for row in 0..<table.count {
      let node = try junction(table, row, at)
      var description = describe(element, table, row)
      if element.table == "ext_grid", description.attributes[FieldName.kind] == .text("t") {
        unused.add(
          "External grids of type t, which feed nothing and are not imported",
          description.origin
        )
        continue
      }
      description.attributes[FieldName.inService] = isInService(
        try table.boolean(row, inService),
        PairOfEnds(start: node, end: node)
      )
      description.attributes[FieldName.massFlow] = real(
        try table.optionalNumber(row, "mdot_kg_per_s")
      )
      var equipment = SourceGraph.Equipment(
        description: description,
        ports: [SourceGraph.Port(terminal: 1, target: .node(node))],
        homeNodes: [node],
        mayStandForNode: true
      )
      if element.table == "ext_grid" { equipment.control([(1, "Supply")]) }
      graph.equipment.append(equipment)
    }
    counts[element.table] = graph.equipment.count - former
  }
}
