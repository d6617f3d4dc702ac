/// The values of a network attribute, one for each feature, read from the tables on first use and kept.
///
/// Values are stored XORed with `pattern`, so that zeroed memory means unread; a value equal to the pattern is read
/// each time.
final class FeatureValues: Sendable {
  private let words: ZeroedMemory<UInt64>
  private let isWhole: Bool
  /// The columns with values, with the ordinal of each table's first feature.
  private let columns: [(first: Int, column: FieldColumn)]
  /// Whether lines have values, and whether other features have.
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
