/// Bytes that come piece by piece and are read item by item.
struct ByteFeed: Sendable {
  // Invariant: bytes[..<start] have been read; `offset` counts them and all before, `countedLine` is the
  // line on which bytes[counted] is, counted <= start.

  private(set) var bytes: [UInt8] = []
  private(set) var start = 0
  /// Whether nothing more comes.
  private(set) var isFinished = false
  /// Where in the whole input `start` is.
  private(set) var offset = 0
  /// Lines are counted when one is asked for, or bytes are dropped.
  private var counted = 0
  private var countedLine = 1
  /// How many bytes must be there before another attempt is worth it.
  private var wanted = 1
  /// An item longer than this is refused.
  let longestItem: Int

  init(longestItem: Int) { self.longestItem = longestItem }

  /// How many bytes have not been read.
  var pending: Int { bytes.count - start }

  mutating func append(_ more: some Sequence<UInt8>) {
    precondition(!isFinished, "A reader that was told the end takes no more bytes")
    if start > 0, start >= bytes.count / 2 {
      countedLine = line
      counted = 0
      bytes.removeSubrange(..<start)
      start = 0
    }
    // A file that was read whole is read where it stands.
    if bytes.isEmpty, let whole = more as? [UInt8] {
      bytes = whole
    } else {
      bytes.append(contentsOf: more)
    }
  }

  mutating func finish() { isFinished = true }

  /// The line that `start` is on, from 1.
  var line: Int { countedLine + lineEnds(bytes.span.extracting(counted..<start)) }

  /// The line that `start` is on, remembered so that the next is counted from here.
  mutating func countLine() -> Int {
    countedLine = line
    counted = start
    return countedLine
  }

  /// Takes bytes as read.
  @inline(never)
  mutating func consume(_ count: Int) {
    start += count
    offset += count
    wanted = 1
  }

  /// Reads one item from the bytes that are there, and takes them as read.
  ///
  /// What the end of the bytes cuts off is tried again when twice as many have come, so that a long item
  /// is read a few times and not once for each piece.
  ///
  /// - Parameters:
  ///   - isText: Whether errors tell the line.
  ///   - body: Reads from the beginning of the span and says how far.
  /// - Returns: The item; nil when more bytes are needed.
  /// - Throws: ``FormatError``, its offset counted in the whole input.
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

  /// Waits for more bytes when they may mend an error, and throws it otherwise.
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

  /// An error whose offset counts from `start`, as it is in the whole input.
  func located(_ error: FormatError, isText: Bool) -> FormatError {
    if isText {
      return error.located(in: bytes.span.extracting(start...), from: offset, line: line)
    }
    return FormatError(error.code, error.message, offset: offset + error.offset)
  }
}

/// How many lines end within some bytes.
///
/// A loop without a way out, which compilers turn into one over many bytes at a time.
func lineEnds(_ bytes: Span<UInt8>) -> Int {
  var count = 0
  for index in bytes.indices { count &+= bytes[index] == UInt8(ascii: "\n") ? 1 : 0 }
  return count
}
