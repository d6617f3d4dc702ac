internal import GeoSnapColumns
internal import GeoSnapSupport

/// A packed network with what editing needs to find in it at once; all overlays over it share it.
@usableFromInline
package final class EditingBase: Sendable {
  @usableFromInline let network: UtilityNetwork
  @usableFromInline let featureCount: Int32
  /// What of it has to be found at once is made when it is first asked for, as many only read.
  private let made: Locked<Made>

  private struct Made: Sendable {
    var lookups: EditingLookups?
    /// For each table, where its row ids are.
    var rows: [RowIDIndex?]
    var associationPositions: [GlobalID: Int32]?
  }

  init(_ network: UtilityNetwork) {
    self.network = network
    featureCount = Int32(network.featureCount)
    made = Locked(Made(rows: Array(repeating: nil, count: network.tables.count)))
  }

  /// Where tables and rules are.
  var lookups: EditingLookups {
    made.withLock { made in
      if let lookups = made.lookups { return lookups }
      let lookups = EditingLookups(network)
      made.lookups = lookups
      return lookups
    }
  }

  /// Where the rows of a table are.
  ///
  /// - Complexity: O(n) for n rows the first time.
  package func rows(table: Int) -> RowIDIndex {
    made.withLock { made in
      if let rows = made.rows[table] { return rows }
      let rows = RowIDIndex(network.tables[table].rowIDs)
      made.rows[table] = rows
      return rows
    }
  }

  /// The position of an association in the network's list; nil when there is none.
  ///
  /// - Complexity: O(n) for n associations the first time.
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

  /// The positions of the associations that a feature has in the packed network.
  func associationList(of feature: FeatureID) -> [Int32] {
    guard contains(feature) else { return [] }
    return Array(network.associationsOfFeature[ordinal(of: feature)])
  }

  /// Whether a feature is, or was, one of the packed network.
  func contains(_ feature: FeatureID) -> Bool {
    network.contains(feature)
  }
}

/// Where tables and rules of a packed network are.
final class EditingLookups: Sendable {
  let rules: AssociationRules
  let terminals: TerminalCatalog
  /// The tables by lower-case name.
  let tablesByName: [String: Int]
  /// For each table, its network source; nil for plain ones.
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

/// Finds rows by their ids.
package struct RowIDIndex: Sendable {
  /// The ids, when they ascend, as files have them.
  private let ascending: Column<Int64>
  /// Their rows, when they do not.
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

  /// Whether rows stand in the order of their ids.
  package var isAscending: Bool { rows.isEmpty }

  /// The row of an id; nil when there is none.
  func row(_ id: Int64) -> Int32? {
    guard isAscending else { return rows[Int(id)].map { Int32($0) } }
    var low = 0
    var high = ascending.count
    while low < high {
      let middle = (low + high) / 2
      if ascending[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ascending.count && ascending[low] == id ? Int32(low) : nil
  }
}
