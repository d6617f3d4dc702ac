internal import GeoSnap

struct PandapowerReader {
  var graph = SourceGraph()
  var report = ImportReport()
  var unused = CountedNotes()
  private(set) var levels: [VoltageLevel] = []
  private(set) var isGeographic = false
  let document: PandasDocument
  let options: ImportOptions
  private var buses: [Int: Int] = [:]
  private var directBuses: [Int: Int] = [:]
  var lines: [Int: Int] = [:]
  /// The equipment of each row, by table and index.
  var transformers: [String: [Int: Int]] = [:]

  private static let knownTables: Set<String> = Set(
    [
      "bus", "bus_geodata", "bus_dc", "line", "line_geodata", "line_dc", "switch", "trafo",
      "trafo3w",
    ] + PandapowerElement.oneTerminal.map(\.table) + PandapowerElement.branches.map(\.table)
  )

  init(_ bytes: [UInt8], options: ImportOptions) throws(ReadingError) {
    self.options = options
    document = try PandasDocument(bytes, networkClass: "pandapowerNet", tool: "pandapower")
    try readBuses()
    try readLines()
    try readTransformers()
    try readSwitches()
    for element in PandapowerElement.branches { try readBranch(element) }
    for element in PandapowerElement.oneTerminal { try readOneTerminal(element) }
    report.notImported = document.unknownTables(known: Self.knownTables, &unused)
    report.notes = unused.notes
  }

  // MARK: Buses and lines

  private mutating func readBuses() throws(ReadingError) {
    let table = try document.table("bus")
    // A file may have both: the table of an older version, and the column for what came later.
    let places = Places.points("bus_geodata", of: table, in: document, &unused)
      .merging(geoPlaces(of: table)) { $1 }
    buses = try readBuses(table, places)
    let direct = try document.filledTable("bus_dc")
    let directPlaces = direct.map { geoPlaces(of: $0) } ?? [:]
    isGeographic =
      !places.isEmpty
      && [places, directPlaces].allSatisfy {
        $0.values.allSatisfy { abs($0.x) <= 180 && abs($0.y) <= 90 }
      }
    if let direct { directBuses = try readBuses(direct, directPlaces) }
  }

  private mutating func readBuses(_ table: DataFrame, _ places: [Int: Coordinate])
    throws(ReadingError) -> [Int: Int]
  {
    var numbers: [Int: Int] = [:]
    let voltage = try table.column("vn_kv")
    let inService = try table.column("in_service")
    for row in 0..<table.count {
      let index = table.index[row]
      let kilovolts = try table.number(row, voltage)
      let level = VoltageLevel(kilovolts: kilovolts)
      var attributes = common(table, row)
      attributes[FieldName.inService] = .integer(try table.boolean(row, inService) ? 1 : 0)
      attributes[FieldName.nominalVoltage] = .real(kilovolts)
      numbers[index] = graph.nodes.count
      levels.append(level)
      graph.nodes.append(
        SourceGraph.Node(
          description: SourceGraph.Description(
            origin: options.origin(table.name, index),
            assetType: ElectricTypes.bus(level),
            objectType: ElectricTypes.busObject,
            attributes: attributes
          ),
          coordinate: places[index]
        )
      )
    }
    count(table)
    return numbers
  }

  private mutating func geoPlaces(of table: DataFrame) -> [Int: Coordinate] {
    Places.geoColumn(of: table, type: "Point", &unused) { (value, path) throws(ReadingError) in
      try Places.coordinate(value, path: path)
    }
  }

  private mutating func readLines() throws(ReadingError) {
    let table = try document.table("line")
    let paths = Places.paths("line_geodata", of: table, in: document, &unused)
      .merging(geoPaths(of: table)) { $1 }
    lines = try readLines(table, paths, "from_bus", "to_bus")
    if let direct = try document.filledTable("line_dc") {
      _ = try readLines(direct, geoPaths(of: direct), "from_bus_dc", "to_bus_dc")
    }
  }

  private mutating func readLines(
    _ table: DataFrame,
    _ paths: [Int: [Coordinate]],
    _ fromColumn: String,
    _ toColumn: String
  ) throws(ReadingError) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    let from = try table.column(fromColumn)
    let to = try table.column(toColumn)
    let length = try table.column("length_km")
    let inService = try table.column("in_service")
    for row in 0..<table.count {
      let index = table.index[row]
      let ends = PairOfEnds(start: try bus(table, row, from), end: try bus(table, row, to))
      var attributes = common(table, row)
      attributes[FieldName.standardType] = .optional(table.words(row, "std_type", &unused))
      attributes[FieldName.length] = .real(try table.number(row, length) * 1000)
      attributes[FieldName.inService] = graph.isInService(
        try table.boolean(row, inService),
        at: [ends.start, ends.end]
      )
      attributes[FieldName.nominalVoltage] =
        graph.nodes[ends.start].description.attributes[FieldName.nominalVoltage]
      attributes[FieldName.parallel] = try whole(table, row, "parallel")
      numbers[index] = graph.links.count
      graph.links.append(
        SourceGraph.Link(
          description: SourceGraph.Description(
            origin: options.origin(table.name, index),
            assetType: lineType(ends, table.words(row, "type", &unused)),
            objectType: ElectricTypes.edgeObject,
            attributes: attributes
          ),
          nodes: ends,
          path: paths[index] ?? []
        )
      )
    }
    count(table)
    return numbers
  }

  /// The type of a line by level and `type`: overhead for `ol`, and at high voltage for all but `cs`; else a cable.
  private func lineType(_ ends: PairOfEnds<Int>, _ type: String?) -> AssetTypeID {
    let level = levels[ends.start]
    guard level == levels[ends.end] else { return ElectricTypes.mixedLine }
    let isOverhead = type == "ol" || (type != "cs" && level == .high)
    return isOverhead ? ElectricTypes.overheadLine(level) : ElectricTypes.cable(level)
  }

  private mutating func geoPaths(of table: DataFrame) -> [Int: [Coordinate]] {
    Places.geoColumn(of: table, type: "LineString", &unused) { (value, path) throws(ReadingError) in
      try Places.coordinates(value, path: path)
    }
  }

  /// Whether pandapower 3 or later wrote the file; these versions write all tables, including empty ones.
  var isRecent: Bool {
    guard case .string(let version)? = document.members["version"] else { return true }
    return !["0", "1", "2"].contains(version.prefix { $0 != "." })
  }

  // MARK: Cells

  mutating func count(_ table: DataFrame) {
    guard table.count > 0 else { return }
    report.elementsRead[table.name] = table.count
    if table.has("p_kw") || table.has("sn_kva") {
      unused.add(
        "Tables in kW, whose powers are not read (save the file with pandapower 2 or 3)",
        table.path
      )
    }
  }

  mutating func common(_ table: DataFrame, _ row: Int) -> [String: AttributeValue] {
    [
      FieldName.name: .optional(table.words(row, "name", &unused)),
      FieldName.kind: .optional(table.words(row, "type", &unused)),
      // pandapower models are three-phase unless an element states otherwise.
      FieldName.phases: table.name.hasSuffix("_dc") ? .null : .integer(7),
    ]
  }

  /// Converts megawatts to kilowatts, rounded to a milliwatt, so that 1.001 gives exactly 1001.
  func kilo(_ mega: Double) -> Double {
    let whole = (mega * 1e9).rounded()
    return whole.isFinite ? whole / 1e6 : mega * 1000
  }

  func whole(_ table: DataFrame, _ row: Int, _ name: String) throws(ReadingError) -> AttributeValue
  {
    guard let value = try table.optionalNumber(row, name), let whole = Int64(exactly: value) else {
      return .null
    }
    return .integer(whole)
  }

  func bus(_ table: DataFrame, _ row: Int, _ column: DataFrame.Column) throws(ReadingError) -> Int {
    let label = try table.integer(row, column)
    let isDirect = PandapowerElement.isDirectCurrent(column.name)
    guard let node = (isDirect ? directBuses : buses)[label] else {
      throw ReadingError(
        table.path(row, column),
        "There is no \(isDirect ? "bus_dc" : "bus") \(label)."
      )
    }
    return node
  }

  func level(_ nodes: [Int]) -> VoltageLevel? {
    guard let first = nodes.first.map({ levels[$0] }) else { return nil }
    return nodes.allSatisfy { levels[$0] == first } ? first : nil
  }
}
