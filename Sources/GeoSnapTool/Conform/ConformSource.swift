package import GeoSnap

/// A data set that is read piece by piece, as often as needed.
package protocol ConformSource {
  /// The input of one piece, read on one thread.
  associatedtype Raw: Sendable
  associatedtype Piece: ConformPiece

  /// The next features; nil at the end.
  mutating func next() throws -> Raw?
  /// Starts again from the beginning.
  mutating func rewind() throws
  /// Parses a piece on any thread. It may only be called after reading has begun.
  var parser: @Sendable (Raw) throws -> Piece { get }
  /// The share of the input that was read, from 0 to 1; nil when unknown.
  var share: Double? { get }
  /// Whether the data set may have geometries other than points: then all are read before any vertex can move.
  var mayHaveLines: Bool { get }
  /// Adds the place in the file to an error in features that were read.
  func located(_ error: any Error) -> any Error
}

/// Some features in the form of their file.
package protocol ConformPiece: Sendable {
  /// The conformed features in the form of the output.
  associatedtype Rewritten: Sendable

  var block: ConformBlock { get }
  /// The id of a feature in JSON.
  func id(of feature: Int) -> [UInt8]
  /// The features with their vertices at the new places.
  func rewritten(_ outcomes: [ConformOutcome]) -> Rewritten
}

/// The destination of conformed features.
package protocol ConformSink {
  associatedtype Rewritten

  mutating func write(_ output: Rewritten) throws
  /// Completes the output; not called after an error.
  mutating func finish() throws
}
