package import GeoSnap

/// The definition of an importer's domain network, and its rules.
///
/// Source and terminal configuration ids are proposals; ``CatalogMerge`` changes those that are in use.
package struct Catalog: Sendable {
  package var definition: NetworkDefinition
  package var rules: [NetworkRule]
  /// The attribute columns of each source, by source id.
  var fields: [Int: [AttributeField]] = [:]

  /// The name of the only tier; nil when there are more or none.
  var onlyTier: String? {
    let tiers = definition.domainNetworks.flatMap(\.tiers)
    return tiers.count == 1 ? tiers[0].name : nil
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

  static let pipelineDevice = 21
  static let pipelineJunction = 22
  package static let pipelineLine = 24
  static let pipelineJunctionObject = 25
  static let pipelineEdgeObject = 26
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
  private var known: Set<NetworkRule>

  /// Rules that are among `existing` are not added.
  init(origin: String, firstID: Int, existing: [NetworkRule] = []) {
    self.origin = origin
    nextID = firstID
    known = Set(minimumCapacity: 4 * existing.count)
    known.formUnion(existing.flatMap(RuleList.forms))
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

  // Called in about seventy places, where speed does not matter.
  @inline(never)
  mutating func add(
    _ kind: NetworkRuleKind,
    _ from: NetworkRule.Side,
    _ to: NetworkRule.Side,
    via: NetworkRule.Side? = nil
  ) {
    let rule = NetworkRule(id: nextID, kind: kind, from: from, to: to, via: via, origin: origin)
    let forms = RuleList.forms(of: rule)
    guard let plain = forms.first, !known.contains(plain) else { return }
    known.formUnion(forms)
    rules.append(rule)
    nextID += 1
  }

  @inline(never)
  mutating func add(
    _ kind: NetworkRuleKind,
    _ from: [NetworkRule.Side],
    _ to: [NetworkRule.Side]
  ) {
    for from in from {
      for to in to { add(kind, from, to) }
    }
  }
}

extension AssetTypeID {
  /// The sides of rules that are limited to one of these terminals each.
  @inline(never)
  func sides(_ terminals: ClosedRange<Int>) -> [NetworkRule.Side] {
    terminals.map { NetworkRule.Side(self, terminalID: $0) }
  }
}

extension [AssetTypeID] {
  /// The sides of rules that apply to all terminals.
  var sides: [NetworkRule.Side] {
    @inline(never) get { map { NetworkRule.Side($0) } }
  }
}
