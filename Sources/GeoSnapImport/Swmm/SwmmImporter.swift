public import GeoSnap

/// Reads SWMM input files.
public struct SwmmImporter: NetworkImporter {
  let options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads the only file as ``NetworkImporter/read(_:named:appendingTo:)``.
  ///
  /// Lines run from a link's first node to its second. Coordinates are not transformed. Only the options declare a
  /// reference system, because SWMM files do not.
  ///
  /// - Complexity: O(n log n) in the size of the file and the network.
  public func read(_ files: [ImportFile], named: String, appendingTo network: UtilityNetwork? = nil)
    throws(ImportError) -> ImportResult
  {
    let reader = try ImportError.naming(named, SwmmReader(onlyFile(files), options: options))
    let graphImport = try reader.network.graphImport(named, notImported: reader.notImported)
    return try graphImport.run(options: options, file: named, appendingTo: network)
  }
}

struct SwmmReader {
  private(set) var network: InpNetwork
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
  private static let readSections: Set<String> = [
    "OPTIONS", "JUNCTIONS", "OUTFALLS", "DIVIDERS", "STORAGE", "CONDUITS", "PUMPS", "ORIFICES",
    "WEIRS", "OUTLETS", "XSECTIONS", "CONTROLS", "COORDINATES", "VERTICES", "TAGS", "END",
  ]

  init(_ bytes: [UInt8], options: ImportOptions) throws(ReadingError) {
    let file = try InpFile(bytes, known: Self.sections, hasEndMark: false)
    network = InpNetwork(file, catalog: .sewer, options: options, ignoresCase: true)
    readOptions()
    readNodes()
    readLinks()
    readSections()
    countFlapGates()
    network.readPlaces()
    let otherTags = network.readTags()
    network.keep(network.readRules("CONTROLS", premise: SwmmWords.premise))
    notImported = network.unreadSections(read: Self.readSections)
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

  private mutating func readSections() {
    let metres = metres
    var shaped: Set<Int> = []
    network.forEachRow(of: "XSECTIONS") { (network, row) throws(ReadingError) in
      try row.need(SwmmWords.crossSection(row))
      let link = try network.link(row, 0)
      let shape = try row.word(1, "shape")
      shaped.insert(link)
      network.links[link].description.attributes[FieldName.crossSection] = .text(
        row.words.dropFirst().joined(separator: " ")
      )
      guard network.links[link].divider == nil else { return }
      network.links[link].description.assetType = SewerTypes.conduit(shape: shape)
      if ["CIRCULAR", "FILLED_CIRCULAR", "FORCE_MAIN"].contains(shape.uppercased()) {
        network.links[link].description.attributes[FieldName.diameter] = .real(
          try row.size(2, "diameter") * metres * 1000
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

/// The required words of a row: SWMM refuses rows with fewer words and uses defaults for further ones.
enum SwmmWords {
  static func node(_ row: InpFile.Row) -> [String] {
    let start = ["name", "elevation"]
    switch row.section {
    case "OUTFALLS":
      let isStaged = ["FIX", "TID", "TIME"].contains { row.isKeyword(2, $0) }
      return start + ["type"] + (isStaged ? ["stage or curve"] : [])
    case "DIVIDERS":
      let more =
        row.isKeyword(3, "WEIR")
        ? ["least flow", "height", "coefficient"]
        : row.isKeyword(3, "CUT") || row.isKeyword(3, "TAB") ? ["flow or curve"] : []
      return start + ["diversion link", "type"] + more
    case "STORAGE":
      let shape = row.isKeyword(4, "TAB") ? ["curve"] : ["coefficient", "exponent", "constant"]
      return start + ["greatest depth", "initial depth", "shape"] + shape
    default: return start
    }
  }

  static func link(_ row: InpFile.Row) -> [String] {
    let start = ["name", "node at its start", "node at its end"]
    switch row.section {
    case "CONDUITS":
      return start + ["length", "roughness", "offset at its start", "offset at its end"]
    case "ORIFICES", "WEIRS": return start + ["type", "offset", "coefficient"]
    case "OUTLETS":
      let curve = row.isKeyword(4, "TAB") ? ["curve"] : ["coefficient", "exponent"]
      return start + ["offset", "type"] + curve
    default: return start
    }
  }

  static func crossSection(_ row: InpFile.Row) -> [String] {
    let start = ["link", "shape"]
    if row.isKeyword(1, "IRREG") || row.isKeyword(1, "STREET") { return start + ["transect"] }
    return start + ["first", "second", "third", "fourth"].map { "\($0) measure" }
  }

  /// The words of a premise; one that begins with the name of a variable is the shortest.
  static func premise(_ row: InpFile.Row) -> [String] {
    let objects = ["NODE", "LINK", "CONDUIT", "PUMP", "ORIFICE", "WEIR", "OUTLET", "GAGE"]
    let isObject = row.words.count > 1 && objects.contains(row.words[1].uppercased())
    let subject =
      isObject ? ["object", "attribute"] : row.isKeyword(1, "SIMUL") ? ["attribute"] : []
    return ["IF", "kind of object"] + subject + ["relation", "value"]
  }
}
