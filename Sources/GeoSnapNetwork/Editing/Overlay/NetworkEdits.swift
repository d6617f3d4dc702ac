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
  func contains(_ feature: FeatureID) -> Bool { network.contains(feature) }
}

final class EditingLookups: Sendable {
  let rules: AssociationRules
  let terminals: TerminalCatalog
  let tablesByName: [String: Int]
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
  private let ascending: Column<Int64>
  private let rows: [Int: Int]
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

struct NetworkEdits: Sendable {
  private let packed: EditingBase
  var rows = PersistentMap<FeatureID, EditedRow>()
  var extents: [TableExtent]
  var addedRows = PersistentMap<RowKey, Int32>()
  /// The asset types of inserted, deleted and changed features, by ordinal.
  private(set) var types = PersistentMap<Int32, Int32>()
  /// Whether all features of the packed network still have their asset types.
  private(set) var hasPlainTypes = true
  private(set) var featuresByGlobalID = PersistentMap<GlobalID, Int?>()
  private(set) var originChanges = PersistentMap<String, OriginChange>()
  var featureCount: Int

  private(set) var associations = PersistentMap<Int32, Association?>()
  private(set) var associationPositions = PersistentMap<GlobalID, Int?>()
  private(set) var associationsOfFeature = PersistentMap<FeatureID, [Int32]>()
  private(set) var associationCount: Int
  private var nextAssociation: Int32

  init(_ packed: EditingBase) {
    self.packed = packed
    let network = packed.network
    extents = network.tables.map { TableExtent(rows: $0.count) }
    featureCount = network.featureCount
    associationCount = network.associations.count
    nextAssociation = Int32(network.associations.count)
  }

  /// Stores a feature, or removes the change if it equals the packed one.
  mutating func store(_ feature: Feature, at id: FeatureID) {
    let network = packed.network
    let table = network.tables[Int(id.table)]
    let type = table.sourceID.flatMap {
      network.catalog.ordinal(
        AssetTypeID(sourceID: $0, assetGroup: feature.assetGroup, assetType: feature.assetType)
      )
    }
    setType(type ?? -1, of: id)
    if packed.contains(id), table[Int(id.row)] == feature {
      rows.remove(id)
    } else {
      rows.set(EditedRow(feature), for: id)
    }
  }

  mutating func setType(_ type: Int32, of id: FeatureID) {
    let ordinal = packed.ordinal(of: id)
    if packed.contains(id) {
      if (types.find(ordinal) ?? packed.network.assetTypeOrdinals[Int(ordinal)]) == type { return }
      hasPlainTypes = false
    }
    types.set(type, for: ordinal)
  }

  mutating func setFeature(_ id: FeatureID?, for globalID: GlobalID) {
    if packed.network.featuresByGlobalID[globalID] == id {
      featuresByGlobalID.remove(globalID)
    } else {
      featuresByGlobalID.set(id?.number, for: globalID)
    }
  }

  mutating func setOrigin(of id: FeatureID, from old: String?, to new: String?) {
    for element in Self.elements(old) { remove(id, from: element) }
    for element in Self.elements(new) { add(id, to: element) }
  }

  private static func elements(_ origin: String?) -> [String] {
    (origin?.originElements ?? []).uniqued()
  }

  private mutating func add(_ id: FeatureID, to element: String) {
    let isPacked = hasInPackedNetwork(id, element)
    originChanges.modify(element, orBeginWith: OriginChange()) { change in
      if isPacked { change.removed.remove(id.number) } else { change.added.insert(id.number) }
    }
  }

  private mutating func remove(_ id: FeatureID, from element: String) {
    let isPacked = hasInPackedNetwork(id, element)
    originChanges.modify(element, orBeginWith: OriginChange()) { change in
      if isPacked { change.removed.insert(id.number) } else { change.added.remove(id.number) }
    }
  }

  private func hasInPackedNetwork(_ id: FeatureID, _ element: String) -> Bool {
    guard packed.contains(id) else { return false }
    let origin = packed.network.tables[Int(id.table)].origins[Int(id.row)]
    return origin?.originElements.contains(element) ?? false
  }

  mutating func insert(_ association: Association, ends: [FeatureID]) {
    let position = nextAssociation
    nextAssociation += 1
    associationCount += 1
    associations.set(association, for: position)
    associationPositions.set(Int(position), for: association.globalID)
    for feature in ends {
      associationsOfFeature.modify(feature, orBeginWith: packed.associationList(of: feature)) {
        $0.append(position)
      }
    }
  }

  mutating func delete(_ association: GlobalID, at position: Int32, ends: [FeatureID]) {
    associationCount -= 1
    if Int(position) < packed.network.associations.count {
      associations.set(nil, for: position)
    } else {
      associations.remove(position)
    }
    if packed.position(of: association) == nil {
      associationPositions.remove(association)
    } else {
      associationPositions.set(nil, for: association)
    }
    for feature in ends {
      associationsOfFeature.modify(feature, orBeginWith: packed.associationList(of: feature)) {
        if let index = $0.lastIndex(of: position) { $0.remove(at: index) }
      }
    }
  }
}

/// The edits of one state of a network, shared by its copies; its identity distinguishes the states.
@usableFromInline
package final class EditBox: Sendable {
  let edits: NetworkEdits

  init(_ edits: NetworkEdits) { self.edits = edits }
}

struct RowKey: Hashable, Sendable {
  let table: Int32
  let rowID: Int64
}

/// The numbers of features that now represent an element, and of those that no longer do.
struct OriginChange: Sendable {
  var added: Set<Int> = []
  var removed: Set<Int> = []
}

struct TableExtent: Sendable {
  /// The number of rows, including those of deleted features.
  var rows: Int32
  var live: Int
  /// A row id that no row has had; nil before rows were added.
  var nextRowID: Int64?

  init(rows: Int) {
    self.rows = Int32(rows)
    live = rows
  }
}

final class EditedRow: Sendable {
  let feature: Feature?

  init(_ feature: Feature?) { self.feature = feature }
}
