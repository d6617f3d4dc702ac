/// The units of an EPANET file, which depend on its flow unit.
struct EpanetUnits {
  /// Metres in a unit of length.
  let length: Double
  /// Millimetres in a unit of diameter.
  let diameter: Double
  /// Litres per second in a unit of flow.
  let flow: Double

  /// The length and diameter of a pipe whose row has none, as in EPANET 2.3.
  let missingLength: Double
  let missingDiameter: Double

  private static let litresPerCubicFoot = 28.316_846_592
  private static let litresPerGallon = 3.785_411_784
  private static let litresPerImperialGallon = 4.546_09
  private static let litresPerAcreFoot = 1_233_481.837_547_52

  /// The units that belong to a flow unit, such as `GPM`; nil for an unknown word.
  init?(flowUnit: String) {
    let day = 86_400.0
    let flows: [String: (isMetric: Bool, litresPerSecond: Double)] = [
      "CFS": (false, EpanetUnits.litresPerCubicFoot),
      "GPM": (false, EpanetUnits.litresPerGallon / 60),
      "MGD": (false, EpanetUnits.litresPerGallon * 1e6 / day),
      "IMGD": (false, EpanetUnits.litresPerImperialGallon * 1e6 / day),
      "AFD": (false, EpanetUnits.litresPerAcreFoot / day),
      "LPS": (true, 1), "SI": (true, 1), "LPM": (true, 1.0 / 60), "MLD": (true, 1e6 / day),
      "CMH": (true, 1000.0 / 3600), "CMD": (true, 1000 / day), "CMS": (true, 1000),
    ]
    guard let unit = flows[flowUnit.uppercased()] else { return nil }
    self.init(isMetric: unit.isMetric, flow: unit.litresPerSecond)
  }

  private init(isMetric: Bool, flow: Double) {
    length = isMetric ? 1 : 0.3048
    diameter = isMetric ? 1 : 25.4
    missingLength = isMetric ? 100 : 330
    missingDiameter = isMetric ? 254 : 10
    self.flow = flow
  }

  /// The default units: feet, inches and gallons per minute.
  static let unitedStates = EpanetUnits(isMetric: false, flow: litresPerGallon / 60)
}
