/// The next bytes of a file that is read piece by piece: as many as whoever looks at them asks for.
struct ByteWindow {
  /// What was read and is not yet done with.
  private(set) var bytes: [UInt8] = []
  /// Whether nothing follows what was read.
  private(set) var isComplete = false
  private let next: () throws -> [UInt8]?

  /// - Parameter next: Gives the next piece; nil after the last.
  init(_ next: @escaping () throws -> [UInt8]?) { self.next = next }

  /// Forgets the bytes before an offset and reads at least one more.
  ///
  /// - Returns: Whether there was one.
  mutating func advance(past offset: Int) throws -> Bool {
    if isComplete { return false }
    bytes.removeSubrange(..<offset)
    // At least as much as there is: what is longer than a piece is looked at few times.
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
