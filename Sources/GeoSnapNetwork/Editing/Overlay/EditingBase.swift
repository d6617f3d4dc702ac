internal import GeoSnapColumns
internal import GeoSnapSupport

/// A packed network with what editing needs to find in it at once; all overlays over it share it.
@usableFromInline
package final class EditingBase: Sendable {
  @usableFromInline let network: UtilityNetwork
  @usableFromInline let featureCount: Int32
  /// What editing has to find at once; made when it is first asked for, as many only read.
  private let made = Locked<EditingLookups?>(nil)

  init(_ network: UtilityNetwork) {
    self.network = network
    featureCount = Int32(network.featureCount)
  }

  package var lookups: EditingLookups {
    made.withLock { made in
      if let made { return made }
      let lookups = EditingLookups(network)
      made = lookups
      return lookups
    }
  }

  /// The positions of the associations that a feature has in the packed network.
  func associationList(of feature: FeatureID) -> [Int32] {
    guard contains(feature) else { return [] }
    return Array(network.associationsOfFeature[ordinal(of: feature)])
  }

  /// Whether a feature is, or was, one of the packed network.
  func contains(_ feature: FeatureID) -> Bool {
    Int(feature.row) < network.tables[Int(feature.table)].count
  }
}

/// Where rows, associations, tables and rules of a packed network are.
package final class EditingLookups: Sendable {
  /// For each table, where its row ids are.
  package let rows: [RowIDIndex]
  /// The positions of associations in the network's list.
  let associationPositions: [GlobalID: Int32]
  let rules: AssociationRules
  package let terminals: TerminalCatalog
  /// The tables by lower-case name.
  let tablesByName: [String: Int]
  /// For each table, its network source; nil for plain ones.
  let sources: [NetworkSource?]

  init(_ network: UtilityNetwork) {
    rows = network.tables.map { RowIDIndex($0.rowIDs) }
    var positions: [GlobalID: Int32] = [:]
    positions.reserveCapacity(network.associations.count)
    for (position, association) in network.associations.enumerated() {
      positions[association.globalID] = Int32(position)
    }
    associationPositions = positions
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
