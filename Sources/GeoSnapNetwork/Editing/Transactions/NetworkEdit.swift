/// A change of a network, as a value.
public enum NetworkEdit: Equatable, Sendable, Codable {
  /// Inserts a feature into a table, whose name is compared without case.
  case insertFeature(NewFeature, table: String)
  /// Replaces a feature's shape; nil removes it.
  case setGeometry(FeatureKey, Geometry?)
  /// Replaces values of a feature, by the names of fields; other values stay.
  case setAttributes(FeatureKey, [String: AttributeValue])
  /// Gives a feature another asset type of its source.
  case setAssetType(FeatureKey, assetGroup: Int, assetType: Int)
  /// Replaces the origin of a feature.
  case setOrigin(FeatureKey, String?)
  /// Adds a vertex to a line or an area at a place on one of its segments, so that other features can connect there.
  ///
  /// An existing vertex there suffices. With a height, only parts at that height count.
  case insertVertex(FeatureKey, at: Coordinate, z: Double? = nil)
  /// Splits a line at places on it.
  ///
  /// The longest piece, or the first of several, keeps the row and the global id. The others are new features with
  /// the same asset type, attributes and origin; their global ids are `newIDs`, in the order of the line, or random
  /// if there are too few. Values of apportionable network attributes are divided by length. Each piece gets the
  /// associations at its place; containers and structures of the line get associations with all pieces.
  case splitLine(FeatureKey, at: [SplitPlace], newIDs: [GlobalID] = [])
  /// Merges a line with another of the same asset type that shares an end, the inverse of a split.
  ///
  /// The first line keeps its row, global id and attributes, and takes over the associations of the other, which is
  /// deleted. Values of apportionable network attributes are added.
  case mergeLines(FeatureKey, with: FeatureKey)
  /// Deletes a feature with all its associations; the delete semantics of its asset type apply to its content.
  case deleteFeature(FeatureKey)
  /// Inserts an association.
  case insertAssociation(NewAssociation)
  /// Deletes the association with a global id.
  case deleteAssociation(GlobalID)

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
    func key() throws -> FeatureKey { try container.required(AnyKey(verb)) }
    switch verb {
    case "insert":
      self = try .insertFeature(NewFeature(container), table: container.required(AnyKey(verb)))
    case "setGeometry":
      try container.require("geometry")
      self = try .setGeometry(key(), container.geometry("geometry"))
    case "setAttributes": self = try .setAttributes(key(), container.required("attributes"))
    case "setAssetType":
      let missing = Self.keys(beside: verb).filter { !container.contains(AnyKey($0)) }
      if !missing.isEmpty {
        throw container.wrong(
          AnyKey(verb),
          "\(Words.list(missing, "and")) \(missing.count == 1 ? "is" : "are") missing: give the codes that "
            + "`geosnap definition show NETWORK --source SOURCE` lists as GROUP/TYPE."
        )
      }
      self = try .setAssetType(
        key(),
        assetGroup: container.wholeNumber("assetGroup"),
        assetType: container.wholeNumber("assetType")
      )
    case "setOrigin":
      try container.require("origin")
      self = try .setOrigin(key(), container.optional("origin"))
    case "insertVertex":
      let places = try container.places
      guard places.count == 1, let place = places.first else {
        let message = "An edit inserts one vertex, but \(places.count) places are given."
        throw container.wrong("at", message)
      }
      self = try .insertVertex(key(), at: place.location, z: place.z)
    case "split": self = try .splitLine(key(), at: container.splitPlaces, newIDs: container.newIDs)
    case "merge": self = try .mergeLines(key(), with: container.required("with"))
    case "delete": self = try .deleteFeature(key())
    case "associate": self = try .insertAssociation(NewAssociation(container))
    default: self = try .deleteAssociation(container.required(AnyKey(verb)))
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
      let terminals = places.map { [$0.terminalBefore, $0.terminalAfter] }
      if terminals.contains(where: { $0 != [nil, nil] }) {
        try container.encode(terminals, forKey: "terminals")
      }
      if !newIDs.isEmpty { try container.encode(newIDs, forKey: "globalIDs") }
    case .mergeLines(let key, let other):
      try container.encode(key, forKey: "merge")
      try container.encode(other, forKey: "with")
    case .deleteFeature(let key): try container.encode(key, forKey: "delete")
    case .insertAssociation(let association): try association.encode(&container)
    case .deleteAssociation(let globalID): try container.encode(globalID, forKey: "dissociate")
    }
  }
}

/// A place where a line is split.
public struct SplitPlace: Equatable, Sendable {
  /// The coordinates.
  public var location: Coordinate
  /// The height of the line there; nil for that of its nearest vertex.
  public var z: Double?
  /// The terminal of a device there to which the end of the piece before connects; nil when no choice is necessary.
  public var terminalBefore: Int?
  /// The terminal to which the start of the piece after connects.
  public var terminalAfter: Int?

  /// Creates a place.
  public init(
    _ location: Coordinate,
    z: Double? = nil,
    terminalBefore: Int? = nil,
    terminalAfter: Int? = nil
  ) {
    self.location = location
    self.z = z
    self.terminalBefore = terminalBefore
    self.terminalAfter = terminalAfter
  }
}

/// Edits that all take effect, or none.
public struct NetworkTransaction: Equatable, Sendable, MemberCodable {
  /// The description for people, such as `Replace valve 17`.
  public var name: String
  /// The edits, in order: each applies to the result of those before it.
  public var edits: [NetworkEdit]
  /// The numbers of edits for problems, if these edits were written out from others; nil for their positions.
  package var numbering: EditNumbering?

  /// Creates a transaction.
  public init(_ name: String, _ edits: [NetworkEdit] = []) {
    self.name = name
    self.edits = edits
  }

  static var unread: Self { Self("") }

  mutating func pass(_ members: inout CodedMembers) throws {
    try members.reader?.refuseKeys(except: ["name", "edits"])
    try members.pass(&name, "name", otherwise: "")
    try members.pass(&edits, "edits")
  }
}

extension KeyedDecodingContainer<AnyKey> {
  fileprivate var places: [SplitPlace] {
    get throws {
      try require("at")
      guard let geometry = try geometry("at"), geometry.type.dimension == 0, !geometry.isEmpty
      else { throw wrong("at", "A place must be a POINT or a MULTIPOINT that is not empty.") }
      return geometry.paths.flatMap { path in
        (0..<path.count).map { vertex in
          SplitPlace(path[vertex], z: path.z(at: vertex).flatMap { $0.isNaN ? nil : $0 })
        }
      }
    }
  }

  /// Places with the terminals before and after each, if any.
  fileprivate var splitPlaces: [SplitPlace] {
    get throws {
      var places = try places
      guard let terminals: [[Int?]] = try optional("terminals") else { return places }
      guard terminals.count == places.count, terminals.allSatisfy({ $0.count == 2 }) else {
        throw wrong(
          "terminals",
          "Each place has a pair of terminals, before and behind it, such as [[1, 2]]; null stands for none."
        )
      }
      for (place, pair) in terminals.enumerated() {
        (places[place].terminalBefore, places[place].terminalAfter) = (pair[0], pair[1])
      }
      return places
    }
  }

  fileprivate var newIDs: [GlobalID] {
    get throws {
      try (list("globalIDs") as [String]).map { text in
        guard let globalID = GlobalID(text) else {
          throw wrong("globalIDs", "\(text) is not a UUID of 32 hexadecimal digits.")
        }
        return globalID
      }
    }
  }
}

/// The original edits of a transaction's edits, so that problems can refer to them.
package struct EditNumbering: Equatable, Sendable {
  package var numbers: [Int]
  /// The generated global ids, with the numbers of the edits without a global id.
  package var openIDs: [GlobalID: Int]

  package init(_ numbers: [Int] = [], openIDs: [GlobalID: Int] = [:]) {
    self.numbers = numbers
    self.openIDs = openIDs
  }

  /// A message with the numbers of edits in place of generated global ids.
  package func told(_ message: String) -> String {
    guard !openIDs.isEmpty else { return message }
    let words = message.split(separator: " ", omittingEmptySubsequences: false)
    return words.map(inEdits).joined(separator: " ")
  }

  private func inEdits(_ word: Substring) -> String {
    let id = word.prefix { $0.isHexDigit || $0 == "-" }
    guard id.utf8.count == 36, let globalID = GlobalID(String(id)), let edit = openIDs[globalID]
    else { return String(word) }
    return "of edit \(edit + 1)" + word.dropFirst(id.count)
  }

  package mutating func append(_ other: EditNumbering) {
    numbers += other.numbers
    openIDs.merge(other.openIDs) { first, _ in first }
  }
}
