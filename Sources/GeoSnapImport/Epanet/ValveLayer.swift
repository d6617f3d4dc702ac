internal import GeoSnap

/// A table of isolation valves, each on a link next to one of its nodes, in WNTR's format.
struct ValveLayer {
  private struct Valve {
    let line: Int
    let link: String
    let node: String
    /// The valve's name; nil when the layer has none.
    let name: String?
  }

  private let valves: [Valve]

  var count: Int { valves.count }

  /// Which column the names come from, or that no column looks like one for names.
  let note: String?

  /// Reads a CSV file with the columns `link` and `node` under a header.
  ///
  /// The names of the valves come from a column `name`, `id`, `number` or `valve`, also spelled like `Valve_ID`,
  /// otherwise from one without a heading, except WNTR's row count. Other columns are ignored.
  ///
  /// - Throws: ``ReadingError`` when the file is not such a table.
  init(_ file: ImportFile) throws(ReadingError) {
    let records = try CSVRecord.records(of: file.bytes)
    guard let header = records.first,
      let link = ValveLayer.column("link", header), let node = ValveLayer.column("node", header)
    else {
      throw ReadingError(
        "line 1",
        line: 1,
        "A header with the columns link and node was expected."
      )
    }
    let rows = records.dropFirst()
    let own = ["name", "id", "number", "valve", ""].lazy
      .compactMap { ValveLayer.column($0, header) }.first
    let names = rows.map { record in
      own.flatMap {
        record.fields.indices.contains($0) ? ValveLayer.trimmed(record.fields[$0]) : nil
      }
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
          link: ValveLayer.trimmed(record.fields[link]),
          node: ValveLayer.trimmed(record.fields[node]),
          name: areCounted || name?.isEmpty != false ? nil : name
        )
      )
    }
    self.valves = valves
    if valves.contains(where: { $0.name != nil }), let own {
      let heading = ValveLayer.trimmed(header.fields[own])
      note =
        "The valves' names are those of column \(own + 1)\(heading.isEmpty ? "" : ", \(heading)")."
    } else if own == nil, header.fields.count > 2 {
      note = "No column is called name, id, number or valve: the valves have no names."
    } else {
      note = nil
    }
  }

  /// Inserts each valve between the node and the end of the link there, behind earlier ones.
  ///
  /// - Returns: A problem for each row with an unknown link or node.
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

  private func add(
    _ valve: Valve,
    row: Int,
    to graph: inout SourceGraph,
    of network: InpNetwork
  ) throws(ReadingError) {
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
    graph.equipment.append(
      SourceGraph.Equipment(
        description: SourceGraph.Description(
          origin: network.options.origin("valve", row),
          assetType: WaterTypes.isolationValve,
          objectType: HydraulicCatalog.water.object(of: WaterTypes.isolationValve),
          attributes: attributes
        ),
        ports: ports,
        homeNodes: [node]
      )
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
