/// The permanent name of a feature in edits, unlike a ``FeatureID``, which is valid for one opened network.
public enum FeatureKey: Hashable, Sendable, Codable, CustomStringConvertible {
  /// By its global id.
  case globalID(GlobalID)
  /// By the name of its table, compared without case, and its row id: for plain tables, which may have no global ids.
  case row(table: String, rowID: Int64)

  /// The global id, or the table and row.
  public var description: String {
    switch self {
    case .globalID(let globalID): "\(globalID)"
    case .row(let table, let rowID): "\(table), row \(rowID)"
    }
  }

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
    self = try .row(table: container.required("table"), rowID: container.wholeNumber("row"))
  }

  /// Writes a key.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .globalID(let globalID):
      var container = encoder.singleValueContainer()
      try container.encode(globalID)
    case .row(let table, let rowID):
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(table, forKey: "table")
      try container.encode(rowID, forKey: "row")
    }
  }
}

/// The function with which a decoder resolves names of features such as `origin:line/42`, which depend on a network.
package struct FeatureNaming: Sendable {
  private let read: @Sendable (String) throws -> FeatureKey

  package static let userInfoKey = CodingUserInfoKey(rawValue: "org.geosnap.features")

  /// - Parameter read: Returns the feature of a name; throws an error whose description is a sentence.
  package init(_ read: @escaping @Sendable (String) throws -> FeatureKey) { self.read = read }

  static func key(_ name: String, _ decoder: any Decoder) throws -> FeatureKey? {
    guard let key = userInfoKey, let naming = decoder.userInfo[key] as? FeatureNaming else {
      return nil
    }
    do { return try naming.read(name) } catch { throw decoder.wrong("\(error)") }
  }
}
