internal import GeoSnapSupport

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
      for node in fields.isEmpty ? [] : changedNodes {
        column.terminals[Int32(node)] = nil
      }
      for feature in fields.isEmpty ? [] : changedNodes.compactMap({ feature(ofNode: $0) }) {
        for field in fields where field.table == Int(feature.table) {
          takeTerminal(field, of: feature, into: &column)
        }
      }
    }
    traceCaches.columns.withLock { $0[attribute] = column }
    return column
  }

  /// The number of values in the fields of a network attribute that it cannot have, such as texts in place of
  /// numbers, and the first of them; nil when there are none.
  ///
  /// Linear in the tables whose field has another type than the attribute.
  func unreadableValues(
    of attribute: NetworkAttribute
  ) -> (count: Int, first: FeatureID, value: AttributeValue)? {
    let isWhole = attribute.dataType == .integer || attribute.dataType == .boolean
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
