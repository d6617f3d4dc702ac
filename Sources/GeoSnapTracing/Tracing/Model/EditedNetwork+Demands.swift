extension EditedNetwork {
  /// Words in the names of demand or load fields, and other names: pandapower's active power, pandapipes' mass flow.
  private static let demandWords = ["DEMAND", "LOAD"]
  private static let demandFields = ["P_MW", "MDOT_KG_PER_S"]

  /// The demands or loads of some features, by field in the order of names; features that feed, such as generators,
  /// have none.
  package func demands(of features: [FeatureID]) -> [TraceIsolation.Demand] {
    var sums: [String: (count: Int, sum: Double)] = [:]
    var seen: Set<FeatureID> = []
    /// The demand fields of each table.
    var fields: [Int32: [(number: Int, name: String)]] = [:]
    for feature in features where seen.insert(feature).inserted {
      if fields[feature.table] == nil {
        fields[feature.table] = base.tables[Int(feature.table)].fields.enumerated().compactMap {
          number,
          field in
          let name = field.name.uppercased()
          let isDemand =
            Self.demandFields.contains(name) || Self.demandWords.contains { name.contains($0) }
          return isDemand ? (number, field.name) : nil
        }
      }
      guard let known = fields[feature.table], !known.isEmpty,
        assetType(of: feature)?.type.hasCategory(["Source", "Ignored Source", "Generation"]) != true
      else { continue }
      for field in known {
        let value: Double? =
          switch attribute(field.number, of: feature) {
          case .integer(let whole): Double(whole)
          case .real(let real): real
          default: nil
          }
        guard let value, value != 0, value.isFinite else { continue }
        let before = sums[field.name] ?? (0, 0)
        sums[field.name] = (before.count + 1, before.sum + value)
      }
    }
    return sums.keys.sorted().map { name in
      let found = sums[name] ?? (0, 0)
      return TraceIsolation.Demand(fieldName: name, featureCount: found.count, sum: found.sum)
    }
  }
}
