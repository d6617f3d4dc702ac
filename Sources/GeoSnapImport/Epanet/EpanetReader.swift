internal import GeoSnap

struct EpanetReader {
  private(set) var network: InpNetwork
  private(set) var notImported: [String: Int] = [:]
  private var units = EpanetUnits.unitedStates
  /// The roughness of a pipe whose row has none; it depends on the headloss formula.
  private var roughness = 130.0
  private var states: [EpanetLink] = []
  private let tanksControl: Bool
  /// The number of tanks; a tank with a head only is a reservoir.
  private(set) var tankCount = 0

  static let sections = [
    "TITLE", "JUNCTIONS", "RESERVOIRS", "TANKS", "PIPES", "PUMPS", "VALVES", "EMITTERS", "CURVES",
    "PATTERNS", "ENERGY", "STATUS", "CONTROLS", "RULES", "DEMANDS", "QUALITY", "REACTIONS",
    "SOURCES", "MIXING", "OPTIONS", "TIMES", "REPORT", "COORDINATES", "VERTICES", "LABELS",
    "BACKDROP", "TAGS", "LEAKAGE", "ROUGHNESS", "END",
  ]
  private static let readSections: Set<String> = [
    "JUNCTIONS", "RESERVOIRS", "TANKS", "PIPES", "PUMPS", "VALVES", "STATUS", "CONTROLS", "RULES",
    "DEMANDS", "OPTIONS", "COORDINATES", "VERTICES", "TAGS", "END",
  ]

  private static let tank = [
    "name", "elevation", "initial level", "minimum level", "maximum level", "diameter",
  ]

  private static func premise(_ row: InpFile.Row) -> [String] {
    (row.isKeyword(1, "SYST") ? ["IF", "SYSTEM"] : ["IF", "kind of object", "object"])
      + ["attribute", "relation", "value"]
  }

  init(_ bytes: [UInt8], options: ImportOptions, tanksControl: Bool) throws(ReadingError) {
    self.tanksControl = tanksControl
    let file = try InpFile(bytes, known: Self.sections, hasEndMark: true)
    network = InpNetwork(file, catalog: .water, options: options)
    readOptions()
    readNodes()
    readLinks()
    readStatus()
    network.readPlaces()
    classifyJunctions()
    addDevices()
    let otherTags = network.readTags()
    var texts = network.readControls()
    for (link, rules) in network.readRules("RULES", premise: EpanetReader.premise) {
      texts[link, default: []] += rules
    }
    network.keep(texts)
    notImported = network.unreadSections(read: Self.readSections)
    if otherTags > 0 { notImported["tags"] = otherTags }
    network.check(program: "EPANET", article: "an", nodesIn: "[JUNCTIONS], [RESERVOIRS] or [TANKS]")
  }

  // MARK: Options

  private mutating func readOptions() {
    var units = units
    var roughness = roughness
    network.forEachRow(of: "OPTIONS") { (_, row) throws(ReadingError) in
      // Without a word an option sets nothing.
      guard row.words.count > 1 else { return }
      if row.isKeyword(0, "HEADL") {
        roughness = row.isKeyword(1, "D") ? 0.0005 : row.isKeyword(1, "C") ? 0.01 : 130
      }
      guard row.isKeyword(0, "UNIT") else { return }
      let word = try row.word(1, "unit of flow")
      guard let known = EpanetUnits(flowUnit: word) else {
        throw row.error(
          "'\(word.prefix(40))' is not a flow unit of EPANET: give a unit such as GPM or LPS."
        )
      }
      units = known
    }
    self.units = units
    self.roughness = roughness
  }

  /// A number, not negative with `isSize`; `missing` if the row ends before it, which EPANET 2.3 allows.
  private static func number(
    _ row: InpFile.Row,
    _ index: Int,
    _ what: String,
    _ missing: Double,
    isSize: Bool = false,
    in network: inout InpNetwork
  ) throws(ReadingError) -> Double {
    guard index < row.words.count else {
      noteShort(row, what, in: &network)
      return missing
    }
    return isSize ? try row.size(index, what) : try row.number(index, what)
  }

  private static func noteShort(_ row: InpFile.Row, _ what: String, in network: inout InpNetwork) {
    network.count(
      "Missing values that EPANET before 2.3 requires, read with the defaults of 2.3",
      at: "the \(what) of \(row.words[0].prefix(40)), \(row.place)"
    )
  }

  // MARK: Nodes

  private mutating func readNodes() {
    let units = units
    network.forEachRow(of: "JUNCTIONS") { (network, row) throws(ReadingError) in
      let demand = try row.optionalNumber(2, "demand")
      _ = try network.addNode(
        row,
        HydraulicCatalog.water.fitting(1),
        attributes: [
          FieldName.elevation: .real(
            try Self.number(row, 1, "elevation", 0, in: &network) * units.length
          ), FieldName.demand: .real(demand * units.flow),
        ]
      )
    }
    for section in ["RESERVOIRS", "TANKS"] {
      let tanksControl = tanksControl
      var tankCount = 0
      network.forEachRow(of: section) { (network, row) throws(ReadingError) in
        // In both sections a row with only a head and a head pattern, or without a diameter, is a reservoir.
        let hasLevels = row.words.count > 3
        if hasLevels { try row.need(Self.tank) }
        let isTank = hasLevels && InpFile.number(row.words[5]) != 0
        let level = try hasLevels && !isTank ? row.number(2, "initial level") : 0
        let node = try network.addNode(
          row,
          isTank ? WaterTypes.tank : WaterTypes.reservoir,
          attributes: [
            FieldName.elevation: .real((try row.number(1, "elevation") + level) * units.length)
          ]
        )
        if !isTank || tanksControl { network.control(node) }
        if isTank { tankCount += 1 }
      }
      self.tankCount += tankCount
    }
    readDemands()
  }

  private mutating func readDemands() {
    var demands = [Double?](repeating: nil, count: network.nodes.count)
    network.forEachRow(of: "DEMANDS") { (network, row) throws(ReadingError) in
      // An old form of the demand multiplier, unless a node has this name.
      if row.isKeyword(0, "MULT"), network.nodeNumber(row.words[0]) == nil { return }
      let node = try network.node(row, 0)
      demands[node] = (demands[node] ?? 0) + (try row.number(1, "demand"))
    }
    var ignored = 0
    for case (let node, let demand?) in demands.enumerated() {
      if network.nodes[node].terminal == nil {
        network.nodes[node].description.attributes[FieldName.demand] = .real(demand * units.flow)
      } else {
        ignored += 1
      }
    }
    if ignored > 0 {
      network.note("As in EPANET, demands of reservoirs and tanks are ignored: \(ignored).")
    }
  }

  // MARK: Links

  private mutating func readLinks() {
    let units = units
    let roughness = roughness
    var states: [EpanetLink] = []
    network.forEachRow(of: "PIPES") { (network, row) throws(ReadingError) in
      try row.need(["name", "node at its start", "node at its end"])
      var state = try EpanetLink.pipe(row)
      let length = try Self.number(
        row,
        3,
        "length",
        units.missingLength,
        isSize: true,
        in: &network
      )
      let diameter = try Self.number(
        row,
        4,
        "diameter",
        units.missingDiameter,
        isSize: true,
        in: &network
      )
      let millimetres = diameter * units.diameter
      state.millimetres = millimetres
      _ = try network.addLink(
        row,
        WaterTypes.main(millimetres: millimetres),
        attributes: [
          FieldName.length: .real(length * units.length), FieldName.diameter: .real(millimetres),
          FieldName.roughness: .real(try Self.number(row, 5, "roughness", roughness, in: &network)),
        ],
        connectsAtAnyVertex: true
      )
      states.append(state)
    }
    var patterns: Set<String> = []
    let stopped = Set(
      network.file.rows("PATTERNS").filter { row in
        patterns.insert(row.words[0]).inserted && row.words.count > 1
          && InpFile.number(row.words[1]) == 0
      }.map { $0.words[0] }
    )
    network.forEachRow(of: "PUMPS") { (network, row) throws(ReadingError) in
      // Pairs of a keyword and its value; old files have only numbers.
      if row.words.count == 3 {
        Self.noteShort(row, "curve or power", in: &network)
      } else if row.words.count % 2 == 0, row.words.count > 3, InpFile.number(row.words[3]) == nil {
        Self.noteShort(row, "value of \(row.words.last ?? "")", in: &network)
      }
      var state = EpanetLink(kind: .pump)
      if row.words.count > 3 { state.setting = row.words.dropFirst(3).joined(separator: " ") }
      let pairs = row.words.dropFirst(3)
      if let speed = EpanetLink.index(after: "SPEE", in: pairs) {
        state.isClosed = try row.size(speed, "speed") == 0
      }
      if let pattern = EpanetLink.index(after: "PATT", in: pairs),
        stopped.contains(row.words[pattern])
      {
        network.count(
          "Pumps whose speed pattern begins with 0, which the status does not reflect",
          at: row.place
        )
      }
      try Self.addStationPipe(row, to: &network)
      states.append(state)
    }
    network.forEachRow(of: "VALVES") { (network, row) throws(ReadingError) in
      try row.need(["name", "node at its start", "node at its end", "diameter"])
      let word = try row.word(4, "type of valve").uppercased()
      guard let kind = HydraulicCatalog.ControlValve(rawValue: word) else {
        throw row.error(
          "'\(word.prefix(40))' is not a type of valve: give a type such as PRV or TCV."
        )
      }
      var state = EpanetLink(kind: .valve(kind))
      if row.words.count == 5 {
        Self.noteShort(row, kind == .generalPurpose ? "curve" : "setting", in: &network)
        state.setting = kind == .generalPurpose ? nil : "0"
      } else {
        state.setting = try row.word(5, "setting")
      }
      state.millimetres = try row.size(3, "diameter") * units.diameter
      try Self.addStationPipe(row, to: &network)
      states.append(state)
    }
    self.states = states
  }

  private static func addStationPipe(_ row: InpFile.Row, to network: inout InpNetwork)
    throws(ReadingError)
  { _ = try network.addLink(row, WaterTypes.stationPipe, attributes: [FieldName.length: .real(0)]) }

  // MARK: Status

  private mutating func readStatus() {
    var states = states
    network.forEachRow(of: "STATUS") { (network, row) throws(ReadingError) in
      let last = row.words.count - 1
      let status = try row.word(max(last, 1), "status")
      let isClosed: Bool
      if row.isKeyword(last, "CLOSED") {
        isClosed = true
      } else if row.isKeyword(last, "OPEN") || row.isKeyword(last, "ACTIVE") {
        isClosed = false
      } else if InpFile.number(status) != nil {
        // The setting of a valve, or the speed of a pump, where 0 is off. A pipe has neither.
        let value = try row.size(last, "status")
        for link in try Self.links(of: row, network) {
          switch states[link].kind {
          case .pump:
            states[link].isClosed = value == 0
            if value != 0 { states[link].run(atSpeed: status) }
          case .valve(let kind) where kind != .generalPurpose:
            states[link].isClosed = false
            states[link].setting = status
          default:
            network.count(
              "Settings in [STATUS] of links that have none, which are left out",
              at: row.place
            )
          }
        }
        return
      } else {
        throw row.error(
          "'\(status.prefix(40))' is not a status: give OPEN, CLOSED, ACTIVE or a setting."
        )
      }
      for link in try Self.links(of: row, network) {
        if case .checkValve = states[link].kind {
          // A range passes over check valves.
          guard row.words.count == 2 else { continue }
          network.note(
            "\(row.place) sets the status of the check valve in \(row.words[0]): EPANET refuses such a "
              + "status, but the import keeps it."
          )
        }
        states[link].isClosed = isClosed
        // A pump that is opened runs at full speed.
        if case .pump = states[link].kind, !isClosed, states[link].hasSpeed {
          states[link].run(atSpeed: "1")
        }
      }
    }
    self.states = states
  }

  private static func links(of row: InpFile.Row, _ network: InpNetwork) throws(ReadingError)
    -> [Int]
  {
    guard row.words.count > 2 else { return [try network.link(row, 0)] }
    let (first, last) = (row.words[0], row.words[1])
    let numbers = (Int(whole: first), Int(whole: last))
    let found = network.linkNumbers.filter { name, _ in
      if let low = numbers.0, let high = numbers.1 {
        return Int(whole: name).map { (min(low, high)...max(low, high)).contains($0) } ?? false
      }
      return Array(first.utf8).lexicographicallyPrecedes(Array(name.utf8)) || first == name
        ? Array(name.utf8).lexicographicallyPrecedes(Array(last.utf8)) || name == last : false
    }
    guard !found.isEmpty else { throw row.error("There is no link from '\(first)' to '\(last)'.") }
    return found.values.sorted()
  }

  // MARK: Devices and fittings

  private mutating func addDevices() {
    for (link, state) in states.enumerated() {
      let assetType: AssetTypeID
      switch state.kind {
      case .pipe where !state.isClosed: continue
      case .pipe: assetType = WaterTypes.pipeShutOff
      case .checkValve: assetType = WaterTypes.checkValve
      case .pump: assetType = WaterTypes.pump
      case .valve(let kind): assetType = WaterTypes.valve(kind)
      }
      network.divide(
        link,
        by: assetType,
        attributes: [
          FieldName.deviceStatus: state.isClosed ? DeviceStatus.closed : DeviceStatus.open,
          FieldName.setting: .optional(state.setting),
          FieldName.diameter: .optional(state.millimetres),
        ]
      )
    }
  }

  private mutating func classifyJunctions() {
    var lines = Array(repeating: [AssetTypeID](), count: network.nodes.count)
    for link in network.links {
      for end in LinkEnd.allCases { lines[link.nodes[end]].append(link.description.assetType) }
    }
    for (node, lines) in lines.enumerated() where network.nodes[node].terminal == nil {
      network.nodes[node].description.assetType =
        WaterTypes.fitting(lines: lines.count, isMixed: Set(lines).count > 1)
    }
  }
}
