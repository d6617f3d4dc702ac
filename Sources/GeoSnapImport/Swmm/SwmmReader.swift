internal import GeoSnap

/// Reads the sections of a SWMM file into a source graph.
struct SwmmReader {
  private(set) var network: InpNetwork
  /// The number of rows of each section that a network cannot hold.
  private(set) var notImported: [String: Int] = [:]
  private var metres = 0.3048
  private var flapGates = 0
  private var stoppedPumps = 0

  static let sections = [
    "TITLE", "OPTIONS", "FILES", "RAINGAGES", "EVAPORATION", "TEMPERATURE", "ADJUSTMENTS",
    "SUBCATCHMENTS", "SUBAREAS", "INFILTRATION", "LID_CONTROLS", "LID_USAGE", "AQUIFERS",
    "GROUNDWATER", "GWF", "SNOWPACKS", "JUNCTIONS", "OUTFALLS", "DIVIDERS", "STORAGE", "CONDUITS",
    "PUMPS", "ORIFICES", "WEIRS", "OUTLETS", "XSECTIONS", "TRANSECTS", "STREETS", "INLETS",
    "INLET_USAGE", "LOSSES", "CONTROLS", "POLLUTANTS", "LANDUSES", "COVERAGES", "LOADINGS",
    "BUILDUP", "WASHOFF", "TREATMENT", "INFLOWS", "DWF", "RDII", "HYDROGRAPHS", "CURVES",
    "TIMESERIES", "PATTERNS", "REPORT", "EVENTS", "TAGS", "MAP", "COORDINATES", "VERTICES",
    "POLYGONS", "SYMBOLS", "LABELS", "BACKDROP", "PROFILES", "END", "GW_FLOW",
  ]
  /// The sections that are read completely.
  private static let readSections: Set<String> = [
    "OPTIONS", "JUNCTIONS", "OUTFALLS", "DIVIDERS", "STORAGE", "CONDUITS", "PUMPS", "ORIFICES",
    "WEIRS", "OUTLETS", "XSECTIONS", "CONTROLS", "COORDINATES", "VERTICES", "TAGS", "END",
  ]

  /// Reads a file.
  ///
  /// - Throws: ``ReadingError`` when it cannot be split into sections; other errors become problems of the network.
  init(_ bytes: [UInt8], options: ImportOptions) throws(ReadingError) {
    let file = try InpFile(bytes, known: SwmmReader.sections, hasEndMark: false)
    network = InpNetwork(file, catalog: .sewer, options: options, ignoresCase: true)
    readOptions()
    readNodes()
    readLinks()
    readSections()
    countFlapGates()
    network.readPlaces()
    let otherTags = network.readTags()
    network.keep(network.readRules("CONTROLS", premise: SwmmWords.premise))
    notImported = network.unreadSections(read: SwmmReader.readSections)
    if otherTags > 0 { notImported["tags"] = otherTags }
    addNotes()
  }

  private mutating func addNotes() {
    if stoppedPumps > 0 {
      network.note("\(Self.words(stoppedPumps, "pump")) off at the start, which is ignored.")
    }
    if flapGates > 0 { network.note("\(Self.words(flapGates, "flap gate")) ignored.") }
    network.check(
      program: "SWMM",
      article: "a",
      nodesIn: "[JUNCTIONS], [OUTFALLS], [DIVIDERS] or [STORAGE]"
    )
  }

  private static func words(_ number: Int, _ thing: String) -> String {
    "\(Words.count(number, thing)) \(number == 1 ? "is" : "are")"
  }

  // MARK: Options

  private mutating func readOptions() {
    var metres = metres
    network.forEachRow(of: "OPTIONS") { (_, row) throws(ReadingError) in
      guard row.isKeyword(0, "FLOW_UNITS") else { return }
      let word = try row.word(1, "unit of flow")
      switch word.uppercased() {
      case "CFS", "GPM", "MGD": metres = 0.3048
      case "CMS", "LPS", "MLD": metres = 1
      default:
        throw row.error(
          "'\(word.prefix(40))' is not a flow unit of SWMM: give a unit such as CFS or LPS."
        )
      }
    }
    self.metres = metres
  }

  // MARK: Nodes

  private mutating func readNodes() {
    let metres = metres
    for (section, assetType) in [
      ("JUNCTIONS", SewerTypes.junction), ("OUTFALLS", SewerTypes.outfall),
      ("DIVIDERS", SewerTypes.flowDivider), ("STORAGE", SewerTypes.storage),
    ] {
      network.forEachRow(of: section) { (network, row) throws(ReadingError) in
        try row.need(SwmmWords.node(row))
        let node = try network.addNode(
          row,
          assetType,
          attributes: [FieldName.elevation: .real(try row.number(1, "elevation") * metres)]
        )
        if section == "OUTFALLS" { network.control(node) }
      }
    }
  }

  // MARK: Links

  private mutating func readLinks() {
    let metres = metres
    network.forEachRow(of: "CONDUITS") { (network, row) throws(ReadingError) in
      try row.need(SwmmWords.link(row))
      _ = try network.addLink(
        row,
        SewerTypes.conduit(shape: nil),
        attributes: [
          FieldName.length: .real(try row.size(3, "length") * metres),
          FieldName.roughness: .real(try row.number(4, "roughness")),
        ]
      )
    }
    var stoppedPumps = 0
    var flapGates = 0
    for (section, assetType, gate) in [
      ("PUMPS", SewerTypes.pump, nil), ("ORIFICES", SewerTypes.orifice, 6),
      ("WEIRS", SewerTypes.weir, 6), ("OUTLETS", SewerTypes.outlet, nil),
    ] as [(String, AssetTypeID, Int?)] {
      network.forEachRow(of: section) { (network, row) throws(ReadingError) in
        try row.need(SwmmWords.link(row))
        let link = try network.addLink(
          row,
          SewerTypes.regulatorLink,
          attributes: [FieldName.length: .real(0)]
        )
        if section == "PUMPS", row.isKeyword(4, "OFF") { stoppedPumps += 1 }
        // The flap gate of an outlet follows the name of a curve, or the two numbers of a function.
        let isTabular = row.words.count > 4 && row.words[4].uppercased().hasPrefix("TABULAR")
        let gateIndex = gate ?? (section == "OUTLETS" ? (isTabular ? 6 : 7) : nil)
        if let gateIndex, row.isKeyword(gateIndex, "YES") { flapGates += 1 }
        network.divide(
          link,
          by: assetType,
          attributes: [
            FieldName.deviceStatus: DeviceStatus.open,
            FieldName.setting: .text(row.words.dropFirst(3).joined(separator: " ")),
          ]
        )
      }
    }
    self.stoppedPumps = stoppedPumps
    self.flapGates = flapGates
  }

  /// Reads the cross-sections, which determine the types of the conduits.
  private mutating func readSections() {
    let metres = metres
    var shaped: Set<Int> = []
    network.forEachRow(of: "XSECTIONS") { (network, row) throws(ReadingError) in
      try row.need(SwmmWords.crossSection(row))
      let link = try network.link(row, 0)
      let shape = try row.word(1, "shape")
      shaped.insert(link)
      network.setLineAttribute(
        link,
        FieldName.crossSection,
        .text(row.words.dropFirst().joined(separator: " "))
      )
      guard network.links[link].divider == nil else { return }
      network.setLineType(link, SewerTypes.conduit(shape: shape))
      if ["CIRCULAR", "FILLED_CIRCULAR", "FORCE_MAIN"].contains(shape.uppercased()) {
        network.setLineAttribute(
          link,
          FieldName.diameter,
          .real(try row.size(2, "diameter") * metres * 1000)
        )
      }
    }
    let unshaped = network.file.rows("CONDUITS").compactMap { $0.words.first }.filter {
      network.linkNumber($0).map { !shaped.contains($0) } ?? false
    }
    for name in unshaped { network.count("Conduits without a row in [XSECTIONS]", at: "'\(name)'") }
  }

  private mutating func countFlapGates() {
    flapGates += network.file.rows("LOSSES").count { $0.isKeyword(4, "YES") }
    // An outfall's gate follows its type, or the stage of that type.
    flapGates += network.file.rows("OUTFALLS").count { row in
      row.isKeyword(row.isKeyword(2, "FREE") || row.isKeyword(2, "NORMAL") ? 3 : 4, "YES")
    }
  }
}
