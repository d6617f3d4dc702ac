/// The values of a network attribute, one for each feature.
@usableFromInline package struct AttributeColumn: Sendable {
  /// One value, both as a whole number and as a number; of the two the column's kind counts.
  @usableFromInline package struct Value: Sendable {
    @usableFromInline let integer: Int64
    @usableFromInline let real: Double
  }

  /// Whether the values are whole numbers, which have bits.
  @usableFromInline package let isWhole: Bool
  /// The values as whole numbers, ``noInteger`` where there is none; empty unless they are whole.
  @usableFromInline let integers: [Int64]
  /// The values as numbers, not a number where there is none; empty when they are whole.
  @usableFromInline let reals: [Double]
  /// For each 64 features whether edits have inserted, changed or deleted them; empty without edits.
  @usableFromInline var changed: [UInt64] = []
  /// The values of those that have one.
  @usableFromInline var edited: [Int32: Value] = [:]
  /// The values that features are taken to have though the network says otherwise.
  @usableFromInline package var assumed: [Int32: Value] = [:]
  /// The values of nodes whose terminals differ from their feature.
  @usableFromInline var terminals: [Int32: Value] = [:]

  /// What stands for no value among whole numbers.
  @inlinable package static var noInteger: Int64 { Int64.min }

  /// The values as whole numbers where nothing else has a say; nil otherwise.
  package var plainIntegers: [Int64]? {
    isWhole && changed.isEmpty && assumed.isEmpty && terminals.isEmpty ? integers : nil
  }

  @inlinable
  func isChanged(_ feature: Int32) -> Bool {
    !changed.isEmpty && changed[Int(feature) >> 6] & (1 << UInt64(feature & 63)) != 0
  }

  /// The value of a feature as a whole number; nil when it has none.
  @inlinable package func integer(_ feature: Int32) -> Int64? {
    if !assumed.isEmpty || isChanged(feature) { return value(feature).flatMap { integer($0) } }
    if isWhole {
      let value = integers[Int(feature)]
      return value == AttributeColumn.noInteger ? nil : value
    }
    return Int64(exactly: reals[Int(feature)])
  }

  /// The value of a feature at one of its nodes as a whole number; nil when it has none.
  @inlinable package func integer(_ feature: Int32, atNode node: Int) -> Int64? {
    if !terminals.isEmpty, let value = terminals[Int32(node)], assumed[feature] == nil {
      return integer(value)
    }
    return integer(feature)
  }

  @inlinable func integer(_ value: Value) -> Int64? {
    isWhole
      ? value.integer == AttributeColumn.noInteger ? nil : value.integer
      : Int64(exactly: value.real)
  }

  /// The value of a feature as a number; nil when it has none.
  @inlinable package func number(_ feature: Int32) -> Double? {
    if isWhole { return integer(feature).map { Double($0) } }
    let value =
      !assumed.isEmpty || isChanged(feature)
      ? self.value(feature)?.real ?? .nan : reals[Int(feature)]
    return value.isNaN ? nil : value
  }

  /// The value of a feature where others than the network may have a say.
  @usableFromInline
  func value(_ feature: Int32) -> Value? {
    if let value = assumed[feature] { return value }
    if isChanged(feature) { return edited[feature] }
    return isWhole
      ? Value(integer: integers[Int(feature)], real: 0)
      : Value(integer: AttributeColumn.noInteger, real: reals[Int(feature)])
  }

  /// The value of a feature at one of its nodes as a number; nil when it has none.
  @inlinable package func number(_ feature: Int32, atNode node: Int) -> Double? {
    if !terminals.isEmpty, let value = terminals[Int32(node)], assumed[feature] == nil {
      return isWhole ? integer(value).map { Double($0) } : value.real.isNaN ? nil : value.real
    }
    return number(feature)
  }

  /// Takes over what edits have changed.
  ///
  /// - Complexity: O(n / 64 + k log k) for k changed features among n.
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

  /// Reads an attribute's values from the tables it is assigned to.
  ///
  /// A source without an assignment, and a value that is no number, give no value.
  package init(_ attribute: NetworkAttribute, of network: UtilityNetwork) {
    isWhole = attribute.dataType == .integer || attribute.dataType == .boolean
    var integers: [Int64] = []
    var reals: [Double] = []
    if isWhole {
      integers = [Int64](repeating: AttributeColumn.noInteger, count: network.featureCount)
    } else {
      reals = [Double](repeating: .nan, count: network.featureCount)
    }
    for assignment in attribute.assignments {
      guard let index = network.table(sourceID: assignment.sourceID),
        let column = network.tables[index].column(named: assignment.fieldName), !column.isNull
      else { continue }
      let first = Int(network.firstOrdinals[index])
      for row in column.indices {
        if isWhole {
          integers[first + row] = column.wholeValue(row) ?? AttributeColumn.noInteger
        } else {
          reals[first + row] = column.numericValue(row) ?? .nan
        }
      }
    }
    self.integers = integers
    self.reals = reals
  }
}

extension AttributeColumn.Value {
  /// The value of a field; nothing where it is no number.
  init(_ value: AttributeValue) {
    self.init(
      integer: value.wholeValue ?? AttributeColumn.noInteger,
      real: value.numericValue ?? .nan
    )
  }

  /// A value that a trace takes a feature to have; nothing when nil.
  package init(_ value: TraceValue?) {
    self.init(
      integer: value?.integer ?? AttributeColumn.noInteger,
      real: value?.number ?? .nan
    )
  }
}
