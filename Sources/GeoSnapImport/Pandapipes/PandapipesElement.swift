internal import GeoSnap

/// A pandapipes table whose rows become devices.
struct PandapipesElement {
  let table: String
  /// The columns with its junctions.
  let columns: [String]
  let assetType: AssetTypeID

  static let oneTerminal = [
    ("ext_grid", PipelineCatalog.regulatorStation), ("sink", PipelineCatalog.meter),
    ("source", PipelineCatalog.feedIn), ("mass_storage", PipelineCatalog.massStorage),
  ].map { PandapipesElement(table: $0.0, columns: ["junction"], assetType: $0.1) }

  static let twoTerminal =
    [
      ("pump", 4, 1), ("compressor", 5, 1), ("press_control", 6, 1), ("flow_control", 6, 2),
      ("heat_exchanger", 7, 1), ("heat_consumer", 7, 2),
    ].map {
      PandapipesElement(
        table: $0.0,
        columns: ["from_junction", "to_junction"],
        assetType: HydraulicCatalog.pipeline.device($0.1, $0.2)
      )
    }
    + ["circ_pump_mass", "circ_pump_pressure"].map {
      PandapipesElement(
        table: $0,
        columns: ["return_junction", "flow_junction"],
        assetType: HydraulicCatalog.pipeline.device(4, 2)
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
