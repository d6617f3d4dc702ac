package import GeoSnap

/// An importer's domain network and rules; ``CatalogMerge`` changes proposed ids that are in use.
package struct Catalog: Sendable {
  package var definition: NetworkDefinition
  package var rules: [NetworkRule]
  var fields: [Int: [AttributeField]] = [:]

  var onlyTier: String? {
    let tiers = definition.domainNetworks.flatMap(\.tiers)
    return tiers.count == 1 ? tiers[0].name : nil
  }

  /// The catalog with what another one of the same sources has, whose types and fields replace those here.
  func adding(_ other: Catalog) -> Catalog {
    var sum = self
    let known = Set(definition.terminalConfigurations.map(\.id))
    sum.definition.terminalConfigurations += other.definition.terminalConfigurations.filter {
      !known.contains($0.id)
    }
    let added = other.definition.sourcesByID
    for domain in definition.domainNetworks.indices {
      for (index, source) in definition.domainNetworks[domain].sources.enumerated() {
        sum.definition.domainNetworks[domain].sources[index].assetGroups.add(
          added[source.sourceID]?.assetGroups ?? [],
          replacing: true
        )
      }
    }
    sum.rules += other.rules
    sum.fields.merge(other.fields) { $1 }
    return sum
  }
}

extension [AssetGroup] {
  /// Adds groups; an asset type whose codes are known replaces the known one, or is left out.
  mutating func add(_ groups: [AssetGroup], replacing: Bool) {
    for group in groups {
      guard let index = firstIndex(where: { $0.code == group.code }) else {
        append(group)
        continue
      }
      let known = self[index].assetTypes.enumerated().map { ($0.element.code, $0.offset) }
      let positions = Dictionary(known) { first, _ in first }
      for type in group.assetTypes {
        if let position = positions[type.code] {
          if replacing { self[index].assetTypes[position] = type }
        } else {
          self[index].assetTypes.append(type)
        }
      }
    }
  }
}

/// The source ids that the catalogs propose, the same for all importers; 1 to 3 are Esri's built-in sources.
package enum SourceNumber {
  package static let structureJunction = 4
  package static let structureLine = 5
  package static let structureBoundary = 6

  package static let electricDevice = 11
  package static let electricJunction = 12
  package static let electricAssembly = 13
  package static let electricLine = 14
  static let electricJunctionObject = 15
  static let electricEdgeObject = 16
}

extension AssetTypeID {
  init(_ source: Int, _ group: Int, _ type: Int) {
    self.init(sourceID: source, assetGroup: group, assetType: type)
  }
}

/// The network attributes that imports define; their ids number them in this order.
enum AttributeNumber {
  static let all: [(name: String, field: String, type: NetworkAttribute.DataType)] = [
    ("Device Status", FieldName.deviceStatus, .integer),
    ("In Service", FieldName.inService, .integer),
    ("Length", FieldName.length, .double),
    ("Phases Current", FieldName.phases, .integer),
  ]

  static let domains = [
    CodedValueDomain(
      name: "Device Status",
      codedValues: [
        .init(code: 0, name: "Unknown"), .init(code: 1, name: "Open"),
        .init(code: 2, name: "Closed"),
      ]
    ),
    CodedValueDomain(
      name: "Phases Current",
      codedValues: [
        .init(code: 0, name: "None"), .init(code: 1, name: "C"), .init(code: 2, name: "B"),
        .init(code: 3, name: "BC"), .init(code: 4, name: "A"), .init(code: 5, name: "AC"),
        .init(code: 6, name: "AB"), .init(code: 7, name: "ABC"),
      ]
    ),
  ]
}

enum DeviceStatus {
  static let unknown = AttributeValue.integer(0)
  static let open = AttributeValue.integer(1)
  static let closed = AttributeValue.integer(2)
}

/// Collects rules of one origin, numbers them in order and skips rules that are already known.
struct RuleList {
  private(set) var rules: [NetworkRule] = []
  private let origin: String
  private var nextID: Int
  private var known: Set<NetworkRule> = []

  init(origin: String, firstID: Int) {
    self.origin = origin
    nextID = firstID
  }

  /// A rule without its number, in both orders when the order has no meaning.
  static func forms(of rule: NetworkRule) -> [NetworkRule] {
    var plain = rule
    plain.id = 0
    plain.origin = nil
    guard rule.kind == .junctionJunction || rule.kind == .edgeJunctionEdge else { return [plain] }
    var turned = plain
    (turned.from, turned.to) = (plain.to, plain.from)
    return [plain, turned]
  }

  mutating func add(
    _ kind: NetworkRuleKind,
    _ from: NetworkRule.Side,
    _ to: NetworkRule.Side,
    via: NetworkRule.Side? = nil
  ) {
    let rule = NetworkRule(id: nextID, kind: kind, from: from, to: to, via: via, origin: origin)
    let forms = Self.forms(of: rule)
    guard let plain = forms.first, !known.contains(plain) else { return }
    known.formUnion(forms)
    rules.append(rule)
    nextID += 1
  }
}

extension NetworkDefinition {
  var sourcesByID: [Int: NetworkSource] {
    var found: [Int: NetworkSource] = [:]
    for source in sources where found[source.sourceID] == nil { found[source.sourceID] = source }
    return found
  }
}

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

extension TraceConfiguration {
  /// The barriers of tiers: devices with a status, and features out of service; none without the attributes.
  static func barred(byStatus status: Int64, where isThere: (String) -> Bool = { _ in true })
    -> TraceConfiguration
  {
    var conditions: [TraceCondition] = []
    if isThere("Device Status") {
      conditions.append(.attribute("Device Status", .equal, .integer(status)))
    }
    if isThere("In Service") { conditions.append(.attribute("In Service", .equal, .integer(0))) }
    var configuration = TraceConfiguration()
    if let first = conditions.first {
      configuration.traversability.barriers = conditions.count == 1 ? first : .or(conditions)
    }
    return configuration
  }

  static let openStatus: Int64 = 1
  static let closedStatus: Int64 = 2

  static let barredByOpen = barred(byStatus: openStatus)
}
