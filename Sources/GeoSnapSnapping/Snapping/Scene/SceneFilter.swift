internal import GeoSnapSupport

/// The features of a table that a layer or sublayer shows: bits for the packed ones, a map for the edited ones.
struct SceneFilter: Sendable {
  private let filters: [FeatureFilter]
  private let table: Int32
  private let first: Int32
  private let count: Int
  private let words: [UInt64]
  /// Whether inserted or changed features are shown, by ordinal.
  private var edited = PersistentMap<Int32, Bool>()

  init(_ filters: [FeatureFilter], ofTable index: Int, in network: EditedNetwork) {
    let table = network.base.tables[index]
    self.filters = filters
    self.table = Int32(index)
    first = network.base.firstOrdinals[index]
    count = table.count
    var words = [UInt64](repeating: 0, count: (table.count + 63) / 64)
    for row in 0..<table.count where filters.allSatisfy({ $0.holds(for: row, of: table) }) {
      words[row / 64] |= 1 << UInt64(row % 64)
    }
    self.words = words
    update(network.changedFeatures, in: network)
  }

  /// Updates the features that edits have touched.
  mutating func update(_ features: [FeatureID], in network: EditedNetwork) {
    for id in features where id.table == table {
      guard let feature = network.feature(id) else { continue }
      let fields = network.base.tables[Int(table)].fields
      edited.set(
        filters.allSatisfy { $0.holds(for: feature, fields: fields) },
        for: network.ordinal(of: id)
      )
    }
  }

  /// Whether a stored feature is shown; true for another table.
  @inline(__always)
  func shows(_ ordinal: Int32) -> Bool {
    if !edited.isEmpty, let isShown = edited.find(ordinal) { return isShown }
    let row = Int(ordinal - first)
    guard row >= 0, row < count else { return true }
    return words[row / 64] & (1 << UInt64(row % 64)) != 0
  }
}

extension SnapMap {
  /// All filters, and for each layer the indices of those of its sublayers, or else its own; -1 for none.
  func compiledFilters(in network: EditedNetwork) -> (filters: [SceneFilter], indices: [[Int32]]) {
    var filters: [SceneFilter] = []
    let indices = layers.map { layer in
      let own = layer.sublayers.isEmpty ? [nil] : layer.sublayers.map(\.filter)
      return own.map { filter -> Int32 in
        let all = [layer.filter, filter].compactMap { $0 }
        guard !all.isEmpty,
          let table = network.base.tables.firstIndex(where: { $0.name == layer.table })
        else { return -1 }
        filters.append(SceneFilter(all, ofTable: table, in: network))
        return Int32(filters.count - 1)
      }
    }
    return (filters, indices)
  }
}
