package import GeoSnap

/// The asset types of a circuit, whose tables do not tell lines from cables: all lines are overhead.
package enum OpenDSSTypes {
  /// The group of the types that only circuits need, the same for devices and junction objects.
  static let group = 211

  static func own(_ type: Int) -> AssetTypeID { ElectricTypes.device(group, type) }
  static func ownObject(_ type: Int) -> AssetTypeID { ElectricTypes.object(group, type) }

  private static func assembly(_ group: Int, _ type: Int) -> AssetTypeID {
    AssetTypeID(SourceNumber.electricAssembly, group, type)
  }

  // MARK: Buses and lines

  static func bus(_ level: VoltageLevel) -> AssetTypeID {
    switch level {
    case .high: ElectricTypes.junction(3, 41)
    case .medium: ElectricTypes.junction(9, 100)
    case .low: ElectricTypes.junction(6, 100)
    }
  }

  static func line(_ level: VoltageLevel, phases: Int) -> AssetTypeID {
    switch (level, phases) {
    case (.high, _): ElectricTypes.line(2, 20)
    case (.medium, 0...1): ElectricTypes.line(9, 160)
    case (.medium, 2): ElectricTypes.line(9, 162)
    case (.medium, _): ElectricTypes.line(9, 161)
    case (.low, _): ElectricTypes.line(6, 100)
    }
  }

  // MARK: Switches and fuses

  /// A switch at one level, or between two; below high voltage, Esri's single-phase switches have one terminal.
  static func switchDevice(_ level: VoltageLevel?, phases: Int) -> AssetTypeID {
    switch (level, phases) {
    case (.high, _): ElectricTypes.device(10, 181)
    case (.medium, 0...1): ElectricTypes.device(37, 729)
    case (.medium, _): ElectricTypes.device(37, 733)
    case (.low, _): ElectricTypes.device(23, 441)
    case (nil, _): ElectricTypes.switchDevice(nil)
    }
  }

  static func hasOneTerminal(_ device: AssetTypeID) -> Bool {
    [ElectricTypes.device(37, 729), ElectricTypes.device(23, 441)].contains(device)
  }

  static func switchObject(_ device: AssetTypeID) -> AssetTypeID {
    hasOneTerminal(device) ? ownObject(1) : ElectricTypes.switchObject
  }

  static let openTerminal = ElectricTypes.switchDevice(nil)

  static func fuse(_ level: VoltageLevel) -> AssetTypeID {
    level == .medium ? ElectricTypes.device(29, 565) : own(3)
  }

  static let fuseObject = ownObject(3)

  // MARK: Transformers and regulators

  static func transformer(_ high: VoltageLevel, _ low: VoltageLevel, phases: Int) -> AssetTypeID {
    switch (high, low) {
    case (.high, .high), (.high, .medium): ElectricTypes.device(11, phases > 1 ? 202 : 201)
    case (.medium, .medium): ElectricTypes.device(38, phases > 1 ? 787 : 786)
    case (.medium, .low): ElectricTypes.device(38, phases > 1 ? 788 : 785)
    case (.low, .low): ElectricTypes.device(24, phases > 1 ? 462 : 461)
    default: ElectricTypes.device(205, 1)
    }
  }

  static let manyWindings = own(7)
  static let windingLimit = 8
  package static let stepUp = own(9)

  /// The type of a regulator; nil at low voltage, where Esri's table has none.
  static func regulator(_ level: VoltageLevel, phases: Int) -> AssetTypeID? {
    switch level {
    case .high: ElectricTypes.device(8, phases > 1 ? 142 : 141)
    case .medium: ElectricTypes.device(35, phases > 1 ? 683 : 681)
    case .low: nil
    }
  }

  static let regulatorObject = ownObject(2)

  /// Whether a regulator needs a bank connection: Esri's table has no rule for junctions at medium voltage.
  static func needsConnection(_ regulator: AssetTypeID) -> Bool { regulator.assetGroup == 35 }

  /// The junction at which the units of a bank and the bus meet.
  static let bankConnection = ElectricTypes.junction(group, 1)
  static let bankConnectionObject = ownObject(8)

  // MARK: One terminal

  static func load(_ level: VoltageLevel, phases: Int) -> AssetTypeID {
    level == .low ? ElectricTypes.device(22, phases > 1 ? 424 : 422) : ElectricTypes.load(level)
  }

  static func shunt(_ kind: OpenDSSKind, _ level: VoltageLevel, phases: Int) -> AssetTypeID {
    let isCapacitor = kind == .capacitor
    return switch level {
    case .high: ElectricTypes.device(7, isCapacitor ? 121 : 123)
    case .medium: ElectricTypes.device(34, isCapacitor ? (phases > 1 ? 665 : 664) : 667)
    case .low: ElectricTypes.device(21, isCapacitor ? 403 : 405)
    }
  }

  static let shuntObject = ElectricTypes.object(202, 4)

  static func generation(_ kind: OpenDSSKind, _ level: VoltageLevel) -> AssetTypeID {
    switch (level, kind) {
    case (.high, .storage): ElectricTypes.device(201, 6)
    case (.high, .generator): ElectricTypes.generator
    case (.high, _), (_, .currentSource): ElectricTypes.device(201, 4)
    case (.medium, .storage): ElectricTypes.device(30, 61)
    case (.medium, .photovoltaic): ElectricTypes.device(30, 68)
    case (.medium, .wind): ElectricTypes.device(30, 70)
    case (.medium, _): ElectricTypes.device(30, 283)
    case (.low, .storage): ElectricTypes.device(15, 61)
    case (.low, .photovoltaic): ElectricTypes.device(15, 284)
    case (.low, .wind): ElectricTypes.device(15, 285)
    case (.low, _): ElectricTypes.device(15, 283)
    }
  }

  static func generationObject(_ kind: OpenDSSKind) -> AssetTypeID {
    switch kind {
    case .storage: ElectricTypes.object(201, 6)
    case .generator: ElectricTypes.object(201, 3)
    default: ElectricTypes.object(201, 4)
    }
  }

  static func series(_ kind: OpenDSSKind) -> Int {
    switch kind {
    case .reactor: 4
    case .capacitor: 5
    default: 6
    }
  }

  // MARK: Assemblies

  /// The assembly of a bank of such units; nil when Esri's table has none.
  static func bank(_ unit: AssetTypeID) -> AssetTypeID? {
    switch (unit.assetGroup, unit.assetType) {
    case (35, 681): assembly(16, 264)
    case (35, 683): assembly(16, 268)
    case (38, 785), (38, 788): assembly(19, 326)
    case (38, 786), (38, 787): assembly(19, 330)
    default: nil
    }
  }

  /// The assembly of a single switch, transformer or regulator; nil when Esri's table has none.
  static func assembly(alone unit: AssetTypeID) -> AssetTypeID? {
    switch (unit.assetGroup, unit.assetType) {
    case (35, 681): assembly(16, 261)
    case (35, 683): assembly(16, 265)
    case (37, 729), (37, 733): assembly(18, 302)
    case (38, 785): assembly(19, 321)
    case (38, 786): assembly(19, 327)
    case (38, 787): assembly(19, 328)
    case (38, 788): assembly(19, 322)
    default: nil
    }
  }

  static func isSubstation(_ transformer: AssetTypeID) -> Bool { transformer.assetGroup == 11 }

  static let pole = AssetTypeID(SourceNumber.structureJunction, 121, 324)
}
