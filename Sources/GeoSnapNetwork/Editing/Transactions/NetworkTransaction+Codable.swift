internal import GeoSnapSupport

extension NetworkTransaction: Codable {
  /// Reads a transaction in the form of `Documentation/Editing-JSON.md`; the name is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    try container.refuseKeys(except: ["name", "edits"])
    self.init(
      try container.decodeIfPresent(String.self, forKey: "name") ?? "",
      try container.decode([NetworkEdit].self, forKey: "edits")
    )
  }

  /// Writes a transaction.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(name, forKey: "name")
    try container.encode(edits, forKey: "edits")
  }
}

extension KeyedDecodingContainer<AnyKey> {
  /// Refuses unknown keys, which may be typing errors; the error shows an `example`, if any.
  package func refuseKeys(except known: [String], example: String? = nil) throws {
    guard
      let unknown = allKeys.filter({ !known.contains($0.stringValue) })
        .min(by: { $0.stringValue < $1.stringValue })
    else { return }
    throw wrong(
      unknown,
      "The key \(unknown.stringValue) is not known here; the keys are "
        + Words.names(known.ordered(by: <)) + (example.map { ", such as \($0)." } ?? ".")
    )
  }

  func globalID(_ name: String) throws -> GlobalID {
    let text = try decode(String.self, forKey: AnyKey(name))
    guard let globalID = GlobalID(text) else {
      throw wrong(AnyKey(name), "\(text) is not a UUID of 32 hexadecimal digits.")
    }
    return globalID
  }

  /// A global id; nil when missing or null.
  func optionalGlobalID(_ name: String) throws -> GlobalID? {
    guard contains(AnyKey(name)), try !decodeNil(forKey: AnyKey(name)) else { return nil }
    return try globalID(name)
  }

  /// An integer; reports other numbers with their location.
  func wholeNumber<Number: FixedWidthInteger & Decodable>(_ name: String) throws -> Number {
    do {
      return try decode(Number.self, forKey: AnyKey(name))
    } catch {
      guard let number = try? decode(Double.self, forKey: AnyKey(name)) else {
        guard case DecodingError.typeMismatch = error, ["assetGroup", "assetType"].contains(name)
        else { throw error }
        throw wrong(
          AnyKey(name),
          "This must be a code, such as 3: geosnap definition show NETWORK --source TABLE lists it."
        )
      }
      throw wrong(AnyKey(name), "\(number) is not a whole number, or is too large.")
    }
  }

  func optionalWholeNumber<Number: FixedWidthInteger & Decodable>(
    _ name: String
  ) throws -> Number? {
    guard contains(AnyKey(name)), try !decodeNil(forKey: AnyKey(name)) else { return nil }
    return try wholeNumber(name) as Number
  }

  /// A geometry in well-known text; nil when missing or null.
  package func geometry(_ name: String) throws -> Geometry? {
    let text: String
    do {
      guard let given = try decodeIfPresent(String.self, forKey: AnyKey(name)) else { return nil }
      text = given
    } catch {
      throw wrong(
        AnyKey(name),
        "This must be well-known text, such as \"POINT (417700 5367500)\"."
      )
    }
    do {
      return try Geometry(wkt: text)
    } catch {
      throw wrong(AnyKey(name), "The geometry cannot be read: \(error)")
    }
  }

  /// Requires a key, whose value may be null.
  func require(_ name: String) throws {
    guard contains(AnyKey(name)) else {
      throw DecodingError.keyNotFound(
        AnyKey(name),
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "The key \(name) is missing; give null for no value."
        )
      )
    }
  }
}
