/// Bytes that arrive in pieces and are read item by item.
struct ByteFeed: Sendable {
  // Invariant: bytes[..<start] have been read. `offset` counts them and all before. `countedLine` is the line of
  // bytes[counted], and counted <= start.

  private(set) var bytes: [UInt8] = []
  private(set) var start = 0
  private(set) var isFinished = false
  /// The offset of `start` in the whole input.
  private(set) var offset = 0
  /// Lines are counted when one is requested, or when bytes are dropped.
  private var counted = 0
  private var countedLine = 1
  private var wanted = 1
  let longestItem: Int

  init(longestItem: Int) { self.longestItem = longestItem }

  var pending: Int { bytes.count - start }

  mutating func append(_ more: some Sequence<UInt8>) {
    precondition(!isFinished, "A reader that has reached the end takes no more bytes")
    if start > 0, start >= bytes.count / 2 {
      countedLine = line
      counted = 0
      bytes.removeSubrange(..<start)
      start = 0
    }
    // A file that was read as a whole is used in place.
    if bytes.isEmpty, let whole = more as? [UInt8] {
      bytes = whole
    } else {
      bytes.append(contentsOf: more)
    }
  }

  mutating func finish() { isFinished = true }

  var line: Int { countedLine + lineEnds(bytes.span.extracting(counted..<start)) }

  /// The line of `start`, stored so that the next count begins there.
  mutating func countLine() -> Int {
    countedLine = line
    counted = start
    return countedLine
  }

  @inline(never) mutating func consume(_ count: Int) {
    start += count
    offset += count
    wanted = 1
  }

  /// Reads one item from the available bytes and marks them as read; nil when more bytes are needed.
  ///
  /// An item that the end of the bytes cuts off is read again when twice as many bytes have arrived, so a long item
  /// is read a few times and not once per piece. `body` returns the item and its end.
  mutating func attempt<Item>(
    isText: Bool,
    _ body: (Span<UInt8>) throws(FormatError) -> (Item, end: Int)
  ) throws(FormatError) -> Item? {
    guard isFinished || pending >= wanted else { return nil }
    do throws(FormatError) {
      let result = try body(bytes.span.extracting(start...))
      consume(result.end)
      return result.0
    } catch {
      try wait(after: error, isText: isText)
      return nil
    }
  }

  /// Waits for more bytes if they may resolve an error, and throws it otherwise.
  @inline(never)
  private mutating func wait(after error: FormatError, isText: Bool) throws(FormatError) {
    guard error.code == .truncated, !isFinished else { throw located(error, isText: isText) }
    guard pending <= longestItem else {
      throw FormatError(
        .tooLong,
        "One item is longer than \(longestItem) bytes.",
        offset: offset,
        line: isText ? line : nil
      )
    }
    wanted = max(pending * 2, 16)
  }

  /// An error with an offset from `start`, with the offset in the whole input.
  func located(_ error: FormatError, isText: Bool) -> FormatError {
    if isText {
      return error.located(in: bytes.span.extracting(start...), from: offset, line: line)
    }
    return FormatError(error.code, error.message, offset: offset + error.offset)
  }
}

/// The number of line ends in some bytes.
///
/// The loop has no early exit, so compilers vectorize it.
package func lineEnds(_ bytes: Span<UInt8>) -> Int {
  var count = 0
  for index in bytes.indices { count &+= bytes[index] == UInt8(ascii: "\n") ? 1 : 0 }
  return count
}
