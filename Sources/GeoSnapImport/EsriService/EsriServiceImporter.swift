public import GeoSnap
internal import GeoSnapSupport

/// Makes a network from the responses of a utility network's feature service: the data element, the definitions and
/// rows of its layers, and its tables of rules, associations and subnetworks.
///
/// `Documentation/Import-Esri.md` describes how the files are named and fetched. Features are not moved, and no
/// features are added; the import fails with file and row when a feature cannot be read.
public struct EsriServiceImporter: NetworkImporter {
  let options: ImportOptions

  /// Creates an importer; tiers and places are those of the service, whatever the options say.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads all files of a folder as ``NetworkImporter/read(_:named:appendingTo:)``.
  ///
  /// `network` must be nil: a service is a whole network.
  ///
  /// - Complexity: O(n log n) in the size of the files.
  public func read(_ files: [ImportFile], named: String, appendingTo network: UtilityNetwork? = nil)
    throws(ImportError) -> ImportResult
  {
    var problems: [ImportProblem] = []
    var report = ImportReport()
    guard network == nil else {
      throw ImportError(
        named,
        "A service is a whole network with its ids: import it without appending."
      )
    }
    let files = ServiceFiles(files, &problems)
    try ImportError.refuse(problems, named)
    let service = ServiceDefinition(files, &problems)
    try ImportError.refuse(problems, named)
    let definition = service.definition
    var features = ServiceFeatures(definition, srid: options.srid)
    readFeatures(files, service, into: &features, &report, &problems)
    let references = ServiceReferences(definition)
    let ruleRows = ServiceTable(files.pages(.rules), &problems)
    let rules = references.rules(ruleRows.rows, &problems)
    // An association or controller of a refused feature would be reported as a problem too.
    try ImportError.refuse(problems, named)
    let rows = ServiceTable(files.pages(.associations), &problems)
    let associations = references.associations(rows.rows, features, &problems)
    let subnetworks = ServiceTable(files.pages(.subnetworks), &problems)
    let controllers = references.readControllers(subnetworks.rows, into: &features, &problems)
    try ImportError.refuse(problems, named)

    for (label, count) in [
      ("rules", ruleRows.rows.count), ("associations", rows.rows.count),
      ("subnetworks", subnetworks.rows.count),
    ] where count > 0 { report.elementsRead[label] = count }
    options.noteTiers("has the tiers of the service", in: &report)
    report.notes += notes(
      files,
      features,
      service,
      deleted: subnetworks.rows.count - controllers.count
    )
    report.notes += controllers.note.map { [$0] } ?? []
    do {
      let network = try UtilityNetwork(
        definition: features.definition,
        srid: features.srid,
        tables: features.featureTables,
        associations: associations,
        rules: rules
      )
      return ImportResult(network: network, report: report)
    } catch {
      throw ImportError(named, error, "The network") {
        $0.table == "definition" ? "dataElement.json" : "$"
      }
    }
  }

  private func readFeatures(
    _ files: ServiceFiles,
    _ service: ServiceDefinition,
    into features: inout ServiceFeatures,
    _ report: inout ImportReport,
    _ problems: inout [ImportProblem]
  ) {
    for layer in files.queriedLayers {
      let rows = ServiceTable(files.pages(.query(layer)), &problems)
      guard let source = service.sourcesByLayer[layer] else {
        report.elementsRead["layer \(layer)"] = rows.rows.count
        report.notImported["layer \(layer)"] = rows.rows.count
        continue
      }
      var described: [ServiceField] = []
      if case .object(let members)? = files.pages(.layer(layer)).first?.root {
        described = ServiceTable.list(members["fields"]).compactMap(ServiceField.init)
      }
      features.add(rows, described: described, of: source, options: options, &problems)
      guard !rows.rows.isEmpty else { continue }
      report.elementsRead[source.name] = rows.rows.count
      report.featuresWritten[source.name] = features.tables.last?.features.count
    }
  }

  private func notes(
    _ files: ServiceFiles,
    _ features: ServiceFeatures,
    _ service: ServiceDefinition,
    deleted: Int
  ) -> [String] {
    var notes = service.notes + features.notes
    let queried = Set(files.queriedLayers)
    let missing = service.sourcesByLayer.filter { !queried.contains($0.key) }
    for (layer, source) in Array(missing).rising(by: \.key) {
      notes.append("There is no query-\(layer).json: \(source.name) is imported without features.")
    }
    for (name, content) in [("rules", ServiceFiles.Content.rules), ("associations", .associations)]
    where files.pages(content).isEmpty {
      notes.append("There is no \(name).json: the network is imported without \(name).")
    }
    if files.pages(.subnetworks).isEmpty {
      notes.append("There is no subnetworks.json: no feature is known to be a controller.")
    }
    if deleted > 0 {
      notes.append("Controllers marked as deleted, which are left out: \(deleted).")
    }
    if features.srid == nil {
      notes.append(
        "No layer with geometries has the code of its reference system: give the code with --srid."
      )
    }
    if !files.others.isEmpty {
      notes.append("Files that were not read: \(Words.names(files.others)).")
    }
    return notes
  }
}

struct ServiceFiles {
  enum Content: Hashable {
    case dataElement
    case layer(Int)
    case query(Int)
    case rules
    case associations
    case subnetworks
  }

  struct File {
    let name: String
    let page: Int
    let root: ParsedJSON
  }

  private struct PageNumber: Hashable {
    let content: Content
    let page: Int
  }

  private(set) var files: [Content: [File]] = [:]
  private(set) var others: [String] = []

  init(_ given: [ImportFile], _ problems: inout [ImportProblem]) {
    // All pages, also those that cannot be read.
    var found: Set<PageNumber> = []
    for file in given.rising(by: \.name) {
      let name = file.name.split(separator: "/").last.map(String.init) ?? file.name
      guard let (content, page) = Self.content(ofFileNamed: name) else {
        others.append(name)
        continue
      }
      found.insert(PageNumber(content: content, page: page))
      do {
        let root = try JSONParser.parse(file.bytes, path: name)
        try Self.refuseFailure(root, name)
        files[content, default: []].append(File(name: name, page: page, root: root))
      } catch {
        problems.append(ImportProblem(error))
      }
    }
    for (content, pages) in files {
      let pages = pages.rising(by: \.page)
      files[content] = pages
      for (one, other) in zip(pages, pages.dropFirst()) where one.page == other.page {
        problems.add(other.name, "\(one.name) is the same page: keep one of them.")
      }
      for page in pages where page.page > 1 {
        guard !found.contains(PageNumber(content: content, page: page.page - 1)) else { continue }
        problems.add(page.name, "The page before is missing: fetch it.")
      }
    }
  }

  func pages(_ content: Content) -> [File] { files[content] ?? [] }

  var queriedLayers: [Int] {
    files.keys.compactMap { content in
      if case .query(let id) = content { return id }
      return nil
    }.sorted()
  }

  private static func content(ofFileNamed name: String) -> (Content, page: Int)? {
    let name = name.lowercased()
    guard name.hasSuffix(".json") else { return nil }
    let parts = name.dropLast(".json".count).split(separator: "-", omittingEmptySubsequences: false)
    func number(_ index: Int) -> Int? {
      parts.count > index ? Int(whole: String(parts[index])) : nil
    }
    let tables: [Substring: Content] = [
      "rules": .rules, "associations": .associations, "subnetworks": .subnetworks,
    ]
    switch (parts[0], parts.count) {
    case ("dataelement", 1): return (.dataElement, 1)
    case ("layer", 2): return number(1).map { (.layer($0), 1) }
    case ("query", 2): return number(1).map { (.query($0), 1) }
    case ("query", 3): return number(1).flatMap { id in number(2).map { (.query(id), $0) } }
    case (let name, 1): return tables[name].map { ($0, 1) }
    case (let name, 2): return tables[name].flatMap { table in number(1).map { (table, $0) } }
    default: return nil
    }
  }

  private static func refuseFailure(_ root: ParsedJSON, _ name: String) throws(ReadingError) {
    guard case .object(let members) = root, case .object(let error)? = members["error"] else {
      return
    }
    var text = ""
    if case .number(let code)? = error["code"] { text += " \(JSONText.real(code).line)" }
    if case .string(let message)? = error["message"] {
      text += ": \(message.hasSuffix(".") ? String(message.dropLast()) : message)"
    }
    throw ReadingError(name, "The service answered with an error\(text). Fetch the file again.")
  }
}
