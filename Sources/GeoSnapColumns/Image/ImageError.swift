/// The reason why an image cannot be read or written.
package struct ImageError: Error, Equatable, CustomStringConvertible {
  /// The reason as a sentence.
  package let description: String

  package init(_ description: String) { self.description = description }

  /// The parts read are not the parts written.
  static let otherParts = ImageError(
    "The image does not have the parts that this version of the library reads."
  )
}
