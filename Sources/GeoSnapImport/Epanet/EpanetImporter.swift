public import GeoSnap

/// Reads EPANET input files, optionally with a layer of isolation valves.
public struct EpanetImporter: NetworkImporter {
  let options: ImportOptions
  private let tanks: Tanks

  /// How tanks are treated, compared to reservoirs.
  public enum Tanks: Sendable {
    /// Tanks are sources: isolated features must be separated from them.
    case sources
    /// Tanks are sources and subnetwork controllers, like reservoirs.
    case controllers
    /// Tanks can feed but do not count: isolated features may stay connected to them, and the trace reports it.
    case ignored
  }

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions(), tanks: Tanks = .sources) {
    self.options = options
    self.tanks = tanks
  }

  /// Reads the `.inp` file, then the CSV file of its valves if there is one, as
  /// ``NetworkImporter/read(_:named:appendingTo:)``.
  ///
  /// Coordinates are not transformed. Only the options declare a reference system, because EPANET files do not.
  ///
  /// - Complexity: O(n log n) in the size of the files and the network.
  public func read(_ files: [ImportFile], named: String, appendingTo network: UtilityNetwork? = nil)
    throws(ImportError) -> ImportResult
  {
    precondition((1...2).contains(files.count), "An EPANET file stands alone or with its valves")
    let reader = try ImportError.naming(
      named,
      EpanetReader(files[0].bytes, options: options, tanksControl: tanks == .controllers)
    )
    var graphImport = try reader.network.graphImport(named, notImported: reader.notImported)
    if tanks == .ignored { graphImport.catalog = HydraulicCatalog.water.ignoringTanks.catalog }
    if files.count > 1 {
      let layer = try ImportError.naming(files[1].name, ValveLayer(files[1]))
      let problems = layer.add(to: &graphImport.graph, of: reader.network)
      try ImportError.refuse(problems.map { ImportProblem($0) }, files[1].name)
      graphImport.report.elementsRead["valve layer"] = layer.count
      if let note = layer.note { graphImport.report.notes.append("\(files[1].name): \(note)") }
    }
    let made = try graphImport.run(options: options, file: named, appendingTo: network)
    var report = made.report
    let count = reader.tankCount
    if count > 0 {
      let isIgnored =
        made.network.definition.source(named: "WaterDevice")?.assetTypeEntries.contains {
          $0.type.categories.contains(HydraulicCatalog.ignoredSourceCategory)
        } == true
      if isIgnored {
        report.notes.append(
          "Tanks that do not count as sources: \(count). An isolation trace may report features as isolated "
            + "that are still connected to such a tank."
        )
      } else if tanks == .ignored {
        report.notes.append(
          "Tanks that count as sources, like those already in the network: \(count)."
        )
      }
    }
    return ImportResult(network: made.network, report: report)
  }
}

/// A table of isolation valves, each on a link next to one of its nodes, in WNTR's format.
struct ValveLayer {
  private struct Valve {
    let line: Int
    let link: String
    let node: String
    let name: String?
  }

  private let valves: [Valve]

  var count: Int { valves.count }

  /// Which column the names come from, or that no column looks like one for names.
  let note: String?

  /// Reads the columns `link`, `node`, and for names `name`, `id`, `number` or `valve`, or one without heading.
  init(_ file: ImportFile) throws(ReadingError) {
    let records = try CSVRecord.records(of: file.bytes)
    guard let header = records.first,
      let link = Self.column("link", header), let node = Self.column("node", header)
    else {
      throw ReadingError("line 1", line: 1, "A header with the columns link and node was expected.")
    }
    let rows = records.dropFirst()
    let own = ["name", "id", "number", "valve", ""].lazy
      .compactMap { Self.column($0, header) }.first
    let names = rows.map { record in
      own.flatMap { record.fields.indices.contains($0) ? Self.trimmed(record.fields[$0]) : nil }
    }
    let areCounted = zip(0..., names).allSatisfy { row, name in name == "\(row)" }
    var valves: [Valve] = []
    for (record, name) in zip(rows, names) {
      guard record.fields.count > max(link, node) else {
        throw ReadingError(
          "line \(record.line)",
          line: record.line,
          "The row has too few fields (\(record.fields.count)) for the columns link and node."
        )
      }
      valves.append(
        Valve(
          line: record.line,
          link: Self.trimmed(record.fields[link]),
          node: Self.trimmed(record.fields[node]),
          name: areCounted || name?.isEmpty != false ? nil : name
        )
      )
    }
    self.valves = valves
    if valves.contains(where: { $0.name != nil }), let own {
      let heading = Self.trimmed(header.fields[own])
      note =
        "The valves' names are those of column \(own + 1)\(heading.isEmpty ? "" : ", \(heading)")."
    } else if own == nil, header.fields.count > 2 {
      note = "No column is called name, id, number or valve: the valves have no names."
    } else {
      note = nil
    }
  }

  /// Inserts each valve between node and link, behind earlier ones; returns a problem for each that cannot be.
  func add(to graph: inout SourceGraph, of network: InpNetwork) -> [ReadingError] {
    var problems: [ReadingError] = []
    for (row, valve) in valves.enumerated() {
      do {
        try add(valve, row: row, to: &graph, of: network)
      } catch {
        problems.append(error)
      }
    }
    return problems
  }

  private func add(_ valve: Valve, row: Int, to graph: inout SourceGraph, of network: InpNetwork)
    throws(ReadingError)
  {
    func refusal(_ message: String) -> ReadingError {
      ReadingError("line \(valve.line)", line: valve.line, message)
    }
    guard let link = network.linkNumber(valve.link) else {
      throw refusal("There is no link '\(valve.link)' in the network.")
    }
    guard let node = network.nodeNumber(valve.node) else {
      throw refusal("There is no node '\(valve.node)' in the network.")
    }
    guard let end = graph.freeEnd(of: link, at: node) else {
      throw refusal(
        "Link '\(valve.link)' does not end at node '\(valve.node)': name one of its ends."
      )
    }
    var attributes: [String: AttributeValue] = [
      FieldName.deviceStatus: DeviceStatus.open, FieldName.inService: .integer(1),
    ]
    if let name = valve.name { attributes[FieldName.name] = .text(name) }
    let ports = graph.attach(to: link, end, at: node)
    graph.add(
      SourceGraph.Description(
        origin: network.options.origin("valve", row),
        assetType: WaterTypes.isolationValve,
        objectType: HydraulicCatalog.water.object(of: WaterTypes.isolationValve),
        attributes: attributes
      ),
      ports: ports,
      at: [node]
    )
  }

  /// The column of a name; case, punctuation and a leading `valve` are ignored.
  private static func column(_ name: String, _ header: CSVRecord) -> Int? {
    header.fields.firstIndex { field in
      let word = field.lowercased().filter { $0.isLetter || $0.isNumber }
      return word == name || !name.isEmpty && word == "valve\(name)"
    }
  }

  private static func trimmed(_ field: String) -> String {
    let blanks = field.prefix { $0 == " " || $0 == "\t" }.count
    var rest = field.dropFirst(blanks)
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }
}

/// What a row of a link says in addition to its ends and measures, and the status that follows from it.
struct EpanetLink {
  enum Kind {
    case pipe
    case checkValve
    case pump
    case valve(HydraulicCatalog.ControlValve)
  }

  let kind: Kind
  var isClosed = false
  /// The value after the kind: a setting, a curve or a power.
  var setting: String?
  var millimetres: Double?

  static func pipe(_ row: InpFile.Row) throws(ReadingError) -> EpanetLink {
    let index = row.words.count > 7 ? 7 : 6
    if row.isKeyword(index, "CV") { return EpanetLink(kind: .checkValve) }
    if row.isKeyword(index, "CLOSED") { return EpanetLink(kind: .pipe, isClosed: true) }
    if index < row.words.count, !row.isKeyword(index, "OPEN") {
      guard index == 6, InpFile.number(row.words[6]) != nil else {
        throw row.error(
          "'\(row.words[index].prefix(40))' is not a status: give OPEN, CLOSED or CV."
        )
      }
    }
    return EpanetLink(kind: .pipe)
  }

  static func index(after keyword: String, in pairs: ArraySlice<String>) -> Int? {
    stride(from: pairs.startIndex, to: pairs.endIndex - 1, by: 2)
      .first { pairs[$0].uppercased().hasPrefix(keyword) }.map { $0 + 1 }
  }

  mutating func run(atSpeed speed: String) {
    var words = self.words
    if let old = Self.index(after: "SPEE", in: words) { words.removeSubrange(old - 1...old) }
    setting = (words + ["SPEED", speed]).joined(separator: " ")
  }

  private var words: ArraySlice<String> {
    setting?.split(separator: " ").map(String.init)[...] ?? []
  }

  var hasSpeed: Bool { Self.index(after: "SPEE", in: words) != nil }
}

/// The metres, millimetres and litres per second in the units of length, diameter and flow.
struct EpanetUnits {
  let length: Double
  let diameter: Double
  let flow: Double

  /// The length and diameter of a pipe whose row has none, as in EPANET 2.3.
  let missingLength: Double
  let missingDiameter: Double

  private static let litresPerCubicFoot = 28.316_846_592
  private static let litresPerGallon = 3.785_411_784
  private static let litresPerImperialGallon = 4.546_09
  private static let litresPerAcreFoot = 1_233_481.837_547_52

  init?(flowUnit: String) {
    let day = 86_400.0
    let flows: [String: (isMetric: Bool, litresPerSecond: Double)] = [
      "CFS": (false, EpanetUnits.litresPerCubicFoot),
      "GPM": (false, EpanetUnits.litresPerGallon / 60),
      "MGD": (false, EpanetUnits.litresPerGallon * 1e6 / day),
      "IMGD": (false, EpanetUnits.litresPerImperialGallon * 1e6 / day),
      "AFD": (false, EpanetUnits.litresPerAcreFoot / day),
      "LPS": (true, 1), "SI": (true, 1), "LPM": (true, 1.0 / 60), "MLD": (true, 1e6 / day),
      "CMH": (true, 1000.0 / 3600), "CMD": (true, 1000 / day), "CMS": (true, 1000),
    ]
    guard let unit = flows[flowUnit.uppercased()] else { return nil }
    self.init(isMetric: unit.isMetric, flow: unit.litresPerSecond)
  }

  private init(isMetric: Bool, flow: Double) {
    length = isMetric ? 1 : 0.3048
    diameter = isMetric ? 1 : 25.4
    missingLength = isMetric ? 100 : 330
    missingDiameter = isMetric ? 254 : 10
    self.flow = flow
  }

  static let unitedStates = EpanetUnits(isMetric: false, flow: litresPerGallon / 60)
}
