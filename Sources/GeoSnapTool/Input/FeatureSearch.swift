import GeoSnap

/// A search for a text in everything that is said of features.
struct FeatureSearch {
  /// A feature, and where the text was found.
  struct Hit {
    let feature: FeatureID
    let field: String
    let value: String
    /// How well it fits: 0 the same, 1 it begins so, 2 it contains it.
    let rank: Int
  }

  /// The best first; of those that fit as well, in the order of tables and rows.
  let hits: [Hit]

  init(_ text: String, in network: EditedNetwork, sources: [String]) {
    let wanted = text.lowercased()
    let id = GlobalID(text)
    let names = Set(sources.map { $0.lowercased() })
    if text.hasPrefix("origin:") || text.hasPrefix("row:") {
      let named = (try? ElementReference.read(text))?.features(in: network) ?? []
      let field = text.hasPrefix("row:") ? "OBJECTID" : "ORIGIN"
      hits = named.filter { feature in
        names.isEmpty || names.contains(network.base.tables[Int(feature.table)].name.lowercased())
      }.map { Hit(feature: $0, field: field, value: text, rank: 0) }
      return
    }
    var hits: [Hit] = []
    for (number, table) in network.base.tables.enumerated() {
      if !names.isEmpty, !names.contains(table.name.lowercased()) { continue }
      let fields = table.fields.enumerated().filter { $0.element.storage != .blob }
      for feature in network.features(table: number) {
        if let id, network.globalID(of: feature) == id {
          hits.append(Hit(feature: feature, field: "GLOBALID", value: "\(id)", rank: 0))
          continue
        }
        var best: Hit?
        func look(_ field: String, _ value: String, isNumber: Bool = false) {
          guard let rank = Self.rank(wanted, value.lowercased()), !isNumber || rank == 0,
            rank < best?.rank ?? .max
          else { return }
          best = Hit(feature: feature, field: field, value: value, rank: rank)
        }
        for (position, field) in fields {
          switch network.attribute(position, of: feature) {
          case .text(let value): look(field.name, value)
          // Parts of numbers mean nothing.
          case .integer(let value): look(field.name, "\(value)", isNumber: true)
          case .real, .null, .blob, nil: continue
          }
        }
        if let origin = network.origin(of: feature) { look("ORIGIN", origin) }
        if let best { hits.append(best) }
      }
    }
    self.hits = (0...2).flatMap { rank in hits.filter { $0.rank == rank } }
  }

  private static func rank(_ wanted: String, _ value: String) -> Int? {
    if value == wanted { return 0 }
    if value.hasPrefix(wanted) { return 1 }
    return value.contains(wanted) ? 2 : nil
  }
}
