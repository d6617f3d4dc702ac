internal import GeoSnapSupport

/// The values of a network attribute, one for each feature.
package struct AttributeColumn: Sendable {
  /// A value both as a whole number and as a number; the column's kind decides which one is used.
  struct Value: Sendable {
    let integer: Int64
    let real: Double
  }

  /// Whether the values are whole numbers, which have bits.
  package let isWhole: Bool
  let packed: FeatureValues
  /// A bit for each feature that is set when edits have inserted, changed or deleted it; empty without edits.
  var changed: [UInt64] = []
  /// The values of these features, where they have one.
  var edited: [Int32: Value] = [:]
  /// Assumed values, which replace those of the network.
  var assumed: [Int32: Value] = [:]
  /// The values of nodes whose terminal has a value that differs from its feature's.
  var terminals: [Int32: Value] = [:]

  /// The whole number that represents a missing value.
  static var noInteger: Int64 { Int64.min }

  /// The values before edits, when no edits, assumptions or terminal values replace any; nil otherwise.
  var plainValues: FeatureValues? {
    changed.isEmpty && assumed.isEmpty && terminals.isEmpty ? packed : nil
  }

  func isChanged(_ feature: Int32) -> Bool {
    !changed.isEmpty && changed[Int(feature) >> 6] & (1 << UInt64(feature & 63)) != 0
  }

  package func integer(_ feature: Int32) -> Int64? {
    if !assumed.isEmpty || isChanged(feature) { return value(feature).flatMap { integer($0) } }
    if isWhole {
      let value = packed.integer(feature)
      return value == AttributeColumn.noInteger ? nil : value
    }
    return Int64(exactly: packed.real(feature))
  }

  func integer(at element: TraceElement) -> Int64? {
    if let value = terminalValue(at: element) { return integer(value) }
    return element.feature < 0 ? nil : integer(element.feature)
  }

  /// The value of a terminal that differs from its feature's; nil for all others.
  @inline(__always)
  private func terminalValue(at element: TraceElement) -> Value? {
    if terminals.isEmpty || element.isEdge || element.feature < 0 { return nil }
    guard let value = terminals[Int32(element.index)] else { return nil }
    return assumed[element.feature] == nil ? value : nil
  }

  private func integer(_ value: Value) -> Int64? {
    isWhole
      ? value.integer == AttributeColumn.noInteger ? nil : value.integer
      : Int64(exactly: value.real)
  }

  package func number(_ feature: Int32) -> Double? {
    if isWhole { return integer(feature).map { Double($0) } }
    let value =
      !assumed.isEmpty || isChanged(feature)
      ? self.value(feature)?.real ?? .nan : packed.real(feature)
    return value.isNaN ? nil : value
  }

  func number(at element: TraceElement) -> Double? {
    if let value = terminalValue(at: element) {
      return isWhole ? integer(value).map { Double($0) } : value.real.isNaN ? nil : value.real
    }
    return element.feature < 0 ? nil : number(element.feature)
  }

  private func value(_ feature: Int32) -> Value? {
    if let value = assumed[feature] { return value }
    if isChanged(feature) { return edited[feature] }
    return isWhole
      ? Value(integer: packed.integer(feature), real: 0)
      : Value(integer: AttributeColumn.noInteger, real: packed.real(feature))
  }

  /// Takes over edits, in O(n / 64 + k log k) for k changed features among n.
  mutating func apply(_ attribute: NetworkAttribute, of network: EditedNetwork) {
    changed = [UInt64](repeating: 0, count: (network.ordinalLimit + 63) / 64)
    var fields: [Int32: Int] = [:]
    for assignment in attribute.assignments {
      guard let table = network.table(sourceID: assignment.sourceID),
        let field = network.base.tables[table].field(named: assignment.fieldName)
      else { continue }
      fields[Int32(table)] = field
    }
    for feature in network.changedFeatures {
      let ordinal = network.ordinal(of: feature)
      changed[Int(ordinal) >> 6] |= 1 << UInt64(ordinal & 63)
      if let field = fields[feature.table], let value = network.attribute(field, of: feature) {
        edited[ordinal] = Value(value)
      }
    }
  }

  /// The values of an attribute in the tables it is assigned to; a value that is not a number counts as missing.
  package init(_ attribute: NetworkAttribute, of network: UtilityNetwork) {
    isWhole = attribute.isWhole
    packed = FeatureValues(attribute, of: network, asWholeNumbers: isWhole)
  }
}

extension NetworkAttribute {
  /// Whether its values are whole numbers.
  var isWhole: Bool { dataType == .integer || dataType == .boolean }
}

extension AttributeColumn.Value {
  /// The value of a field; missing when it is not a number.
  init(_ value: AttributeValue) {
    self.init(
      integer: value.wholeValue ?? AttributeColumn.noInteger,
      real: value.numericValue ?? .nan
    )
  }

  init(_ value: TraceValue?) {
    self.init(integer: value?.integer ?? AttributeColumn.noInteger, real: value?.number ?? .nan)
  }
}

/// The values of a network attribute, one for each feature, read from the tables on first use and kept.
///
/// Values are stored XORed with `pattern`, so that zeroed memory means unread; a value equal to the pattern is read
/// each time.
final class FeatureValues: Sendable {
  private let words: ZeroedMemory<UInt64>
  private let isWhole: Bool
  /// The columns with values, with the ordinal of each table's first feature.
  private let columns: [(first: Int, column: FieldColumn)]
  let areAtLines: Bool
  let areAtNodes: Bool

  private static let pattern: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ attribute: NetworkAttribute, of network: UtilityNetwork, asWholeNumbers isWhole: Bool) {
    self.isWhole = isWhole
    words = ZeroedMemory(count: network.featureCount)
    var columns: [(first: Int, column: FieldColumn)] = []
    var (areAtLines, areAtNodes) = (false, false)
    for assignment in attribute.assignments {
      guard let index = network.table(sourceID: assignment.sourceID) else { continue }
      let table = network.tables[index]
      guard let column = table.column(named: assignment.fieldName), !column.isNull else { continue }
      columns.append((Int(network.firstOrdinals[index]), column))
      if table.geometryType == .lineString || table.geometryType == nil { areAtLines = true }
      if table.geometryType != .lineString { areAtNodes = true }
    }
    // The last assignment of a table counts.
    self.columns = columns.reversed()
    self.areAtLines = areAtLines
    self.areAtNodes = areAtNodes
  }

  /// The whole number of a feature; ``AttributeColumn/noInteger`` when there is none.
  @inline(__always)
  func integer(_ feature: Int32) -> Int64 { Int64(bitPattern: bits(feature)) }

  /// The number of a feature; NaN when there is none.
  @inline(__always)
  func real(_ feature: Int32) -> Double { Double(bitPattern: bits(feature)) }

  /// The value of a feature as a number; NaN when there is none.
  @inline(__always)
  func number(_ feature: Int32) -> Double {
    guard isWhole else { return real(feature) }
    let value = integer(feature)
    return value == AttributeColumn.noInteger ? .nan : Double(value)
  }

  @inline(__always)
  private func bits(_ feature: Int32) -> UInt64 {
    let word = words.shared(Int(feature))
    return word != 0 ? word ^ FeatureValues.pattern : read(feature)
  }

  @inline(never)
  private func read(_ feature: Int32) -> UInt64 {
    var bits = isWhole ? UInt64(bitPattern: AttributeColumn.noInteger) : Double.nan.bitPattern
    for (first, column) in columns where column.indices.contains(Int(feature) - first) {
      let row = Int(feature) - first
      if isWhole {
        if let value = column.wholeValue(row) { bits = UInt64(bitPattern: value) }
      } else if let value = column.numericValue(row) {
        bits = value.bitPattern
      }
      break
    }
    words.share(bits ^ FeatureValues.pattern, at: Int(feature))
    return bits
  }
}

extension Topology {
  /// The values of a network attribute, edits included; the first use after a commit is linear in all edits.
  package func column(of attribute: NetworkAttribute) -> AttributeColumn {
    if let known = traceCaches.columns.withLock({ $0[attribute] }) { return known }
    var column: AttributeColumn
    if edits == nil {
      column = AttributeColumn(attribute, of: network.base)
      for field in terminalFields(of: attribute) {
        for row in 0..<network.base.tables[field.table].count {
          takeTerminal(field, of: FeatureID(table: field.table, row: row), into: &column)
        }
      }
    } else {
      column = withoutEdits.column(of: attribute)
      column.apply(attribute, of: network)
      let fields = terminalFields(of: attribute)
      for node in fields.isEmpty ? [] : changedNodes { column.terminals[Int32(node)] = nil }
      for feature in fields.isEmpty ? [] : changedNodes.compactMap({ feature(ofNode: $0) }) {
        for field in fields where field.table == Int(feature.table) {
          takeTerminal(field, of: feature, into: &column)
        }
      }
    }
    traceCaches.columns.withLock { $0[attribute] = column }
    return column
  }

  /// The number of values in the fields of an attribute that it cannot have, and the first of them; nil for none.
  func unreadableValues(
    of attribute: NetworkAttribute
  ) -> (count: Int, first: FeatureID, value: AttributeValue)? {
    let isWhole = attribute.isWhole
    var found: (count: Int, first: FeatureID, value: AttributeValue)?
    for assignment in attribute.assignments {
      guard let index = network.table(sourceID: assignment.sourceID) else { continue }
      let table = network.base.tables[index]
      guard let field = table.field(named: assignment.fieldName) else { continue }
      let storage = table.fields[field].storage
      if storage == .integer || storage == .real && !isWhole { continue }
      for row in 0..<table.count {
        let feature = FeatureID(table: index, row: row)
        guard let value = network.attribute(field, of: feature), value != .null,
          isWhole ? value.wholeValue == nil : value.numericValue == nil
        else { continue }
        found = ((found?.count ?? 0) + 1, found?.first ?? feature, found?.value ?? value)
      }
    }
    return found
  }

  /// A field with values of single terminals.
  private struct TerminalValues {
    let table: Int
    let field: Int
    /// The number of the terminal, from 1.
    let number: Int
  }

  /// The fields for terminals whose values differ from their feature: named like the attribute's, followed by
  /// `TERMINAL` and the number of the terminal, from 1.
  private func terminalFields(of attribute: NetworkAttribute) -> [TerminalValues] {
    var fields: [TerminalValues] = []
    for assignment in attribute.assignments {
      guard let table = network.table(sourceID: assignment.sourceID) else { continue }
      let prefix = assignment.fieldName.lowercased() + "terminal"
      for (position, field) in network.base.tables[table].fields.enumerated() {
        guard field.name.lowercased().hasPrefix(prefix),
          let given = String(field.name.dropFirst(prefix.count)).wholeNumber,
          let number = Int(exactly: given), number > 0
        else { continue }
        fields.append(TerminalValues(table: table, field: position, number: number))
      }
    }
    return fields
  }

  private func takeTerminal(
    _ field: TerminalValues,
    of feature: FeatureID,
    into column: inout AttributeColumn
  ) {
    guard let value = network.attribute(field.field, of: feature), value != .null else { return }
    let nodes = nodes(of: feature)
    guard field.number <= nodes.count, nodes.count > 1 else { return }
    column.terminals[Int32(nodes.lowerBound + field.number - 1)] = AttributeColumn.Value(value)
  }
}
