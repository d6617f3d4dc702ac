extension FeatureID: Codable {
  /// Reads a global id, or a table and a row.
  ///
  /// - Throws: `DecodingError` when `userInfo` has no ``CodingUserInfoKey/network`` or the network no such feature.
  public init(from decoder: any Decoder) throws {
    let key = try FeatureKey(from: decoder)
    guard let network = decoder.userInfo[.network] as? any NetworkReading else {
      throw decoder.wrong("Decoding a feature needs its network: set userInfo[.network].")
    }
    guard let feature = network.feature(key) else {
      throw decoder.wrong("There is no feature \(key).")
    }
    self = feature
  }

  /// Writes the global id or, without one, the table and row; the identifier is valid for one opened network only.
  ///
  /// - Throws: `EncodingError` when `userInfo` has no ``CodingUserInfoKey/network`` or the feature is deleted.
  public func encode(to encoder: any Encoder) throws {
    func wrong(_ message: String) -> EncodingError {
      .invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: message))
    }
    guard let network = encoder.userInfo[.network] as? any NetworkReading else {
      throw wrong("Encoding a feature needs its network: set userInfo[.network].")
    }
    guard network.contains(self), let key = network.key(of: self) else {
      throw wrong("The feature is not in the network, or was deleted.")
    }
    try key.encode(to: encoder)
  }
}

extension CodingUserInfoKey {
  /// The `userInfo` key of the network that a coder uses, which is any ``NetworkReading``.
  ///
  /// ```swift
  /// let encoder = JSONEncoder()
  /// encoder.userInfo[.network] = network
  /// ```
  public static var network: CodingUserInfoKey { key("network") }

  package static func key(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: "GeoSnap.\(name)") else {
      preconditionFailure("Every text is a key")
    }
    return key
  }
}
