internal import GeoSnap

struct PandapipesReader {
  var graph = SourceGraph()
  var report = ImportReport()
  var unused = CountedNotes()
  let document: PandasDocument
  let options: ImportOptions
  private var junctions: [Int: Int] = [:]
  var pipes: [Int: Int] = [:]

  /// The tables that are read, or that only supplement others.
  private static let knownTables: Set<String> = Set(
    ["junction", "junction_geodata", "pipe", "pipe_geodata", "valve", "valve_pipe"]
      + PandapipesElement.oneTerminal.map(\.table) + PandapipesElement.twoTerminal.map(\.table)
  )

  init(_ bytes: [UInt8], options: ImportOptions) throws(ReadingError) {
    self.options = options
    document = try PandasDocument(bytes, networkClass: "pandapipesNet", tool: "pandapipes")
    try checkComponents()
    try readJunctions()
    try readPipes()
    try readValves("valve")
    try readValves("valve_pipe")
    for element in PandapipesElement.twoTerminal { try readTwoTerminal(element) }
    for element in PandapipesElement.oneTerminal { try readOneTerminal(element) }
    report.notImported = document.unknownTables(known: Self.knownTables, &unused)
    report.notes = unused.notes
    classifyJunctions()
  }

  private func checkComponents() throws(ReadingError) {
    guard case .array(let components)? = document.members["component_list"] else {
      throw ReadingError("$._object.component_list", "The list of components is missing.")
    }
    for (position, component) in components.enumerated() {
      guard case .object(let members) = component, case .string(let name)? = members["_class"]
      else {
        throw ReadingError(
          "$._object.component_list[\(position)]",
          "A component with a _class was expected."
        )
      }
      guard let table = PandapipesElement.tables[name] else { continue }
      _ = try document.table(table)
    }
  }

  // MARK: Junctions and pipes

  private mutating func readJunctions() throws(ReadingError) {
    let table = try document.table("junction")
    let inService = try table.column("in_service")
    let pressure = try table.column("pn_bar")
    let places = Places.points("junction_geodata", of: table, in: document, &unused)
    for row in 0..<table.count {
      let index = table.index[row]
      var attributes = common(table, row)
      attributes[FieldName.inService] = .integer(try table.boolean(row, inService) ? 1 : 0)
      attributes[FieldName.nominalPressure] = .real(try table.number(row, pressure))
      attributes[FieldName.height] = .optional(try table.optionalNumber(row, "height_m"))
      junctions[index] = graph.nodes.count
      graph.nodes.append(
        SourceGraph.Node(
          description: SourceGraph.Description(
            origin: options.origin("junction", index),
            assetType: PipelineCatalog.connectionPoint,
            objectType: HydraulicCatalog.pipeline.junctionObject,
            attributes: attributes
          ),
          coordinate: places[index]
        )
      )
    }
    report.elementsRead["junction"] = table.count
  }

  private mutating func readPipes() throws(ReadingError) {
    guard let table = try document.filledTable("pipe") else { return }
    let from = try table.column("from_junction")
    let to = try table.column("to_junction")
    let length = try table.column("length_km")
    let inService = try table.column("in_service")
    let paths = Places.paths("pipe_geodata", of: table, in: document, &unused)
    for row in 0..<table.count {
      let index = table.index[row]
      let ends = PairOfEnds(
        start: try junction(table, row, from),
        end: try junction(table, row, to)
      )
      var attributes = common(table, row)
      var standardType = table.words(row, "stanet_std_type", &unused)
      if standardType == nil { standardType = table.words(row, "std_type", &unused) }
      attributes[FieldName.standardType] = .optional(standardType)
      attributes[FieldName.length] = .real(try table.number(row, length) * 1000)
      attributes[FieldName.inService] = graph.isInService(
        try table.boolean(row, inService),
        at: [ends.start, ends.end]
      )
      attributes[FieldName.diameter] = .optional(try diameter(table, row))
      let isService = table.words(row, "type", &unused) == "house_connection"
      pipes[index] = graph.links.count
      graph.links.append(
        SourceGraph.Link(
          description: SourceGraph.Description(
            origin: options.origin("pipe", index),
            assetType: isService
              ? PipelineCatalog.service : PipeMaterial.assetType(standardType: standardType),
            objectType: HydraulicCatalog.pipeline.edgeObject,
            attributes: attributes
          ),
          nodes: ends,
          path: paths[index] ?? [],
          connectsAtAnyVertex: !isService
        )
      )
    }
    report.elementsRead["pipe"] = table.count
  }

  func diameter(_ table: DataFrame, _ row: Int) throws(ReadingError) -> Double? {
    if let millimetres = try table.optionalNumber(row, "inner_diameter_mm") { return millimetres }
    return try table.optionalNumber(row, "diameter_m").map { $0 * 1000 }
  }

  // MARK: Cells

  mutating func describe(_ element: PandapipesElement, _ table: DataFrame, _ row: Int)
    -> SourceGraph.Description
  {
    SourceGraph.Description(
      origin: options.origin(element.table, table.index[row]),
      assetType: element.assetType,
      objectType: HydraulicCatalog.pipeline.object(of: element.assetType),
      attributes: common(table, row)
    )
  }

  mutating func common(_ table: DataFrame, _ row: Int) -> [String: AttributeValue] {
    [
      FieldName.name: .optional(table.words(row, "name", &unused)),
      FieldName.kind: .optional(table.words(row, "type", &unused)),
    ]
  }

  func junction(_ table: DataFrame, _ row: Int, _ column: DataFrame.Column) throws(ReadingError)
    -> Int
  {
    let label = try table.integer(row, column)
    guard let node = junctions[label] else {
      throw ReadingError(table.path(row, column), "There is no junction \(label).")
    }
    return node
  }

  private mutating func classifyJunctions() {
    var mains = Array(repeating: [AssetTypeID](), count: graph.nodes.count)
    var services = Array(repeating: 0, count: graph.nodes.count)
    for link in graph.links {
      for end in LinkEnd.allCases where link.equipment[end] == nil {
        if link.description.assetType == PipelineCatalog.service {
          services[link.nodes[end]] += 1
        } else {
          mains[link.nodes[end]].append(link.description.assetType)
        }
      }
    }
    for node in graph.nodes.indices {
      let isMixed = Set(mains[node]).count > 1
      let fitting =
        switch (mains[node].count, services[node]) {
        case (0, 0): PipelineCatalog.connectionPoint
        case (1, 0), (0, 1): PipelineCatalog.endCap
        case (2, 0): isMixed ? PipelineCatalog.reducer : PipelineCatalog.coupling
        case (0, 2): PipelineCatalog.coupling
        case (0, _), (_, 0): PipelineCatalog.tee
        default: PipelineCatalog.tap
        }
      graph.nodes[node].description.assetType = fitting
    }
  }

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
      graph.add(
        SourceGraph.Description(
          origin: options.origin(name, table.index[row]),
          assetType: device,
          objectType: HydraulicCatalog.pipeline.object(of: device),
          attributes: attributes
        ),
        ports: ports,
        at: homes,
        standsMidway: homes.count == 2
      )
    }
    report.elementsRead[name] = table.count
  }

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
      graph.add(description, ports: SourceGraph.ports(at: homes), at: homes, standsMidway: true)
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
      if element.table == "ext_grid" { description.control([(1, "Supply")]) }
      let ports = SourceGraph.ports(at: [node])
      graph.add(description, ports: ports, at: [node], mayStandForNode: true)
    }
    report.elementsRead[element.table] = graph.equipment.count - former
  }
}
