internal import GeoSnap

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
    _ columns: [String],
    _ assetType: AssetTypeID,
    in presence: Presence = .all
  ) {
    self.table = table
    self.columns = columns
    self.assetType = assetType
    self.presence = presence
  }

  init(_ table: String, _ assetType: AssetTypeID, in presence: Presence = .all) {
    self.init(table, ["bus"], assetType, in: presence)
  }

  /// The columns of the generated power in MW; empty for elements that do not generate.
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
    PandapowerElement("load_dc", ["bus_dc"], ElectricTypes.device(202, 9), in: .some),
    PandapowerElement("source_dc", ["bus_dc"], ElectricTypes.device(201, 7), in: .some),
  ]

  /// Equipment with a terminal for each of its buses.
  static let branches =
    [
      PandapowerElement("impedance", ["from_bus", "to_bus"], ElectricTypes.device(204, 1)),
      PandapowerElement("dcline", ["from_bus", "to_bus"], ElectricTypes.device(204, 2)),
      PandapowerElement("tcsc", ["from_bus", "to_bus"], ElectricTypes.device(204, 3), in: .some),
      PandapowerElement("vsc", ["bus", "bus_dc"], ElectricTypes.device(206, 1), in: .some),
    ]
    + [("b2b_vsc", 2), ("vsc_stacked", 2), ("bi_vsc", 3), ("vsc_bipolar", 3)].map {
      // The second name of each is that of pandapower 3.5.
      PandapowerElement(
        $0.0,
        ["bus", "bus_dc_plus", "bus_dc_minus"],
        ElectricTypes.device(206, $0.1),
        in: .some
      )
    }
}
