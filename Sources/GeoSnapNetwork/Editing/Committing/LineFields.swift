/// The fields of a line table that change when a line is split or merged.
struct LineFields {
  /// Those of apportionable network attributes, which have values of the whole length.
  private let apportionable: [Int]
  /// The terminals at the start and at the end; nil when the table has no such field.
  private let (from, to): (Int?, Int?)

  init(_ table: FeatureTable, _ definition: NetworkDefinition) {
    var apportionable: Set<Int> = []
    for attribute in definition.networkAttributes where attribute.isApportionable {
      for assignment in attribute.assignments where assignment.sourceID == table.sourceID {
        if let field = table.field(named: assignment.fieldName) { apportionable.insert(field) }
      }
    }
    self.apportionable = table.fields.indices.filter { apportionable.contains($0) }
    from = table.field(named: TerminalField.from)
    to = table.field(named: TerminalField.to)
  }

  func attributes(
    _ line: [AttributeValue],
    of piece: Int,
    in cut: LineCut
  ) -> [AttributeValue] {
    var values = line
    for field in apportionable { values[field] = cut.share(of: values[field], piece) }
    func terminal(_ number: Int?) -> AttributeValue { number.map { .integer(Int64($0)) } ?? .null }
    if let from, piece > 0 { values[from] = terminal(cut.places[piece - 1].terminalAfter) }
    if let to, piece < cut.places.count { values[to] = terminal(cut.places[piece].terminalBefore) }
    return values
  }

  /// The values of the merged line, in the order of fields; `other` is deleted and may be reversed.
  func attributes(
    merging kept: [AttributeValue],
    with other: [AttributeValue],
    otherIsFirst: Bool,
    isReversed: Bool
  ) -> [AttributeValue] {
    var values = kept
    for field in apportionable { values[field] = sum(kept[field], other[field]) }
    let (start, end) = isReversed ? (to, from) : (from, to)
    if otherIsFirst {
      if let from { values[from] = start.map { other[$0] } ?? .null }
    } else {
      if let to { values[to] = end.map { other[$0] } ?? .null }
    }
    return values
  }

  /// The sum of two values; a null counts as 0.
  private func sum(_ one: AttributeValue, _ other: AttributeValue) -> AttributeValue {
    switch (one, other) {
    case (.null, _): return other
    case (_, .null): return one
    case (.integer(let one), .integer(let other)):
      // A sum that overflows is null.
      let (sum, overflows) = one.addingReportingOverflow(other)
      return overflows ? .null : .integer(sum)
    case (.real(let one), .real(let other)): return .real(one + other)
    default: return one
    }
  }
}

extension FeatureTable {
  /// The values of all fields by name.
  func named(_ values: [AttributeValue]) -> [String: AttributeValue] {
    Dictionary(zip(fields.map(\.name), values), uniquingKeysWith: { first, _ in first })
  }
}
