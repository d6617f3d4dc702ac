/// The next bytes of a file that is read piece by piece.
struct ByteWindow {
  /// The bytes that were read and not yet released.
  private(set) var bytes: [UInt8] = []
  private(set) var isComplete = false
  private let next: () throws -> [UInt8]?

  /// - Parameter next: Returns the next piece; nil after the last.
  init(_ next: @escaping () throws -> [UInt8]?) { self.next = next }

  /// Releases the bytes before an offset and reads at least one more byte; returns false at the end of the file.
  mutating func advance(past offset: Int) throws -> Bool {
    if isComplete { return false }
    bytes.removeSubrange(..<offset)
    // Doubles the window, so that a value that is longer than a piece is parsed again only a few times.
    let wanted = bytes.count * 2
    repeat {
      guard let piece = try next() else {
        isComplete = true
        break
      }
      ImportMonitor.note(bytes: piece.count)
      if ImportMonitor.isGivenUp { throw ReadingError.cancelled }
      bytes += piece
    } while bytes.count < max(wanted, 1)
    return true
  }
}
