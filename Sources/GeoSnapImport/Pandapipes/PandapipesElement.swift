internal import GeoSnap

/// A pandapipes table whose rows become devices.
struct PandapipesElement {
  let table: String
  /// The columns with its junctions.
  let columns: [String]
  let assetType: AssetTypeID

  static let oneTerminal = [
    PandapipesElement(
      table: "ext_grid",
      columns: ["junction"],
      assetType: PipelineCatalog.regulatorStation
    ),
    PandapipesElement(table: "sink", columns: ["junction"], assetType: PipelineCatalog.meter),
    PandapipesElement(table: "source", columns: ["junction"], assetType: PipelineCatalog.feedIn),
    PandapipesElement(
      table: "mass_storage",
      columns: ["junction"],
      assetType: PipelineCatalog.massStorage
    ),
  ]

  static let twoTerminal =
    [
      ("pump", PipelineCatalog.device(4, 1)), ("compressor", PipelineCatalog.device(5)),
      ("press_control", PipelineCatalog.device(6, 1)),
      ("flow_control", PipelineCatalog.device(6, 2)),
      ("heat_exchanger", PipelineCatalog.device(7, 1)),
      ("heat_consumer", PipelineCatalog.device(7, 2)),
    ].map {
      PandapipesElement(
        table: $0.0,
        columns: ["from_junction", "to_junction"],
        assetType: $0.1
      )
    }
    + ["circ_pump_mass", "circ_pump_pressure"].map {
      PandapipesElement(
        table: $0,
        columns: ["return_junction", "flow_junction"],
        assetType: PipelineCatalog.device(4, 2)
      )
    }

  /// The tables by component class.
  static let tables = [
    "Junction": "junction", "Pipe": "pipe", "ExtGrid": "ext_grid", "Sink": "sink",
    "Source": "source", "Valve": "valve", "Pump": "pump", "Compressor": "compressor",
    "PressureControlComponent": "press_control", "FlowControlComponent": "flow_control",
    "HeatExchanger": "heat_exchanger", "HeatConsumer": "heat_consumer",
    "MassStorage": "mass_storage", "CirculationPumpMass": "circ_pump_mass",
    "CirculationPumpPressure": "circ_pump_pressure",
  ]
}
