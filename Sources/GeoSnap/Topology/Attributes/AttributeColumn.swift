/// The values of a network attribute, one for each feature.
struct AttributeColumn: Sendable {
  /// Whether the values are whole numbers, which have bits.
  let isWhole: Bool
  /// The values as whole numbers, ``noInteger`` where there is none; empty unless they are whole.
  let integers: [Int64]
  /// The values as numbers, not a number where there is none; empty when they are whole.
  let reals: [Double]

  /// What stands for no value among whole numbers.
  static let noInteger = Int64.min

  /// The value of a feature as a whole number; nil when it has none.
  @inline(__always)
  func integer(_ feature: Int32) -> Int64? {
    if isWhole {
      let value = integers[Int(feature)]
      return value == AttributeColumn.noInteger ? nil : value
    }
    return Int64(exactly: reals[Int(feature)])
  }

  /// The value of a feature as a number; nil when it has none.
  @inline(__always)
  func number(_ feature: Int32) -> Double? {
    if isWhole { return integer(feature).map { Double($0) } }
    let value = reals[Int(feature)]
    return value.isNaN ? nil : value
  }

  /// Reads an attribute's values from the tables it is assigned to.
  ///
  /// A source without an assignment, and a value that is no number, give no value.
  init(_ attribute: NetworkAttribute, of network: UtilityNetwork) {
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
        let column = network.tables[index].column(named: assignment.fieldName)
      else { continue }
      let first = Int(network.firstOrdinals[index])
      for (row, value) in column.enumerated() {
        if isWhole {
          integers[first + row] = value.wholeValue ?? AttributeColumn.noInteger
        } else {
          reals[first + row] = value.numericValue ?? .nan
        }
      }
    }
    self.integers = integers
    self.reals = reals
  }
}

extension AttributeValue {
  /// The value as a whole number: also of texts that are one, and of `true` and `false`.
  var wholeValue: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    case .text(let text):
      Int64(text) ?? (text.lowercased() == "true" ? 1 : text.lowercased() == "false" ? 0 : nil)
    case .null, .blob: nil
    }
  }

  /// The value as a number: also of texts that are one.
  var numericValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value.isNaN ? nil : value
    case .text(let text): Double(text)
    case .null, .blob: nil
    }
  }
}
