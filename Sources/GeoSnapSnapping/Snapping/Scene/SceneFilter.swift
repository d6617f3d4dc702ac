/// Which features of a table a layer or sublayer shows, one bit each.
struct SceneFilter: Sendable {
  private let first: Int32
  private let count: Int
  private let words: [UInt64]

  init(_ filters: [FeatureFilter], of table: FeatureTable, first: Int32) {
    self.first = first
    count = table.count
    var words = [UInt64](repeating: 0, count: (table.count + 63) / 64)
    for row in 0..<table.count where filters.allSatisfy({ $0.holds(for: row, of: table) }) {
      words[row / 64] |= 1 << UInt64(row % 64)
    }
    self.words = words
  }

  /// Whether a stored feature is shown; one of another table is.
  @inline(__always)
  func shows(_ ordinal: Int32) -> Bool {
    let row = Int(ordinal - first)
    guard row >= 0, row < count else { return true }
    return words[row / 64] & (1 << UInt64(row % 64)) != 0
  }
}

extension SnapMap {
  /// The filters of all layers and sublayers, and for each layer which of them its sublayers have,
  /// or the layer itself when it has none; -1 for none.
  func compiledFilters(
    in network: UtilityNetwork
  ) -> (filters: [SceneFilter], indices: [[Int32]]) {
    var filters: [SceneFilter] = []
    let indices = layers.map { layer in
      let own = layer.sublayers.isEmpty ? [nil] : layer.sublayers.map(\.filter)
      return own.map { filter -> Int32 in
        let all = [layer.filter, filter].compactMap { $0 }
        guard !all.isEmpty,
          let table = network.tables.firstIndex(where: { $0.name == layer.table })
        else { return -1 }
        filters.append(
          SceneFilter(all, of: network.tables[table], first: network.firstOrdinals[table])
        )
        return Int32(filters.count - 1)
      }
    }
    return (filters, indices)
  }
}
