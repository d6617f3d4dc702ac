extension NetworkEdit: Codable {
  /// The keys of which each edit has exactly one.
  package static let verbs = [
    "insert", "setGeometry", "setAttributes", "setAssetType", "setOrigin", "insertVertex", "split",
    "merge", "delete", "associate", "dissociate",
  ]

  private static func keys(beside verb: String) -> [String] {
    switch verb {
    case "insert": NewFeature.keys
    case "setGeometry": ["geometry"]
    case "setAttributes": ["attributes"]
    case "setAssetType": ["assetGroup", "assetType"]
    case "setOrigin": ["origin"]
    case "insertVertex": ["at"]
    case "split": ["at", "terminals", "globalIDs"]
    case "merge": ["with"]
    case "associate": NewAssociation.keys
    default: []
    }
  }

  /// Reads an edit: an object with one verb and the verb's keys.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let found = Self.verbs.filter { container.contains(AnyKey($0)) }
    guard found.count == 1, let verb = found.first else {
      let names = Words.names(Self.verbs)
      throw decoder.wrong("An edit must have exactly one of the keys \(names).")
    }
    try container.refuseKeys(except: Self.keys(beside: verb) + [verb])
    func key() throws -> FeatureKey {
      try container.decode(FeatureKey.self, forKey: AnyKey(verb))
    }
    switch verb {
    case "insert":
      self = .insertFeature(
        try NewFeature(container),
        table: try container.decode(String.self, forKey: AnyKey(verb))
      )
    case "setGeometry":
      try container.require("geometry")
      self = .setGeometry(try key(), try container.geometry("geometry"))
    case "setAttributes":
      self = .setAttributes(
        try key(),
        try container.decode([String: AttributeValue].self, forKey: "attributes")
      )
    case "setAssetType":
      self = .setAssetType(
        try key(),
        assetGroup: try container.wholeNumber("assetGroup"),
        assetType: try container.wholeNumber("assetType")
      )
    case "setOrigin":
      try container.require("origin")
      self = .setOrigin(
        try key(),
        try container.decodeIfPresent(String.self, forKey: "origin")
      )
    case "insertVertex":
      let places = try container.places("at")
      guard places.count == 1, let place = places.first else {
        throw container.wrong(
          "at",
          "An edit inserts one vertex, but \(places.count) places are given."
        )
      }
      self = .insertVertex(try key(), at: place.location, z: place.z)
    case "split":
      self = .splitLine(
        try key(),
        at: try container.splitPlaces(),
        newIDs: try container.globalIDs("globalIDs")
      )
    case "merge":
      self = .mergeLines(try key(), with: try container.decode(FeatureKey.self, forKey: "with"))
    case "delete": self = .deleteFeature(try key())
    case "associate": self = .insertAssociation(try NewAssociation(container))
    default: self = .deleteAssociation(try container.globalID(verb))
    }
  }

  /// Writes an edit.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    switch self {
    case .insertFeature(let feature, let table):
      try container.encode(table, forKey: "insert")
      try feature.encode(&container)
    case .setGeometry(let key, let geometry):
      try container.encode(key, forKey: "setGeometry")
      try container.encode(geometry?.wkt, forKey: "geometry")
    case .setAttributes(let key, let values):
      try container.encode(key, forKey: "setAttributes")
      try container.encode(values, forKey: "attributes")
    case .setAssetType(let key, let group, let type):
      try container.encode(key, forKey: "setAssetType")
      try container.encode(group, forKey: "assetGroup")
      try container.encode(type, forKey: "assetType")
    case .setOrigin(let key, let origin):
      try container.encode(key, forKey: "setOrigin")
      try container.encode(origin, forKey: "origin")
    case .insertVertex(let key, let place, let z):
      try container.encode(key, forKey: "insertVertex")
      try container.encode(Geometry.point(Point(place, z: z)).wkt, forKey: "at")
    case .splitLine(let key, let places, let newIDs):
      try container.encode(key, forKey: "split")
      let hasZ = places.contains { $0.z != nil }
      let points = CoordinateSequence(
        trusted: places.flatMap { [$0.location.x, $0.location.y] + (hasZ ? [$0.z ?? .nan] : []) },
        dimensions: hasZ ? .xyz : .xy
      )
      try container.encode(Geometry.multiPoint(MultiPoint(points)).wkt, forKey: "at")
      if places.contains(where: { $0.terminalBefore != nil || $0.terminalAfter != nil }) {
        try container.encode(
          places.map { [$0.terminalBefore, $0.terminalAfter] },
          forKey: "terminals"
        )
      }
      if !newIDs.isEmpty {
        try container.encode(newIDs.map(\.description), forKey: "globalIDs")
      }
    case .mergeLines(let key, let other):
      try container.encode(key, forKey: "merge")
      try container.encode(other, forKey: "with")
    case .deleteFeature(let key):
      try container.encode(key, forKey: "delete")
    case .insertAssociation(let association):
      try association.encode(&container)
    case .deleteAssociation(let globalID):
      try container.encode(globalID.description, forKey: "dissociate")
    }
  }
}

extension KeyedDecodingContainer<AnyKey> {
  /// The places of a point or multipoint in well-known text.
  fileprivate func places(_ name: String) throws -> [SplitPlace] {
    try require(name)
    guard let geometry = try geometry(name), geometry.type.dimension == 0, !geometry.isEmpty else {
      throw wrong(AnyKey(name), "A place must be a POINT or a MULTIPOINT that is not empty.")
    }
    return geometry.paths.flatMap { path in
      (0..<path.count).map { number in
        SplitPlace(path[number], z: path.z(at: number).flatMap { $0.isNaN ? nil : $0 })
      }
    }
  }

  /// Places with the terminals before and after each, if any.
  fileprivate func splitPlaces() throws -> [SplitPlace] {
    let places = try places("at")
    let terminals = try decodeIfPresent([[Int?]].self, forKey: "terminals")
    guard terminals.map({ $0.count == places.count && $0.allSatisfy { $0.count == 2 } }) ?? true
    else {
      throw wrong(
        "terminals",
        "Each place has a pair of terminals, before and behind it, such as [[1, 2]]; null stands for none."
      )
    }
    return places.enumerated().map { number, place in
      let pair = terminals?[number] ?? [nil, nil]
      return SplitPlace(place.location, z: place.z, terminalBefore: pair[0], terminalAfter: pair[1])
    }
  }

  fileprivate func globalIDs(_ name: String) throws -> [GlobalID] {
    try (decodeIfPresent([String].self, forKey: AnyKey(name)) ?? []).map { text in
      guard let globalID = GlobalID(text) else {
        throw wrong(AnyKey(name), "\(text) is not a UUID of 32 hexadecimal digits.")
      }
      return globalID
    }
  }
}

extension FeatureKey: Codable {
  /// Reads a global id, an object of table and row, or a name that the decoder's `FeatureNaming` resolves.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      if let globalID = GlobalID(text) {
        self = .globalID(globalID)
      } else if let key = try FeatureNaming.key(text, decoder) {
        self = key
      } else {
        throw decoder.wrong(
          "\(text) is not a UUID of 32 hexadecimal digits; a feature may also "
            + "be named by its row, as in {\"table\": \"houses\", \"row\": 7}."
        )
      }
      return
    }
    let container = try decoder.container(keyedBy: AnyKey.self)
    try container.refuseKeys(except: ["table", "row"])
    self = .row(
      table: try container.decode(String.self, forKey: "table"),
      rowID: try container.wholeNumber("row")
    )
  }

  /// Writes a key.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .globalID(let globalID):
      var container = encoder.singleValueContainer()
      try container.encode(globalID.description)
    case .row(let table, let rowID):
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(table, forKey: "table")
      try container.encode(rowID, forKey: "row")
    }
  }
}
