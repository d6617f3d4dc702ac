/// The values of a network attribute, one for each feature of an edited network, by its number.
struct EditedAttributeColumn: Sendable {
  /// The values of the packed network.
  let base: AttributeColumn
  /// For each 64 features of the packed network whether edits have changed them.
  private var changed: [UInt64]
  private let baseCount: Int32
  /// The values of features that edits have inserted or changed; nil for none.
  private var values: [Int32: AttributeValue] = [:]

  /// Whether the values are whole numbers, which have bits.
  var isWhole: Bool { base.isWhole }

  init(_ attribute: NetworkAttribute, of topology: EditedTopology) {
    let network = topology.network
    base = topology.base.column(of: attribute)
    baseCount = Int32(network.base.featureCount)
    changed = [UInt64](repeating: 0, count: (network.base.featureCount + 63) / 64)
    var fields: [Int32: Int] = [:]
    for assignment in attribute.assignments {
      guard let table = network.table(sourceID: assignment.sourceID),
        let field = network.base.tables[table].field(named: assignment.fieldName)
      else { continue }
      fields[Int32(table)] = field
    }
    for feature in network.changedFeatures {
      let number = network.ordinal(of: feature)
      if number < baseCount { changed[Int(number) >> 6] |= 1 << UInt64(number & 63) }
      if let field = fields[feature.table], let value = network.attribute(field, of: feature) {
        values[number] = value
      }
    }
  }

  @inline(__always)
  private func isChanged(_ feature: Int32) -> Bool {
    feature >= baseCount || changed[Int(feature) >> 6] & (1 << UInt64(feature & 63)) != 0
  }

  /// The value of a feature as a whole number; nil when it has none.
  @inline(__always)
  func integer(_ feature: Int32) -> Int64? {
    guard isChanged(feature) else { return base.integer(feature) }
    guard let value = values[feature] else { return nil }
    return isWhole ? value.wholeValue : value.numericValue.flatMap { Int64(exactly: $0) }
  }

  /// The value of a feature as a number; nil when it has none.
  @inline(__always)
  func number(_ feature: Int32) -> Double? {
    guard isChanged(feature) else { return base.number(feature) }
    guard let value = values[feature] else { return nil }
    return isWhole ? value.wholeValue.map { Double($0) } : value.numericValue
  }
}

extension EditedTopology {
  /// The values of a network attribute as edits have left them.
  ///
  /// - Complexity: O(n / 64 + k log k) for k changed features; those of the packed network are read
  ///   once for all snapshots.
  func column(of attribute: NetworkAttribute) -> EditedAttributeColumn {
    EditedAttributeColumn(attribute, of: self)
  }
}
