internal import Foundation
package import GeoSnap
internal import GeoSnapColumns

/// The content of an image: the network, further data of its file, and the structures that were built for it.
package struct ImageContent {
  let stored: StoredNetwork
  var index: NetworkIndex?
  var topology: Topology?
  package var labels: SubnetworkLabels?

  package init(
    stored: StoredNetwork,
    index: NetworkIndex? = nil,
    topology: Topology? = nil,
    labels: SubnetworkLabels? = nil
  ) {
    (self.stored, self.index) = (stored, index)
    (self.topology, self.labels) = (topology, labels)
  }
}

extension ImageContent: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    let definition: NetworkDefinition = try image.decoded("definition")
    let imports = try image.read("imports") as ImportColumns
    let saved = try image.read("traceConfigurations") as TraceConfigurationColumns
    let unreadable = try image.read("unreadable") as ProblemColumns
    let notes = try image.read("notes") as ProblemColumns
    let isSound: Bool = try image.read("isSound")
    try image.enter("network")
    let network = try UtilityNetwork(definition: definition, from: &image)
    image.leave()
    var stored = StoredNetwork(
      network: network,
      imports: imports.records,
      traceConfigurations: saved.configurations,
      unreadable: unreadable.problems,
      notes: notes.problems
    )
    stored.isSound = isSound
    self.stored = stored
    try image.enter("index")
    index = try image.read("isThere") ? NetworkIndex(network, from: &image) : nil
    image.leave()
    try image.enter("topology")
    topology = try image.read("isThere") ? Topology(network, from: &image) : nil
    image.leave()
    try image.enter("labels")
    labels = try image.read("isThere") ? SubnetworkLabels(of: topology, from: &image) : nil
    image.leave()
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.encode(stored.network.definition, "definition")
    try image.write(ImportColumns(records: stored.imports), "imports")
    try image.write(
      TraceConfigurationColumns(configurations: stored.traceConfigurations),
      "traceConfigurations"
    )
    try image.write(ProblemColumns(problems: stored.unreadable), "unreadable")
    try image.write(ProblemColumns(problems: stored.notes), "notes")
    try image.write(stored.isSound, "isSound")
    image.enter("network")
    try stored.network.write(to: &image)
    image.leave()
    image.enter("index")
    try image.write(index != nil, "isThere")
    try index?.write(to: &image)
    image.leave()
    image.enter("topology")
    try image.write(topology != nil, "isThere")
    try topology?.write(to: &image)
    image.leave()
    image.enter("labels")
    try image.write(labels != nil, "isThere")
    try labels?.write(to: &image)
    image.leave()
  }
}

extension SubnetworkLabels {
  fileprivate init(of topology: Topology?, from image: inout ImageReader) throws(ImageError) {
    guard let topology else {
      throw ImageError("The image has labels of subnetworks, but no topology.")
    }
    try self.init(topology, from: &image)
  }
}

extension ImageReader {
  fileprivate mutating func decoded<Value: Decodable>(_ name: String) throws(ImageError) -> Value {
    let text: String = try read(name)
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw ImageError("The \(name) cannot be read: \(error)")
    }
  }
}

extension ImageWriter {
  fileprivate mutating func encode(_ value: some Encodable, _ name: String) throws(ImageError) {
    do {
      try write(String(decoding: JSONEncoder().encode(value), as: UTF8.self), name)
    } catch let error as ImageError {
      throw error
    } catch {
      throw ImageError("The \(name) cannot be written: \(error)")
    }
  }
}

private struct ImportColumns: ImagePart {
  let records: [ImportRecord]

  init(records: [ImportRecord]) { self.records = records }

  init(from image: inout ImageReader) throws(ImageError) {
    let networks: TextColumn = try image.read("networks")
    let tables: TextColumn = try image.read("tables")
    let notes: TextColumn = try image.read("notes")
    let rows: Column<Int> = try image.read("rows")
    let isImported: Column<UInt8> = try image.read("isImported")
    guard
      [networks.count, tables.count, notes.count, isImported.count]
        == Array(repeating: rows.count, count: 4)
    else { throw ImageError("The list of imports is incomplete.") }
    records = rows.indices.map { row in
      ImportRecord(
        network: networks[row] ?? "",
        table: tables[row] ?? "",
        rows: rows[row],
        isImported: isImported[row] != 0,
        note: notes[row]
      )
    }
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(TextColumn(records.map(\.network)), "networks")
    try image.write(TextColumn(records.map(\.table)), "tables")
    try image.write(TextColumn(records.map(\.note)), "notes")
    try image.write(Column(records.map(\.rows)), "rows")
    try image.write(Column(records.map { $0.isImported ? 1 : 0 } as [UInt8]), "isImported")
  }
}

private struct TraceConfigurationColumns: ImagePart {
  let configurations: [SavedTraceConfiguration]

  init(configurations: [SavedTraceConfiguration]) { self.configurations = configurations }

  init(from image: inout ImageReader) throws(ImageError) {
    let count: Int = try image.read("count")
    var configurations: [SavedTraceConfiguration] = []
    for _ in 0..<max(count, 0) {
      let type: String? = try image.read("type")
      configurations.append(
        SavedTraceConfiguration(
          name: try image.read("name"),
          summary: try image.read("summary"),
          type: type.flatMap(TraceType.init),
          configuration: try image.decoded("configuration")
        )
      )
    }
    self.configurations = configurations
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(configurations.count, "count")
    for saved in configurations {
      try image.write(saved.type?.rawValue, "type")
      try image.write(saved.name, "name")
      try image.write(saved.summary, "summary")
      try image.encode(saved.configuration, "configuration")
    }
  }
}

private struct ProblemColumns: ImagePart {
  let problems: [NetworkProblem]

  init(problems: [NetworkProblem]) { self.problems = problems }

  init(from image: inout ImageReader) throws(ImageError) {
    let texts: TextColumn = try image.read("texts")
    guard texts.count % 6 == 0 else { throw ImageError("The list of problems is incomplete.") }
    var problems: [NetworkProblem] = []
    for place in stride(from: 0, to: texts.count, by: 6) {
      let code: NetworkErrorCode? = texts[place + 4].flatMap { NetworkErrorCode(rawValue: $0) }
      let globalID: GlobalID? = texts[place + 5].flatMap { GlobalID($0) }
      problems.append(
        NetworkProblem(
          table: texts[place] ?? "",
          row: texts[place + 1],
          column: texts[place + 2],
          message: texts[place + 3] ?? "",
          code: code,
          globalID: globalID
        )
      )
    }
    self.problems = problems
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    var texts = TextColumn()
    for problem in problems {
      texts.append(problem.table)
      texts.append(problem.row)
      texts.append(problem.column)
      texts.append(problem.message)
      texts.append(problem.code?.rawValue)
      texts.append(problem.globalID?.description)
    }
    try image.write(texts, "texts")
  }
}
