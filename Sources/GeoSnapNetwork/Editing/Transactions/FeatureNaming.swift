/// How a decoder reads names of features that are no global ids, such as `origin:line/42`.
///
/// What such a name stands for depends on a network, which a transaction by itself does not know.
package struct FeatureNaming: Sendable {
  private let read: @Sendable (String) throws -> FeatureKey

  /// The key of a decoder's `userInfo` that a naming stands under.
  package static let userInfoKey = CodingUserInfoKey(rawValue: "org.geosnap.features")

  /// - Parameter read: The feature of a name; throws a sentence as its description.
  package init(_ read: @escaping @Sendable (String) throws -> FeatureKey) { self.read = read }

  /// The feature of a name; nil when the decoder knows no names.
  static func key(_ name: String, _ decoder: any Decoder) throws -> FeatureKey? {
    guard let key = userInfoKey, let naming = decoder.userInfo[key] as? FeatureNaming else {
      return nil
    }
    do {
      return try naming.read(name)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)")
      )
    }
  }
}
