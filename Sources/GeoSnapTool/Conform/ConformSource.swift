package import GeoSnap

/// A data set that is read piece by piece, as often as needed.
package protocol ConformSource {
  /// What is read at once, on one thread.
  associatedtype Raw: Sendable
  associatedtype Piece: ConformPiece

  /// The next features; nil at the end.
  mutating func next() throws -> Raw?
  /// Starts again from the beginning.
  mutating func rewind() throws
  /// Makes out the features, on any thread; to be asked for when reading has begun.
  var parser: @Sendable (Raw) throws -> Piece { get }
  /// What share has been read, from 0 to 1; nil when that is unknown.
  var share: Double? { get }
  /// Whether there may be anything but points, so that all must be read before any can move.
  var mayHaveLines: Bool { get }
  /// An error in features that were read, with the place it has in the file.
  func located(_ error: any Error) -> any Error
}

/// Some features with the form they have in their file.
package protocol ConformPiece: Sendable {
  /// What they become.
  associatedtype Rewritten: Sendable

  var block: ConformBlock { get }
  /// The id of a feature in JSON.
  func id(of feature: Int) -> [UInt8]
  /// The features with their vertices where they came to lie.
  func rewritten(_ outcomes: [ConformOutcome]) -> Rewritten
}

/// Where conformed features go.
package protocol ConformSink {
  associatedtype Rewritten

  mutating func write(_ output: Rewritten) throws
  /// Completes the output; not called after an error.
  mutating func finish() throws
}
