internal import GeoSnapSupport

extension Topology {
  /// The values of a network attribute, read once for each topology.
  package func column(of attribute: NetworkAttribute) -> AttributeColumn {
    if let known = caches.columns.withLock({ $0[attribute] }) { return known }
    var column = AttributeColumn(attribute, of: network)
    column.terminals = terminalValues(of: attribute)
    caches.columns.withLock { $0[attribute] = column }
    return column
  }

  /// The values of nodes whose terminals differ from their feature: in the column that is called like
  /// the attribute's field followed by `TERMINAL` and the number of the terminal, from 1.
  private func terminalValues(of attribute: NetworkAttribute) -> [Int32: AttributeColumn.Value] {
    var values: [Int32: AttributeColumn.Value] = [:]
    for assignment in attribute.assignments {
      guard let index = network.table(sourceID: assignment.sourceID) else { continue }
      let table = network.tables[index]
      let prefix = assignment.fieldName.lowercased() + "terminal"
      for (position, field) in table.fields.enumerated() {
        guard field.name.lowercased().hasPrefix(prefix),
          let given = String(field.name.dropFirst(prefix.count)).wholeNumber,
          let number = Int(exactly: given), number > 0
        else { continue }
        for (row, value) in table.attributes[position].enumerated() where value != .null {
          let nodes = nodes(of: FeatureID(table: index, row: row))
          guard number <= nodes.count, nodes.count > 1 else { continue }
          values[Int32(nodes.lowerBound + number - 1)] = AttributeColumn.Value(value)
        }
      }
    }
    return values
  }
}
