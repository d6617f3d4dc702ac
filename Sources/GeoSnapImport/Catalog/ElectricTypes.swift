package import GeoSnap

package enum VoltageLevel: Int, CaseIterable {
  /// Above 36 kV.
  case high
  /// 1 to 36 kV.
  case medium
  /// Below 1 kV.
  case low

  /// Allows for the rounding of voltages that were computed from those to neutral.
  init(kilovolts: Double) {
    self = kilovolts > 36.00001 ? .high : kilovolts >= 0.999999 ? .medium : .low
  }

  /// The value for this level.
  func choose<Value>(high: Value, medium: Value, low: Value) -> Value {
    [high, medium, low][rawValue]
  }

  var tierName: String {
    choose(high: "High Voltage", medium: "Medium Voltage Radial", low: "Low Voltage Radial")
  }
}

/// The asset types of a bus-branch file; codes from 200 are GeoSnap's, where Esri's table has no type.
package enum ElectricTypes {
  package static func device(_ group: Int, _ type: Int) -> AssetTypeID {
    AssetTypeID(SourceNumber.electricDevice, group, type)
  }

  static func object(_ group: Int, _ type: Int) -> AssetTypeID {
    AssetTypeID(SourceNumber.electricJunctionObject, group, type)
  }

  static func line(_ group: Int, _ type: Int) -> AssetTypeID {
    AssetTypeID(SourceNumber.electricLine, group, type)
  }

  static func junction(_ group: Int, _ type: Int) -> AssetTypeID {
    AssetTypeID(SourceNumber.electricJunction, group, type)
  }

  // MARK: Buses and lines

  package static func bus(_ level: VoltageLevel) -> AssetTypeID {
    level.choose(high: junction(3, 41), medium: junction(9, 101), low: junction(6, 101))
  }

  static let busObject = object(200, 1)

  package static func overheadLine(_ level: VoltageLevel) -> AssetTypeID {
    level.choose(high: line(2, 20), medium: line(9, 161), low: line(6, 100))
  }

  package static func cable(_ level: VoltageLevel) -> AssetTypeID {
    level.choose(high: line(2, 22), medium: line(9, 166), low: line(6, 102))
  }

  package static let mixedLine = line(201, 1)
  static let edgeObject = AssetTypeID(SourceNumber.electricEdgeObject, 201, 1)

  // MARK: Devices

  /// A switch at one level, or between two; at high voltage, only breakers have a separate type.
  package static func switchDevice(_ level: VoltageLevel?, isBreaker: Bool = true) -> AssetTypeID {
    switch level {
    case .high where isBreaker: device(10, 181)
    case .medium: device(37, 760)
    case .low: device(203, 1)
    case .high, nil: device(203, 2)
    }
  }

  static let switchObject = object(203, 2)

  package static func transformer(_ high: VoltageLevel, _ low: VoltageLevel) -> AssetTypeID {
    switch (high, low) {
    case (.high, .high), (.high, .medium): device(11, 202)
    case (.medium, .low): device(38, 792)
    case (.medium, .medium): device(38, 791)
    case (.low, .low): device(24, 462)
    default: device(205, 1)
    }
  }

  static let transformerObject = object(205, 1)
  static let threeWindings = device(205, 2)

  package static func load(_ level: VoltageLevel) -> AssetTypeID {
    level.choose(high: device(9, 161), medium: device(36, 701), low: device(22, 424))
  }

  static let loadObject = object(202, 1)
  static let externalGrid = device(201, 1)
  static let slackGenerator = device(201, 2)
  static let generator = device(201, 3)
  static let unbalancedLoad = device(202, 3)

  // MARK: Containers

  static let transformerStation = AssetTypeID(SourceNumber.structureBoundary, 201, 1)
  static let substation = AssetTypeID(SourceNumber.structureBoundary, 201, 2)
  static let lowVoltageCabinet = AssetTypeID(SourceNumber.electricAssembly, 11, 186)
  static let mediumVoltageCabinet = AssetTypeID(SourceNumber.electricAssembly, 18, 309)
  static let pad = AssetTypeID(SourceNumber.structureJunction, 106, 201)
}

package enum ElectricCatalog {
  package static func make(tiers: ImportOptions.Tiers, of catalog: Catalog = .electric) -> Catalog {
    guard tiers == .supply else { return catalog }
    var catalog = catalog
    // Where transformers divide tiers, power flows from the high side to the low side. Within a supply tier, power may
    // also flow from the low side to the high side, for example in a power plant or after an outage.
    for index in catalog.definition.terminalConfigurations.indices {
      catalog.definition.terminalConfigurations[index].isDirectional = false
    }
    for index in catalog.definition.domainNetworks.indices
    where !catalog.definition.domainNetworks[index].isStructureNetwork {
      catalog.definition.domainNetworks[index].tierDefinition = .hierarchical
      catalog.definition.domainNetworks[index].tierGroups = ["Import"]
      catalog.definition.domainNetworks[index].tiers = [
        Tier(
          id: 1,
          name: "Supply",
          rank: 1,
          topology: .radial,
          tierGroupName: "Import",
          traceConfiguration: .barredByOpen
        )
      ]
    }
    return catalog
  }
}
