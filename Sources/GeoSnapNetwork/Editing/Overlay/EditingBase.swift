internal import GeoSnapColumns
internal import GeoSnapSupport

/// A packed network with indices for editing, shared by all overlays.
@usableFromInline
package final class EditingBase: Sendable {
  @usableFromInline let network: UtilityNetwork
  @usableFromInline let featureCount: Int32
  /// The indices, created at first use, since many networks are only read.
  private let made: Locked<Indices>

  private struct Indices: Sendable {
    var lookups: EditingLookups?
    var rows: [RowIDIndex?]
    var associationPositions: [GlobalID: Int32]?
  }

  init(_ network: UtilityNetwork) {
    self.network = network
    featureCount = Int32(network.featureCount)
    made = Locked(Indices(rows: Array(repeating: nil, count: network.tables.count)))
  }

  var lookups: EditingLookups {
    made.withLock { made in
      if let lookups = made.lookups { return lookups }
      let lookups = EditingLookups(network)
      made.lookups = lookups
      return lookups
    }
  }

  /// The rows of a table, in O(n) for n rows the first time.
  package func rows(table: Int) -> RowIDIndex {
    made.withLock { made in
      if let rows = made.rows[table] { return rows }
      let rows = RowIDIndex(network.tables[table].rowIDs)
      made.rows[table] = rows
      return rows
    }
  }

  /// The position of an association in the network's list, in O(n) the first time; nil when there is none.
  func position(of association: GlobalID) -> Int32? {
    made.withLock { made in
      if let positions = made.associationPositions { return positions[association] }
      let associations = network.associations
      var positions: [GlobalID: Int32] = [:]
      positions.reserveCapacity(associations.count)
      for position in associations.indices {
        positions[associations.globalID(at: position)] = Int32(position)
      }
      made.associationPositions = positions
      return positions[association]
    }
  }

  func associationList(of feature: FeatureID) -> [Int32] {
    guard contains(feature) else { return [] }
    return Array(network.associationsOfFeature[ordinal(of: feature)])
  }

  /// Whether a feature is, or was, in the packed network.
  func contains(_ feature: FeatureID) -> Bool {
    network.contains(feature)
  }
}

final class EditingLookups: Sendable {
  let rules: AssociationRules
  let terminals: TerminalCatalog
  let tablesByName: [String: Int]
  /// The network source of each table; nil for plain ones.
  let sources: [NetworkSource?]

  init(_ network: UtilityNetwork) {
    rules = AssociationRules(network.rules)
    terminals = TerminalCatalog(network.definition)
    var tables: [String: Int] = [:]
    for (index, table) in network.tables.enumerated().reversed() {
      tables[table.name.lowercased()] = index
    }
    tablesByName = tables
    let known = network.definition.sources
    sources = network.tables.map { table in known.first { $0.sourceID == table.sourceID } }
  }
}

package struct RowIDIndex: Sendable {
  /// The ids in ascending order, as in most files; otherwise empty.
  private let ascending: Column<Int64>
  /// The rows of ids that do not ascend.
  private let rows: [Int: Int]
  /// The greatest id; 0 when there is none.
  let greatest: Int64

  init(_ rowIDs: Column<Int64>) {
    let isAscending = zip(rowIDs, rowIDs.dropFirst()).allSatisfy { $0 < $1 }
    ascending = isAscending ? rowIDs : []
    var rows: [Int: Int] = [:]
    if !isAscending {
      rows.reserveCapacity(rowIDs.count)
      for (row, id) in rowIDs.enumerated().reversed() { rows[Int(id)] = row }
    }
    self.rows = rows
    greatest = max(rowIDs.max() ?? 0, 0)
  }

  package var isAscending: Bool { rows.isEmpty }

  func row(_ id: Int64) -> Int32? {
    guard isAscending else { return rows[Int(id)].map { Int32($0) } }
    let row = ascending.firstPosition(after: { $0 < id })
    return row < ascending.count && ascending[row] == id ? Int32(row) : nil
  }
}
