internal import GeoSnap

struct InpNetwork {
  let file: InpFile
  let options: ImportOptions
  let catalog: HydraulicCatalog
  var nodes: [SourceGraph.Node] = []
  var links: [SourceGraph.Link] = []
  private(set) var equipment: [SourceGraph.Equipment] = []
  /// Nodes and links by name; by the name in capitals when case is ignored.
  private(set) var nodeNumbers: [String: Int] = [:]
  private(set) var linkNumbers: [String: Int] = [:]
  private(set) var problems: [ReadingError] = []
  /// The first words of unreadable rows: references to these elements are not reported as further problems.
  private var lost: Set<String> = []
  private(set) var counts: [String: Int] = [:]
  private var ownNotes: [String]
  private var counted = CountedNotes()
  /// Whether names are compared without the case of ASCII letters, as in SWMM.
  let ignoresCase: Bool

  init(
    _ file: InpFile,
    catalog: HydraulicCatalog,
    options: ImportOptions,
    ignoresCase: Bool = false
  ) {
    self.file = file
    self.catalog = catalog
    self.options = options
    self.ignoresCase = ignoresCase
    ownNotes = file.notes
  }

  // MARK: Problems and counts

  mutating func note(_ sentence: String) { ownNotes.append(sentence) }

  var notes: [String] { ownNotes + counted.notes }

  mutating func count(_ kind: String, at place: String) { counted.add(kind, place) }

  mutating func count(_ kind: String) { counts[kind, default: 0] += 1 }

  /// Reads each row of a section; an unreadable row is a problem, and reading continues with the next.
  mutating func forEachRow(
    of section: String,
    _ read: (inout InpNetwork, InpFile.Row) throws(ReadingError) -> Void
  ) {
    for row in file.rows(section) {
      do {
        try read(&self, row)
      } catch {
        lose(row, error)
      }
    }
  }

  /// Reads each row of a section that is only displayed; unreadable rows are skipped and counted.
  mutating func forEachDrawingRow(
    of section: String,
    _ read: (inout InpNetwork, InpFile.Row) throws(ReadingError) -> Void
  ) {
    forEachRow(of: section) { network, row in
      do throws(ReadingError) {
        try read(&network, row)
      } catch {
        network.counted.add(Self.unused(section), error)
      }
    }
  }

  private static func unused(_ section: String) -> String { "Rows of [\(section)] not used" }

  func unusedRows(of section: String) -> Int { counted.count(Self.unused(section)) }

  @inline(never)
  private mutating func lose(_ row: InpFile.Row, _ error: ReadingError) {
    if !error.isConsequence { problems.append(error) }
    lost.insert(key(row.words[0]))
  }

  // MARK: Elements

  mutating func addNode(
    _ row: InpFile.Row,
    _ assetType: AssetTypeID,
    attributes: [String: AttributeValue]
  ) throws(ReadingError) -> Int {
    let name = try row.word(0, "name")
    if let first = nodeNumbers[key(name)] {
      throw repeated("node", name, nodes[first].description, row)
    }
    let isDevice = assetType.sourceID == catalog.firstSourceID
    var attributes = attributes
    attributes[FieldName.name] = .text(name)
    attributes[FieldName.inService] = .integer(1)
    nodeNumbers[key(name)] = nodes.count
    nodes.append(
      SourceGraph.Node(
        description: SourceGraph.Description(
          origin: options.origin("node", named: name),
          assetType: assetType,
          objectType: isDevice ? catalog.object(of: assetType) : catalog.junctionObject,
          attributes: attributes
        ),
        terminal: isDevice ? 1 : nil
      )
    )
    count(row.section.lowercased())
    return nodes.count - 1
  }

  mutating func addLink(
    _ row: InpFile.Row,
    _ assetType: AssetTypeID,
    attributes: [String: AttributeValue],
    connectsAtAnyVertex: Bool = false
  ) throws(ReadingError) -> Int {
    let name = try row.word(0, "name")
    if let first = linkNumbers[key(name)] {
      throw repeated("link", name, links[first].description, row)
    }
    let ends = PairOfEnds(
      start: try node(row, 1, "node at its start"),
      end: try node(row, 2, "node at its end")
    )
    var attributes = attributes
    attributes[FieldName.name] = .text(name)
    attributes[FieldName.inService] = .integer(1)
    linkNumbers[key(name)] = links.count
    let origin = options.origin("link", named: name)
    if ends.start == ends.end {
      note("\(origin) begins and ends at \(nodes[ends.start].description.origin).")
    }
    links.append(
      SourceGraph.Link(
        description: SourceGraph.Description(
          origin: origin,
          assetType: assetType,
          objectType: catalog.edgeObject,
          attributes: attributes
        ),
        nodes: ends,
        path: [],
        connectsAtAnyVertex: connectsAtAnyVertex
      )
    )
    count(row.section.lowercased())
    return links.count - 1
  }

  mutating func divide(_ link: Int, by assetType: AssetTypeID, attributes: [String: AttributeValue])
  {
    let description = links[link].description
    var attributes = attributes
    for field in [FieldName.name, FieldName.inService] {
      attributes[field] = description.attributes[field]
    }
    links[link].divider = equipment.count
    let ends = links[link].nodes
    equipment.append(
      SourceGraph.Equipment(
        description: SourceGraph.Description(
          origin: description.origin,
          assetType: assetType,
          objectType: catalog.object(of: assetType),
          attributes: attributes
        ),
        ports: [],
        homeNodes: [ends.start, ends.end]
      )
    )
  }

  // MARK: References

  /// The name as a key of the dictionaries; SWMM ignores the case of ASCII letters only.
  private func key(_ name: String) -> String {
    guard ignoresCase else { return name }
    return String(decoding: name.utf8.map { 97...122 ~= $0 ? $0 - 32 : $0 }, as: UTF8.self)
  }

  func nodeNumber(_ name: String) -> Int? { nodeNumbers[key(name)] }

  func linkNumber(_ name: String) -> Int? { linkNumbers[key(name)] }

  private func repeated(
    _ kind: String,
    _ name: String,
    _ first: SourceGraph.Description,
    _ row: InpFile.Row
  ) -> ReadingError {
    guard case .text(let known) = first.attributes[FieldName.name], known != name else {
      return row.error("There is already a \(kind) '\(name)': give each a different name.")
    }
    return row.error(
      "'\(name)' and the \(kind) '\(known)' differ only in case: give each a different name."
    )
  }

  func node(_ row: InpFile.Row, _ index: Int, _ what: String = "node") throws(ReadingError) -> Int {
    let name = try row.word(index, what)
    guard let number = nodeNumber(name) else { throw missing("node", name, what, row) }
    return number
  }

  func link(_ row: InpFile.Row, _ index: Int, _ what: String = "link") throws(ReadingError) -> Int {
    let name = try row.word(index, what)
    guard let number = linkNumber(name) else { throw missing("link", name, what, row) }
    return number
  }

  private func missing(_ kind: String, _ name: String, _ what: String, _ row: InpFile.Row)
    -> ReadingError
  {
    row.error(
      what == kind
        ? "There is no \(kind) '\(name)'."
        : "The row names '\(name)' as the \(what), but there is no such \(kind).",
      isConsequence: lost.contains(key(name))
    )
  }

  // MARK: Attributes

  mutating func control(_ node: Int) { nodes[node].description.control([(1, catalog.tier)]) }

  mutating func setLinkAttribute(_ link: Int, _ field: String, _ value: AttributeValue) {
    if let divider = links[link].divider {
      equipment[divider].description.attributes[field] = value
    } else {
      links[link].description.attributes[field] = value
    }
  }

  // MARK: Result

  /// Notes sections that a program does not have, and reports a file without nodes; `sections` are those of nodes.
  mutating func check(program: String, article: String, nodesIn sections: String) {
    var misspelt: [ReadingError] = []
    for (section, line) in file.unknownSections {
      let fact = "[\(section)] is not a section of \(program)"
      guard let meant = NearNames.suggestion(for: section, in: file.known) else {
        note("\(fact): it is not imported.")
        continue
      }
      note("\(fact): it is not imported. Did you mean [\(meant)]?")
      misspelt.append(ReadingError("line \(line)", line: line, "\(fact). Did you mean [\(meant)]?"))
    }
    if nodes.isEmpty, problems.isEmpty {
      let message = "The file has no nodes in \(sections): is it \(article) \(program) file?"
      problems = [ReadingError("$", message)]
    }
    if !problems.isEmpty { problems = misspelt + problems }
  }

  func graphImport(_ file: String, notImported: [String: Int]) throws(ImportError) -> GraphImport {
    try ImportError.refuse(problems.map { ImportProblem($0) }, file)
    return GraphImport(
      graph: SourceGraph(nodes: nodes, links: links, equipment: equipment),
      catalog: catalog.catalog,
      srid: options.srid,
      report: ImportReport(elementsRead: counts, notImported: notImported, notes: notes)
    )
  }

  mutating func readPlaces() {
    var places = [Coordinate?](repeating: nil, count: nodes.count)
    var repeated = 0
    forEachDrawingRow(of: "COORDINATES") { (network, row) throws(ReadingError) in
      let node = try network.node(row, 0)
      let place = try row.coordinate(1)
      if let former = places[node], former != place { repeated += 1 }
      places[node] = place
    }
    for case (let node, let place?) in places.enumerated() { nodes[node].coordinate = place }
    if repeated > 0 { note("Coordinates that a later row replaces with others: \(repeated).") }

    var vertices = [[Coordinate]](repeating: [], count: links.count)
    forEachDrawingRow(of: "VERTICES") { (network, row) throws(ReadingError) in
      let link = try network.link(row, 0)
      vertices[link].append(try row.coordinate(1))
    }
    for (link, inner) in vertices.enumerated() where !inner.isEmpty {
      links[link].path = path(of: link, through: inner)
    }
  }

  private func path(of link: Int, through inner: [Coordinate]) -> [Coordinate] {
    let ends = links[link].nodes
    var path = nodes[ends.start].coordinate.map { [$0] } ?? []
    for place in inner where place != path.last { path.append(place) }
    if let end = nodes[ends.end].coordinate, end != path.last { path.append(end) }
    return path
  }
}
