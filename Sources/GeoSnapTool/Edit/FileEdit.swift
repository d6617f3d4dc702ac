import GeoSnap

/// One edit in a transaction file.
enum FileEdit: Decodable {
  /// An edit that does not depend on the network.
  case plain(NetworkEdit)
  /// A new feature, which the editor joins to existing features.
  case draw(NewFeature, table: String, splitsLines: Bool)
  /// A new shape of a feature, which the editor joins to existing features.
  case redraw(FeatureKey, Geometry, movesSharedVertices: Bool, splitsLines: Bool)
  /// A deletion, after which lines may be merged.
  case delete(FeatureKey, healsLines: Bool)

  private static let verbs = ["draw", "redraw"] + NetworkEdit.verbs

  /// Reads an edit: an object with one verb and the members that it needs.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let found = Self.verbs.filter { container.contains(AnyKey($0)) }
    guard found.count == 1, let verb = found.first else {
      let names = Words.names(Self.verbs)
      throw decoder.wrong("An edit must have exactly one of the keys \(names).")
    }
    switch verb {
    case "draw":
      try container.refuseKeys(except: NewFeature.keys + [verb, "splitsLines"])
      _ = try container.shape()
      self = .draw(
        try NewFeature(container),
        table: try container.decode(String.self, forKey: AnyKey(verb)),
        splitsLines: try container.switched("splitsLines", otherwise: true)
      )
    case "redraw":
      try container.refuseKeys(except: [verb, "geometry", "movesSharedVertices", "splitsLines"])
      self = .redraw(
        try container.decode(FeatureKey.self, forKey: AnyKey(verb)),
        try container.shape(),
        movesSharedVertices: try container.switched("movesSharedVertices", otherwise: false),
        splitsLines: try container.switched("splitsLines", otherwise: true)
      )
    case "delete" where container.contains("healsLines"):
      try container.refuseKeys(except: [verb, "healsLines"])
      self = .delete(
        try container.decode(FeatureKey.self, forKey: AnyKey(verb)),
        healsLines: try container.switched("healsLines", otherwise: false)
      )
    default: self = .plain(try NetworkEdit(from: decoder))
    }
  }

  /// Does the edit in a draft and returns the drawn feature; does nothing for a plain edit.
  func draw(in draft: inout NetworkDraft) throws(TransactionError) -> DrawnFeature? {
    switch self {
    case .plain: return nil
    case .draw(let feature, let table, let splitsLines):
      return try draft.draw(feature, in: table, splitsLines: splitsLines)
    case .redraw(let key, let geometry, let movesSharedVertices, let splitsLines):
      return try draft.redraw(
        key,
        as: geometry,
        movesSharedVertices: movesSharedVertices,
        splitsLines: splitsLines
      )
    case .delete(let key, let healsLines):
      try draft.delete(key, healsLines: healsLines)
      return nil
    }
  }
}

extension KeyedDecodingContainer<AnyKey> {
  /// A required geometry.
  fileprivate func shape() throws -> Geometry {
    guard let geometry = try geometry("geometry") else {
      throw wrong(
        "geometry",
        "A feature to draw needs a geometry: give it as well-known text."
      )
    }
    return geometry
  }

  /// An optional boolean.
  fileprivate func switched(_ name: String, otherwise value: Bool) throws -> Bool {
    try decodeIfPresent(Bool.self, forKey: AnyKey(name)) ?? value
  }
}
