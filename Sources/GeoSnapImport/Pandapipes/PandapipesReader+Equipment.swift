internal import GeoSnap

extension PandapipesReader {
  // MARK: Equipment

  /// Reads valves, or pipes with a valve, which pandapipes creates from STANET files, as the valve.
  mutating func readValves(_ name: String) throws(ReadingError) {
    guard let table = try document.filledTable(name) else { return }
    let opened = try table.column("opened")
    let isPipe = name == "valve_pipe"
    let inService = isPipe && table.has("in_service") ? try table.column("in_service") : nil
    let device = HydraulicCatalog.pipeline.device(3)
    for row in 0..<table.count {
      var attributes = common(table, row)
      attributes[FieldName.diameter] = .optional(try diameter(table, row))
      attributes[FieldName.deviceStatus] =
        try table.boolean(row, opened) ? DeviceStatus.open : DeviceStatus.closed
      // Before version 0.10, pandapipes only had valves between junctions.
      let (ports, homes) =
        isPipe || !table.has("et") ? try junctionPorts(table, row) : try valvePorts(table, row)
      var isOn = true
      if let inService { isOn = try table.boolean(row, inService) }
      attributes[FieldName.inService] = graph.isInService(isOn, at: homes)
      graph.equipment.append(
        SourceGraph.Equipment(
          description: SourceGraph.Description(
            origin: options.origin(name, table.index[row]),
            assetType: device,
            objectType: HydraulicCatalog.pipeline.object(of: device),
            attributes: attributes
          ),
          ports: ports,
          homeNodes: homes,
          standsMidway: homes.count == 2
        )
      )
    }
    report.elementsRead[name] = table.count
  }

  /// The targets of a valve between two junctions.
  private func junctionPorts(
    _ table: DataFrame,
    _ row: Int
  ) throws(ReadingError) -> ([SourceGraph.Port], [Int]) {
    let homes = [
      try junction(table, row, table.column("from_junction")),
      try junction(table, row, table.column("to_junction")),
    ]
    return (SourceGraph.ports(at: homes), homes)
  }

  /// The targets of a valve: two junctions, or a junction and the end of a pipe there.
  private mutating func valvePorts(
    _ table: DataFrame,
    _ row: Int
  ) throws(ReadingError) -> ([SourceGraph.Port], [Int]) {
    let kind = try table.column("et")
    let element = try table.column("element")
    let node = try junction(table, row, table.column("junction"))
    switch try table.text(row, kind) {
    case "ju":
      let homes = [node, try junction(table, row, element)]
      return (SourceGraph.ports(at: homes), homes)
    case "pi":
      let label = try table.integer(row, element)
      guard let link = pipes[label], let end = graph.freeEnd(of: link, at: node) else {
        throw ReadingError(
          table.path(row, element),
          "Valve \(table.index[row]) is at junction \(graph.nodes[node].description.origin), but "
            + "pipe \(label) does not end there."
        )
      }
      return (graph.attach(to: link, end, at: node), [node])
    default:
      throw ReadingError(
        table.path(row, kind),
        "'ju' or 'pi' was expected; this is \(table.value(row, kind).kind)."
      )
    }
  }

  mutating func readTwoTerminal(_ element: PandapipesElement) throws(ReadingError) {
    guard let table = try document.filledTable(element.table) else { return }
    // Before version 0.8, pandapipes named the ends of circulation pumps like those of other elements.
    let from = try table.column(element.columns[0], formerly: "from_junction")
    let to = try table.column(element.columns[1], formerly: "to_junction")
    let inService = try table.column("in_service")
    for row in 0..<table.count {
      let homes = [try junction(table, row, from), try junction(table, row, to)]
      var description = describe(element, table, row)
      description.attributes[FieldName.standardType] = .optional(
        table.words(row, "std_type", &unused)
      )
      description.attributes[FieldName.inService] = graph.isInService(
        try table.boolean(row, inService),
        at: homes
      )
      graph.equipment.append(
        SourceGraph.Equipment(
          description: description,
          ports: SourceGraph.ports(at: homes),
          homeNodes: homes,
          standsMidway: true
        )
      )
    }
    report.elementsRead[element.table] = table.count
  }

  mutating func readOneTerminal(_ element: PandapipesElement) throws(ReadingError) {
    guard let table = try document.filledTable(element.table) else { return }
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
      description.attributes[FieldName.inService] = graph.isInService(
        try table.boolean(row, inService),
        at: [node]
      )
      description.attributes[FieldName.massFlow] = .optional(
        try table.optionalNumber(row, "mdot_kg_per_s")
      )
      var equipment = SourceGraph.Equipment(
        description: description,
        ports: SourceGraph.ports(at: [node]),
        homeNodes: [node],
        mayStandForNode: true
      )
      if element.table == "ext_grid" { equipment.control([(1, "Supply")]) }
      graph.equipment.append(equipment)
    }
    report.elementsRead[element.table] = graph.equipment.count - former
  }
}
