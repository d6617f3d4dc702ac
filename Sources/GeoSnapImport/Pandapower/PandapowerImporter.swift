public import GeoSnap

/// Reads electric networks that `pandapower.to_json` writes.
public struct PandapowerImporter: NetworkImporter {
  let options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads the only file as ``NetworkImporter/read(_:named:appendingTo:)``.
  ///
  /// When all coordinates of buses are in the range of longitudes and latitudes, the network is in EPSG:4326 unless the
  /// options name another system.
  ///
  /// - Complexity: O(n log n) in the size of the file and the network.
  public func read(_ files: [ImportFile], named: String, appendingTo network: UtilityNetwork? = nil)
    throws(ImportError) -> ImportResult
  {
    let reader = try ImportError.naming(named, PandapowerReader(onlyFile(files), options: options))
    var graphImport = GraphImport(
      graph: reader.graph,
      catalog: ElectricCatalog.make(tiers: options.tiers),
      srid: options.srid,
      report: reader.report,
      container: ElectricContainers(graph: reader.graph, levels: reader.levels).style
    )
    if options.srid == nil && reader.isGeographic {
      graphImport.srid = 4326
      graphImport.report.notes.append("Coordinates are taken as longitude and latitude, EPSG:4326.")
    }
    return try graphImport.run(options: options, file: named, appendingTo: network)
  }
}

/// A pandapower table whose rows are equipment at one or more buses.
struct PandapowerElement {
  /// The files that have a table, possibly without rows.
  enum Presence {
    case all
    /// Those that pandapower 3 or later wrote.
    case recent
    /// Some files: the table is of a later version or an extension.
    case some
  }

  let table: String
  /// The columns with its buses, in terminal order; names with `bus_dc` refer to direct current buses.
  let columns: [String]
  let assetType: AssetTypeID
  let presence: Presence

  init(
    _ table: String,
    _ assetType: AssetTypeID,
    at columns: [String] = ["bus"],
    in presence: Presence = .all
  ) {
    self.table = table
    self.columns = columns
    self.assetType = assetType
    self.presence = presence
  }

  var generationColumns: [String] {
    switch table {
    case "sgen", "gen": ["p_mw"]
    case "asymmetric_sgen": ["p_a_mw", "p_b_mw", "p_c_mw"]
    default: []
    }
  }

  static func isDirectCurrent(_ column: String) -> Bool { column.contains("bus_dc") }

  /// Equipment with one terminal; loads are classed by level, generators by whether they are slack.
  static let oneTerminal = [
    PandapowerElement("load", ElectricTypes.load(.low)),
    PandapowerElement("sgen", ElectricTypes.device(201, 4)),
    PandapowerElement("gen", ElectricTypes.generator),
    PandapowerElement("ext_grid", ElectricTypes.externalGrid),
    PandapowerElement("shunt", ElectricTypes.device(202, 4)),
    PandapowerElement("ward", ElectricTypes.device(202, 5)),
    PandapowerElement("xward", ElectricTypes.device(202, 6)),
    PandapowerElement("motor", ElectricTypes.device(202, 2), in: .recent),
    PandapowerElement("storage", ElectricTypes.device(201, 6), in: .recent),
    PandapowerElement("asymmetric_load", ElectricTypes.unbalancedLoad, in: .recent),
    PandapowerElement("asymmetric_sgen", ElectricTypes.device(201, 5), in: .recent),
    PandapowerElement("svc", ElectricTypes.device(202, 7), in: .some),
    PandapowerElement("ssc", ElectricTypes.device(202, 8), in: .some),
    PandapowerElement("load_dc", ElectricTypes.device(202, 9), at: ["bus_dc"], in: .some),
    PandapowerElement("source_dc", ElectricTypes.device(201, 7), at: ["bus_dc"], in: .some),
  ]

  /// Equipment with a terminal for each of its buses.
  static let branches =
    [
      PandapowerElement("impedance", ElectricTypes.device(204, 1), at: ["from_bus", "to_bus"]),
      PandapowerElement("dcline", ElectricTypes.device(204, 2), at: ["from_bus", "to_bus"]),
      PandapowerElement(
        "tcsc",
        ElectricTypes.device(204, 3),
        at: ["from_bus", "to_bus"],
        in: .some
      ),
      PandapowerElement("vsc", ElectricTypes.device(206, 1), at: ["bus", "bus_dc"], in: .some),
    ]
    + [("b2b_vsc", 2), ("vsc_stacked", 2), ("bi_vsc", 3), ("vsc_bipolar", 3)].map {
      // The second name of each is that of pandapower 3.5.
      PandapowerElement(
        $0.0,
        ElectricTypes.device(206, $0.1),
        at: ["bus", "bus_dc_plus", "bus_dc_minus"],
        in: .some
      )
    }
}

struct ElectricContainers {
  let graph: SourceGraph
  let levels: [VoltageLevel]

  func style(_ nodes: [Int], _ equipment: [Int]) -> ContainerStyle? {
    func holds(_ object: AssetTypeID) -> Bool {
      equipment.contains { graph.equipment[$0].description.objectType == object }
    }
    let present = VoltageLevel.allCases.filter { level in nodes.contains { levels[$0] == level } }
    let hasTransformer =
      holds(ElectricTypes.transformerObject) || holds(ElectricTypes.object(205, 2))
    guard hasTransformer || holds(ElectricTypes.switchObject) else { return nil }
    let name = nodes.lazy.compactMap { node -> String? in
      guard case .text(let name)? = graph.nodes[node].description.attributes[FieldName.name] else {
        return nil
      }
      return name
    }.first
    switch (hasTransformer, present) {
    case (false, [.low]):
      return .assembly(ElectricTypes.lowVoltageCabinet, structure: ElectricTypes.pad, name: name)
    case (false, [.medium]):
      return .assembly(ElectricTypes.mediumVoltageCabinet, structure: ElectricTypes.pad, name: name)
    default:
      return .boundary(
        present.contains(.high) ? ElectricTypes.substation : ElectricTypes.transformerStation,
        name: name
      )
    }
  }
}
