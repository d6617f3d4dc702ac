internal import GeoSnapSupport

// The JSON is the `traceConfiguration` of Esri's services. All keys are written, and none is required. Keys without a
// property are kept in `otherKeys`; unknown keys within a condition, function and so on are listed in `ignoredKeys`.

extension TraceConfiguration: MemberCodable {
  private static let wrappingKey: AnyKey = "traceConfiguration"

  /// Keys that services always write but that have no meaning in this library, with their default values.
  package static let otherDefaults: [String: JSONFragment] = [
    "diagramTemplateName": .text(""), "arcadeExpressionBarrier": .text(""),
    "maxPaths": .integer(-1), "maxHops": .integer(-1),
  ]

  static var unread: Self { Self() }

  /// The configuration may be under a key `traceConfiguration`; ``ignoredKeys`` then lists the keys beside it.
  mutating func pass(_ members: inout CodedMembers) throws {
    if let reader = members.reader, reader.contains(Self.wrappingKey) {
      self = try reader.required(Self.wrappingKey)
      ignoredKeys += reader.keys(besides: [Self.wrappingKey.stringValue])
      return
    }
    try members.passSwitch(&includesContainers, "includeContainers")
    try members.passSwitch(&includesContent, "includeContent")
    try members.passSwitch(&includesStructures, "includeStructures")
    try members.passSwitch(&includesBarriers, "includeBarriers")
    try members.passSwitch(&includesIsolatedFeatures, "includeIsolated")
    try members.passSwitch(&includesUpToFirstSpatialContainer, "includeUpToFirstSpatialContainer")
    try members.passSwitch(&validatesConsistency, "validateConsistency")
    try members.passSwitch(&validatesLocatability, "validateLocatability")
    try members.passSwitch(&ignoresBarriersAtStartingPoints, "ignoreBarriersAtStartingPoints")
    try members.passSwitch(&allowsIndeterminateFlow, "allowIndeterminateFlow")
    try members.passSwitch(&usesDigitizedDirection, "useDigitizedDirection")
    try members.passSwitch(&synthesizesGeometries, "synthesizeGeometries")
    try members.passName(&domainNetworkName, "domainNetworkName")
    try members.passName(&tierName, "tierName")
    try members.passName(&targetTierName, "targetTierName")
    try members.passName(&subnetworkName, "subnetworkName")
    try members.passName(&shortestPathAttributeName, "shortestPathNetworkAttributeName")
    try members.passName(&filter.bitsetAttributeName, "filterBitsetNetworkAttributeName")
    try members.passCondition(&traversability.barriers, "conditionBarriers")
    try members.passRows(&traversability.functionBarriers, "functionBarriers")
    try members.passScope(&traversability.scope, "traversabilityScope")
    try members.passCondition(&filter.barriers, "filterBarriers")
    try members.passRows(&filter.functionBarriers, "filterFunctionBarriers")
    try members.passScope(&filter.scope, "filterScope")
    try members.passSearch(&filter.nearestNeighbors, "nearestNeighbor")
    try members.passRows(&output.assetTypes, "outputFilters")
    try members.passCondition(&output.conditions, "outputConditions")
    try members.passRows(&functions, "functions")
    try members.passRows(&propagators, "propagators")
    ignoredKeys = members.ignoredKeys.map { String($0.dropFirst()) }
    if let reader = members.reader {
      for key in reader.allKeys where !members.keys.contains(key.stringValue) {
        // With an optional type, null would be no value.
        let value: JSONFragment = try reader.required(key)
        if value != Self.otherDefaults[key.stringValue] { otherKeys[key.stringValue] = value }
      }
    }
    for (key, value) in Self.otherDefaults.merging(otherKeys, uniquingKeysWith: { $1 }) {
      try members.writer?.encode(value, forKey: AnyKey(key))
    }
  }
}

extension CodedMembers {
  /// Passes a Boolean, which keeps its value if it is missing.
  fileprivate mutating func passSwitch(_ value: inout Bool, _ key: AnyKey) throws {
    try pass(&value, key, otherwise: value)
  }

  /// Passes one of several values, by its name or by Esri's name, which has a prefix.
  fileprivate mutating func passChoice<Value: CaseIterable & RawRepresentable & Codable>(
    _ value: inout Value,
    _ key: AnyKey,
    prefix: String
  ) throws where Value.RawValue == String {
    if let reader = reader(of: key) {
      let text: String = try reader.required(key)
      let name = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
      let found = Value.allCases.first { $0.rawValue.isSpelled(like: name) }
      guard let found else {
        let names = Words.names(Value.allCases.map(\.rawValue))
        throw wrong(key, "'\(text)' is not one of \(names).")
      }
      value = found
    }
    try writer?.encode(value, forKey: key)
  }

  fileprivate mutating func passScope(_ scope: inout TraversabilityScope, _ key: AnyKey) throws {
    if let reader = reader(of: key), try reader.name(key) == nil { return }
    try passChoice(&scope, key, prefix: "esriTS")
  }

  fileprivate mutating func passCondition(
    _ condition: inout TraceCondition?,
    _ key: AnyKey
  ) throws {
    let path = (writer?.codingPath ?? []) + [key]
    var rows = try TraceConditionRow.rows(of: condition, codingPath: path)
    try passRows(&rows, key)
    condition = TraceConditionRow.condition(rows)
  }

  /// Passes the search for nearest neighbors, which is nil when it is off and empty.
  fileprivate mutating func passSearch(_ search: inout NearestNeighbors?, _ key: AnyKey) throws {
    let off = NearestNeighbors.unread
    if let reader = reader(of: key) {
      let row: ReadRow<NearestNeighbors>? = try reader.optional(key)
      search = row?.value == off ? nil : row?.value
      ignoredKeys += row?.ignoredKeys.map { ".\(key.stringValue)\($0)" } ?? []
    }
    try writer?.encode(search ?? off, forKey: key)
  }

  fileprivate mutating func passRows<Row: MemberCodable>(
    _ rows: inout [Row],
    _ key: AnyKey
  ) throws {
    if let reader = reader(of: key) {
      let list: [ReadRow<Row>] = try reader.list(key)
      rows = list.map(\.value)
      for (number, row) in list.enumerated() {
        ignoredKeys += row.ignoredKeys.map { ".\(key.stringValue)[\(number)]\($0)" }
      }
    }
    try writer?.encode(rows, forKey: key)
  }
}

extension KeyedDecodingContainer<AnyKey> {
  fileprivate func keys(besides known: [String]) -> [String] {
    allKeys.map(\.stringValue).filter { !known.contains($0) }.ordered(by: <)
  }
}

/// An object with the paths of the unknown keys in it.
private struct ReadRow<Value: MemberCodable>: Decodable {
  var value = Value.unread
  let ignoredKeys: [String]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    var members = CodedMembers(reader: container)
    try value.pass(&members)
    let unknown = container.keys(besides: members.keys).map { ".\($0)" }
    ignoredKeys = unknown + members.ignoredKeys
  }
}

extension NearestNeighbors: MemberCodable {
  static var unread: Self { Self(count: -1, costAttributeName: nil) }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&count, "count", otherwise: -1)
    try members.passName(&costAttributeName, "costNetworkAttributeName")
    try members.pass(&categories, "nearestCategories", otherwise: [])
    try members.passRows(&assetTypes, "nearestAssets")
  }
}

extension TraceFunction: MemberCodable {
  static var unread: Self { Self(.add, of: "") }

  /// The form of the `functions` of a trace configuration.
  mutating func pass(_ members: inout CodedMembers) throws {
    try members.passChoice(&function, "functionType", prefix: "esriTFT")
    try members.pass(&attributeName, "networkAttributeName")
    try members.passName(&summaryAttributeName, "summaryAttributeName")
    try members.passCondition(&conditions, "conditions")
  }
}

extension TraceFunctionBarrier: MemberCodable {
  static var unread: Self { Self(.add, of: "", .equal, 0) }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.passChoice(&function, "functionType", prefix: "esriTFT")
    try members.pass(&attributeName, "networkAttributeName")
    try members.passChoice(&comparison, "operator", prefix: "esriTO")
    var number = TraceValue.real(value)
    try members.pass(&number, "value")
    guard let number = number.number else {
      throw members.wrong("value", "The value of a function barrier must be a number.")
    }
    value = number
    try members.pass(&usesLocalValues, "useLocalValues", otherwise: false)
  }
}

extension TracePropagator: MemberCodable {
  static var unread: Self { Self(.min, of: "", .equal, 0) }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.pass(&attributeName, "networkAttributeName")
    try members.passName(&substitutionAttributeName, "substitutionAttributeName")
    try members.passChoice(&function, "propagatorFunctionType", prefix: "esriTPFT")
    try members.passChoice(&comparison, "operator", prefix: "esriTO")
    try members.pass(&value, "value")
    try members.passName(&propagatedAttributeName, "propagatedAttributeName")
  }
}

/// A condition in the form of services: one comparison, and how it combines with the next.
struct TraceConditionRow: MemberCodable {
  var comparison: TraceCondition
  var combinesUsingOr = false

  static var unread: Self { Self(comparison: .hasCategory("")) }

  mutating func pass(_ members: inout CodedMembers) throws {
    var (name, type, test, isSpecific) = ("", String?.none, TraceConditionOperator.equal, true)
    var (value, other) = (TraceValue.integer(0), "")
    switch comparison {
    case .attribute(let attribute, let comparison, let constant):
      (name, type, test, value) = (attribute, "networkAttribute", comparison, constant)
    case .attributes(let attribute, let comparison, let second):
      (name, type, test, other) = (attribute, "networkAttribute", comparison, second)
      isSpecific = false
    case .hasCategory(let category): (name, type, other) = ("Category", "category", category)
    case .lacksCategory(let category):
      (name, type, test, other) = ("Category", "category", .notEqual, category)
    case .and, .or: preconditionFailure("A row holds a single comparison")
    }
    try members.pass(&name, "name")
    try members.pass(&type, "type")
    try members.passChoice(&test, "operator", prefix: "esriTO")
    try members.pass(&combinesUsingOr, "combineUsingOr", otherwise: false)
    try members.pass(&isSpecific, "isSpecificValue", otherwise: true)
    switch type ?? (name == "Category" ? "category" : "networkAttribute") {
    case "category":
      try members.pass(&other, "value")
      switch test {
      case .equal: comparison = .hasCategory(other)
      case .notEqual: comparison = .lacksCategory(other)
      default:
        throw members.wrong("operator", "A category can only be compared with equal or notEqual.")
      }
    case "networkAttribute" where isSpecific:
      try members.pass(&value, "value")
      comparison = .attribute(name, test, value)
    case "networkAttribute":
      try members.pass(&other, "value")
      comparison = .attributes(name, test, other)
    default:
      throw members.wrong("type", "'\(type ?? "")' is neither networkAttribute nor category.")
    }
  }

  /// The limit of the rows of one condition: an AND of many ORs multiplies them.
  private static let rowLimit = 10_000

  static func condition(_ rows: [TraceConditionRow]) -> TraceCondition? {
    guard !rows.isEmpty else { return nil }
    var groups: [[TraceCondition]] = [[]]
    for row in rows {
      groups[groups.count - 1].append(row.comparison)
      if row.combinesUsingOr { groups.append([]) }
    }
    // The last row combines with nothing.
    if groups.last?.isEmpty == true { groups.removeLast() }
    let parts = groups.map { $0.count == 1 ? $0[0] : .and($0) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  /// The rows of a condition; none for nil.
  ///
  /// - Throws: `EncodingError` for a condition that rows cannot express.
  static func rows(
    of condition: TraceCondition?,
    codingPath: [any CodingKey]
  ) throws -> [TraceConditionRow] {
    guard let condition else { return [] }
    let groups = try groups(of: condition) { message in
      EncodingError.invalidValue(
        condition,
        EncodingError.Context(codingPath: codingPath, debugDescription: message)
      )
    }
    var rows: [TraceConditionRow] = []
    for (number, group) in groups.enumerated() {
      rows += group.map { TraceConditionRow(comparison: $0) }
      rows[rows.count - 1].combinesUsingOr = number + 1 < groups.count
    }
    return rows
  }

  /// An equivalent OR of non-empty AND-groups, at least one.
  private static func groups(
    of condition: TraceCondition,
    _ failure: (String) -> EncodingError
  ) throws -> [[TraceCondition]] {
    switch condition {
    case .or(let parts):
      guard !parts.isEmpty else {
        throw failure("A condition that never holds cannot be written as a list.")
      }
      var groups: [[TraceCondition]] = []
      for part in parts { groups += try self.groups(of: part, failure) }
      return groups
    case .and(let parts):
      guard !parts.isEmpty else {
        throw failure("A condition that always holds cannot be written as a list.")
      }
      var product: [[TraceCondition]] = [[]]
      for part in parts {
        let factor = try groups(of: part, failure)
        let rowCount =
          product.count * factor.reduce(0) { $0 + $1.count }
          + factor.count * product.reduce(0) { $0 + $1.count }
        guard rowCount <= rowLimit else {
          throw failure("As a list, the condition would need more than \(rowLimit) rows.")
        }
        var groups: [[TraceCondition]] = []
        for group in product { for other in factor { groups.append(group + other) } }
        product = groups
      }
      return product
    default: return [[condition]]
    }
  }
}
