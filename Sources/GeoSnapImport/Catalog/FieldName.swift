internal import GeoSnap

/// The names of the attribute columns that the importers write.
package enum FieldName {
  static let name = "NAME"
  static let kind = "KIND"
  static let standardType = "STDTYPE"
  static let deviceStatus = "DEVICESTATUS"
  package static let inService = "INSERVICE"
  static let phases = "PHASESCURRENT"
  static let bank = "BANK"
  package static let length = "LENGTH"
  static let fromTerminal = "FROMDEVICETERMINAL"
  static let toTerminal = "TODEVICETERMINAL"
  static let controllerName = "SUBNETWORKCONTROLLERNAME"
  static let tierName = "TIERNAME"
  static let controllerTerminal = "CONTROLLERTERMINAL"

  static let nominalVoltage = "VN_KV"
  static let ratedPower = "SN_MVA"
  static let activePower = "P_MW"
  static let reactivePower = "Q_MVAR"
  static let parallel = "PARALLEL"
  package static let transformerLoad = "TRANSFORMERLOAD"
  package static let generation = "GENERATIONKW"

  static let nominalPressure = "PN_BAR"
  static let height = "HEIGHT_M"
  static let diameter = "INNER_DIAMETER_MM"
  static let massFlow = "MDOT_KG_PER_S"

  /// The column for the phases at one terminal, when they differ from those of the feature.
  static func phases(atTerminal terminal: Int) -> String { "\(phases)TERMINAL\(terminal)" }
}
