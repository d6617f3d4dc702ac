public import GeoSnap

/// Reads gas, water and heat networks that `pandapipes.to_json` writes.
public struct PandapipesImporter: NetworkImporter {
  let options: ImportOptions

  /// Creates an importer.
  public init(options: ImportOptions = ImportOptions()) { self.options = options }

  /// Reads the only file as ``NetworkImporter/read(_:named:appendingTo:)``.
  ///
  /// Coordinates are not transformed. Only the options declare a reference system, because pandapipes files do not.
  ///
  /// - Complexity: O(n log n) in the size of the file and the network.
  public func read(_ files: [ImportFile], named: String, appendingTo network: UtilityNetwork? = nil)
    throws(ImportError) -> ImportResult
  {
    let reader = try ImportError.naming(named, PandapipesReader(onlyFile(files), options: options))
    let equipment = reader.graph.equipment
    let graphImport = GraphImport(
      graph: reader.graph,
      catalog: .pipeline,
      srid: options.srid,
      report: reader.report,
      container: { _, numbers in
        let station = numbers.first {
          equipment[$0].description.assetType == PipelineCatalog.regulatorStation
        }
        guard let station else { return nil }
        return .boundary(
          PipelineCatalog.station,
          name: "Regulator station \(equipment[station].description.origin)"
        )
      }
    )
    return try graphImport.run(options: options, file: named, appendingTo: network)
  }
}

struct PandapipesElement {
  let table: String
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

  static let tables = [
    "Junction": "junction", "Pipe": "pipe", "ExtGrid": "ext_grid", "Sink": "sink",
    "Source": "source", "Valve": "valve", "Pump": "pump", "Compressor": "compressor",
    "PressureControlComponent": "press_control", "FlowControlComponent": "flow_control",
    "HeatExchanger": "heat_exchanger", "HeatConsumer": "heat_consumer",
    "MassStorage": "mass_storage", "CirculationPumpMass": "circ_pump_mass",
    "CirculationPumpPressure": "circ_pump_pressure",
  ]
}
