extension NetworkEdit: Codable {
  private static let verbs = [
    "insert", "setGeometry", "setAttributes", "setAssetType", "setOrigin", "delete", "associate",
    "dissociate",
  ]

  /// The keys that may stand beside a verb.
  private static func keys(beside verb: String) -> [String] {
    switch verb {
    case "insert": NewFeature.keys
    case "setGeometry": ["geometry"]
    case "setAttributes": ["attributes"]
    case "setAssetType": ["assetGroup", "assetType"]
    case "setOrigin": ["origin"]
    case "associate": NewAssociation.keys
    default: []
    }
  }

  /// Reads an edit: an object with one verb, and what the verb needs beside it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let found = Self.verbs.filter { container.contains(AnyKey($0)) }
    guard found.count == 1, let verb = found.first else {
      let names = Self.verbs.joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "An edit has exactly one of the keys \(names)."
        )
      )
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
    case .deleteFeature(let key):
      try container.encode(key, forKey: "delete")
    case .insertAssociation(let association):
      try association.encode(&container)
    case .deleteAssociation(let globalID):
      try container.encode(globalID.description, forKey: "dissociate")
    }
  }
}

extension FeatureKey: Codable {
  /// Reads a global id, or an object of table and row.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      guard let globalID = GlobalID(text) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "\(text) is no UUID of 32 hexadecimal digits; a feature may also be "
              + "named by its row, as in {\"table\": \"houses\", \"row\": 7}."
          )
        )
      }
      self = .globalID(globalID)
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
