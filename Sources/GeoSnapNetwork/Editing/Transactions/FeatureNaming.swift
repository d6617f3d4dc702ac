/// The function with which a decoder resolves names of features such as `origin:line/42`, which depend on a network.
package struct FeatureNaming: Sendable {
  private let read: @Sendable (String) throws -> FeatureKey

  /// The key of the naming in a decoder's `userInfo`.
  package static let userInfoKey = CodingUserInfoKey(rawValue: "org.geosnap.features")

  /// - Parameter read: Returns the feature of a name; throws an error whose description is a sentence.
  package init(_ read: @escaping @Sendable (String) throws -> FeatureKey) { self.read = read }

  /// The feature with a name; nil when the decoder has no naming.
  static func key(_ name: String, _ decoder: any Decoder) throws -> FeatureKey? {
    guard let key = userInfoKey, let naming = decoder.userInfo[key] as? FeatureNaming else {
      return nil
    }
    do {
      return try naming.read(name)
    } catch {
      throw decoder.wrong("\(error)")
    }
  }
}
