/// Why an image cannot be read or written.
package struct ImageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, as a sentence.
  package let description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }

  /// What is read is not what is written.
  static let otherParts = ImageError(
    "The image has other parts than this version of the library reads."
  )
}
