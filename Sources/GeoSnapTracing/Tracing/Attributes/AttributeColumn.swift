/// The values of a network attribute, one for each feature.
package struct AttributeColumn: Sendable {
  /// A value both as a whole number and as a number; the column's kind decides which one is used.
  struct Value: Sendable {
    let integer: Int64
    let real: Double
  }

  /// Whether the values are whole numbers, which have bits.
  package let isWhole: Bool
  /// The values before edits.
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

  func integer(_ feature: Int32, atNode node: Int) -> Int64? {
    if !terminals.isEmpty, let value = terminals[Int32(node)], assumed[feature] == nil {
      return integer(value)
    }
    return integer(feature)
  }

  func integer(_ value: Value) -> Int64? {
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

  /// The value of a feature with edits and assumptions.
  func value(_ feature: Int32) -> Value? {
    if let value = assumed[feature] { return value }
    if isChanged(feature) { return edited[feature] }
    return isWhole
      ? Value(integer: packed.integer(feature), real: 0)
      : Value(integer: AttributeColumn.noInteger, real: packed.real(feature))
  }

  func number(_ feature: Int32, atNode node: Int) -> Double? {
    if !terminals.isEmpty, let value = terminals[Int32(node)], assumed[feature] == nil {
      return isWhole ? integer(value).map { Double($0) } : value.real.isNaN ? nil : value.real
    }
    return number(feature)
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

  /// The values of an attribute in the tables it is assigned to.
  ///
  /// A source without an assignment has no values, and a value that is not a number counts as missing.
  package init(_ attribute: NetworkAttribute, of network: UtilityNetwork) {
    isWhole = attribute.dataType == .integer || attribute.dataType == .boolean
    packed = FeatureValues(attribute, of: network, asWholeNumbers: isWhole)
  }
}

extension AttributeColumn.Value {
  /// The value of a field; missing when it is not a number.
  init(_ value: AttributeValue) {
    self.init(
      integer: value.wholeValue ?? AttributeColumn.noInteger,
      real: value.numericValue ?? .nan
    )
  }

  /// An assumed value; missing when nil.
  init(_ value: TraceValue?) {
    self.init(
      integer: value?.integer ?? AttributeColumn.noInteger,
      real: value?.number ?? .nan
    )
  }
}
