import GeoSnap

/// What a file holds, with features called by table and row: so two files with other new global ids are alike.
struct NetworkContent: Equatable {
  private let features: [String: String]
  private let associations: [String]

  /// `withIDs`: whether global ids have to be the same.
  init(_ network: UtilityNetwork, withIDs: Bool = false) {
    var features: [String: String] = [:]
    var names: [GlobalID: String] = [:]
    let edited = EditedNetwork(network)
    for (index, table) in network.tables.enumerated() {
      for row in 0..<table.count {
        guard let feature = edited.feature(FeatureID(table: index, row: row)) else { continue }
        let name = "\(table.name) \(feature.rowID)"
        if let id = feature.globalID { names[id] = name }
        let values = zip(table.fields, feature.attributes).map { "\($0.name)=\($1)" }
        let words: [String] = [
          "\(feature.assetGroup)/\(feature.assetType)", feature.origin ?? "-",
          feature.geometry?.wkt ?? "-", withIDs ? "\(feature.globalID?.description ?? "-")" : "",
        ]
        features[name] = (words + values).joined(separator: " ")
      }
    }
    self.features = features
    associations = network.associations.map { association in
      let ends = [association.from, association.to].map { end in
        "\(names[end.globalID] ?? "?") \(end.terminalID ?? -1)"
      }
      let id = withIDs ? "\(association.globalID)" : ""
      return
        "\(association.kind.name) \(ends) \(association.isContentVisible) \(association.fractionAlongEdge ?? -1) "
        + "\(association.origin ?? "-") \(id)"
    }.sorted()
  }

  func difference(from other: NetworkContent) -> String? {
    for name in Set(features.keys).union(other.features.keys).sorted()
    where features[name] != other.features[name] {
      return "\(name): \(features[name] ?? "missing") and \(other.features[name] ?? "missing")"
    }
    guard associations != other.associations else { return nil }
    let (own, others) = (Set(associations), Set(other.associations))
    return
      "associations: \(own.subtracting(others).sorted()) and \(others.subtracting(own).sorted()), "
      + "\(associations.count) and \(other.associations.count)"
  }
}
