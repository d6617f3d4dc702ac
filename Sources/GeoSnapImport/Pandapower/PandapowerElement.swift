internal import GeoSnap

/// A table of pandapower whose rows are equipment at one bus or between two.
struct PandapowerElement {
  let table: String
  /// The columns that name its buses.
  let columns: [String]
  let assetType: AssetTypeID
  /// Whether files of all versions have the table, not only those from version 3 on.
  var isRequired = true

  /// Equipment with one terminal; loads are classed by level, generators by whether they are
  /// slack.
  static let oneTerminal = [
    PandapowerElement(table: "load", columns: ["bus"], assetType: ElectricTypes.load(.low)),
    PandapowerElement(table: "sgen", columns: ["bus"], assetType: ElectricTypes.device(201, 4)),
    PandapowerElement(table: "gen", columns: ["bus"], assetType: ElectricTypes.generator),
    PandapowerElement(
      table: "ext_grid",
      columns: ["bus"],
      assetType: ElectricTypes.externalGrid
    ),
    PandapowerElement(table: "shunt", columns: ["bus"], assetType: ElectricTypes.device(202, 4)),
    PandapowerElement(table: "ward", columns: ["bus"], assetType: ElectricTypes.device(202, 5)),
    PandapowerElement(table: "xward", columns: ["bus"], assetType: ElectricTypes.device(202, 6)),
    PandapowerElement(
      table: "motor",
      columns: ["bus"],
      assetType: ElectricTypes.device(202, 2),
      isRequired: false
    ),
    PandapowerElement(
      table: "storage",
      columns: ["bus"],
      assetType: ElectricTypes.device(201, 6),
      isRequired: false
    ),
    PandapowerElement(
      table: "asymmetric_load",
      columns: ["bus"],
      assetType: ElectricTypes.unbalancedLoad,
      isRequired: false
    ),
    PandapowerElement(
      table: "asymmetric_sgen",
      columns: ["bus"],
      assetType: ElectricTypes.device(201, 5),
      isRequired: false
    ),
  ]

  /// Equipment with two terminals between two buses.
  static let twoTerminal = [
    PandapowerElement(
      table: "impedance",
      columns: ["from_bus", "to_bus"],
      assetType: ElectricTypes.device(204, 1)
    ),
    PandapowerElement(
      table: "dcline",
      columns: ["from_bus", "to_bus"],
      assetType: ElectricTypes.device(204, 2)
    ),
  ]
}
