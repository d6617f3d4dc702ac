internal import GeoSnap

/// The nodes and links of an EPANET or SWMM input file, collected section by section.
struct InpNetwork {
  let file: InpFile
  let options: ImportOptions
  let catalog: HydraulicCatalog
  private(set) var nodes: [SourceGraph.Node] = []
  private(set) var links: [SourceGraph.Link] = []
  private(set) var equipment: [SourceGraph.Equipment] = []
  /// Nodes and links by name; by the name in capitals when case is ignored.
  private(set) var nodeNumbers: [String: Int] = [:]
  private(set) var linkNumbers: [String: Int] = [:]
  private(set) var problems: [ReadingError] = []
  /// The first words of unreadable rows: references to these elements are not reported as further problems.
  private var lost: Set<String> = []
  /// The number of elements read, by kind.
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

  mutating func report(_ problem: ReadingError) { problems.append(problem) }

  mutating func note(_ sentence: String) { ownNotes.append(sentence) }

  var notes: [String] { ownNotes + counted.notes }

  /// Counts an occurrence of a kind; its note names the first place.
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
        network.counted.add(InpNetwork.unused(section), error)
      }
    }
  }

  private static func unused(_ section: String) -> String { "Rows of [\(section)] not used" }

  /// The number of unreadable rows of such a section.
  func unusedRows(of section: String) -> Int { counted.count(InpNetwork.unused(section)) }

  @inline(never)
  private mutating func lose(_ row: InpFile.Row, _ error: ReadingError) {
    if !error.isConsequence { problems.append(error) }
    lost.insert(key(row.words[0]))
  }

  // MARK: Elements

  /// Adds the node of a row that begins with its name.
  ///
  /// - Throws: ``ReadingError`` when the name is already in use.
  @discardableResult
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

  /// Adds the link of a row that begins with its name and two nodes.
  ///
  /// - Throws: ``ReadingError`` when the name is already in use, or a node is missing.
  @discardableResult
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

  /// Divides a link by a device: the link itself, its shutoff, or its check valve.
  mutating func divide(
    _ link: Int,
    by assetType: AssetTypeID,
    attributes: [String: AttributeValue]
  ) {
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
    guard let number = nodeNumber(name) else {
      throw missing("node", name, what, row)
    }
    return number
  }

  func link(_ row: InpFile.Row, _ index: Int, _ what: String = "link") throws(ReadingError) -> Int {
    let name = try row.word(index, what)
    guard let number = linkNumber(name) else {
      throw missing("link", name, what, row)
    }
    return number
  }

  private func missing(
    _ kind: String,
    _ name: String,
    _ what: String,
    _ row: InpFile.Row
  ) -> ReadingError {
    row.error(
      what == kind
        ? "There is no \(kind) '\(name)'."
        : "The row names '\(name)' as the \(what), but there is no such \(kind).",
      isConsequence: lost.contains(key(name))
    )
  }

  // MARK: Attributes

  mutating func setNodeAttribute(_ node: Int, _ field: String, _ value: AttributeValue) {
    nodes[node].description.attributes[field] = value
  }

  mutating func setNodeType(_ node: Int, _ assetType: AssetTypeID) {
    nodes[node].description.assetType = assetType
  }

  mutating func control(_ node: Int) {
    nodes[node].description.control([(1, catalog.tier)])
  }

  mutating func setPlace(_ node: Int, _ place: Coordinate) { nodes[node].coordinate = place }

  mutating func setPath(_ link: Int, _ path: [Coordinate]) { links[link].path = path }

  /// Sets an attribute of the device that divides a link, or of the link when there is none.
  mutating func setLinkAttribute(_ link: Int, _ field: String, _ value: AttributeValue) {
    if let divider = links[link].divider {
      equipment[divider].description.attributes[field] = value
    } else {
      links[link].description.attributes[field] = value
    }
  }

  mutating func setLineAttribute(_ link: Int, _ field: String, _ value: AttributeValue) {
    links[link].description.attributes[field] = value
  }

  mutating func setLineType(_ link: Int, _ assetType: AssetTypeID) {
    links[link].description.assetType = assetType
  }

  // MARK: Result

  /// Notes sections that a program does not have, and reports a file without nodes; `sections` are those of nodes.
  mutating func check(program: String, article: String, nodesIn sections: String) {
    for section in file.unknownSections {
      note("[\(section)] is not a section of \(program): it is not imported.")
    }
    guard nodes.isEmpty, problems.isEmpty else { return }
    report(
      ReadingError("$", "The file has no nodes in \(sections): is it \(article) \(program) file?")
    )
  }

  /// The nodes and links, ready to become a network.
  ///
  /// - Throws: ``ImportError`` with the problems.
  func graphImport(
    _ file: String,
    notImported: [String: Int]
  ) throws(ImportError) -> GraphImport {
    try ImportError.refuse(problems.map { ImportProblem($0) }, file)
    return GraphImport(
      graph: SourceGraph(nodes: nodes, links: links, equipment: equipment),
      catalog: catalog.catalog,
      srid: options.srid,
      report: ImportReport(elementsRead: counts, notImported: notImported, notes: notes)
    )
  }
}
