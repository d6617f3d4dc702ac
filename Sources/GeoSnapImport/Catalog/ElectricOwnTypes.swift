internal import GeoSnap

/// The asset types and terminal configurations that GeoSnap adds to Esri's.
package enum ElectricOwnTypes {
  package static let twoSwitchTerminals = 10
  package static let twoWindings = 14
  static let branchEnds = 101
  static let threeWindings = 102
  static let converterEnds = 103
  static let controllerCategory = "Subnetwork Controller"
  /// Esri's category of what generates.
  static let generationCategory = "E:Generation"

  static let configurations = [
    TerminalConfiguration(
      id: branchEnds,
      name: "Branch Ends",
      terminals: [Terminal(id: 1, name: "End A"), Terminal(id: 2, name: "End B")]
    ),
    TerminalConfiguration(
      id: threeWindings,
      name: "Three Windings",
      isDirectional: true,
      terminals: [
        Terminal(id: 1, name: "XFR:High", isUpstream: true), Terminal(id: 2, name: "XFR:Low"),
        Terminal(id: 3, name: "XFR:Medium"),
      ]
    ),
    TerminalConfiguration(
      id: converterEnds,
      name: "Converter Ends",
      terminals: [
        Terminal(id: 1, name: "AC"), Terminal(id: 2, name: "DC Plus"),
        Terminal(id: 3, name: "DC Minus"),
      ]
    ),
  ]

  /// The equipment that has the same types with and without a place.
  static let equipmentGroups = [
    AssetGroup(
      201,
      "Imported Source",
      [
        "External Grid", "Slack Generator", "Generator", "Static Generator",
        "Unbalanced Static Generator", "Storage", "Direct Current Source",
      ],
      categories: [
        [controllerCategory, generationCategory], [controllerCategory, generationCategory],
      ]
        + Array(repeating: [generationCategory], count: 5)
    ),
    AssetGroup(
      202,
      "Imported Consumer",
      [
        "Load", "Motor", "Unbalanced Load", "Shunt", "Ward", "Extended Ward",
        "Static Var Compensator", "Static Synchronous Compensator", "Direct Current Load",
      ]
    ),
    AssetGroup(
      203,
      "Imported Switch",
      ["Low Voltage Switch", "Switch"],
      configurations: [twoSwitchTerminals, twoSwitchTerminals]
    ),
    AssetGroup(
      204,
      "Imported Branch",
      ["Impedance", "Direct Current Line", "Series Compensator"],
      configurations: [branchEnds, branchEnds, branchEnds]
    ),
    AssetGroup(
      205,
      "Imported Transformer",
      ["Two Windings", "Three Windings"],
      configurations: [twoWindings, threeWindings],
      categories: [[controllerCategory], [controllerCategory]]
    ),
    AssetGroup(
      206,
      "Imported Converter",
      ["Voltage Source Converter", "Back-to-Back Converter", "Bipolar Converter"],
      configurations: [branchEnds, converterEnds, converterEnds]
    ),
  ]

  static let busObjectGroup = AssetGroup(200, "Bus without Place", ["Bus"])

  static let mixedLineGroup = AssetGroup(
    201,
    "Imported Line",
    ["Between Voltage Levels"],
    policy: .endVertex
  )

  static let edgeObjectGroup = AssetGroup(201, "Line without Place", ["Line"], policy: .endVertex)

  static let stationGroup = AssetGroup(
    code: 201,
    name: "Imported Station",
    assetTypes: ["Transformer Station", "Substation"].enumerated().map {
      AssetType(
        code: $0.offset + 1,
        name: $0.element,
        associationRole: .container,
        containmentViewScale: 200
      )
    }
  )

  /// The terminals of a type with a configuration.
  static func terminals(_ configuration: Int?) -> [Int] {
    switch configuration {
    case nil: [1]
    case threeWindings, converterEnds: [1, 2, 3]
    default: [1, 2]
    }
  }
}
