/// A JSON format whose texts are features, or collections with an array of them.
protocol JSONFeatureFormat: Sendable {
  /// What a feature is.
  associatedtype Item: Sendable

  /// Reads a feature.
  func readFeature(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> Item

  /// Reads a feature, or a collection up to its array of features; nil for the latter.
  mutating func readText(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> Item?

  /// Reads what follows the features of a collection, up to its end.
  mutating func readTail(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError)
}

/// Reads features one at a time from bytes that come piece by piece.
struct JSONFeatureStream<Format: JSONFeatureFormat>: Sendable {
  private enum Place {
    /// Between one text and the next.
    case outside
    /// Behind the bracket that begins a collection's features.
    case first
    /// Behind a feature of a collection.
    case behind
    /// Behind the features.
    case tail
    /// Behind an error that cannot be passed over.
    case lost
  }

  var format: Format
  var feed: ByteFeed
  /// How many values were whole numbers beyond 64 bits, which became the doubles nearest to them.
  private(set) var roundedCount = 0
  private var place = Place.outside

  init(_ format: Format, longestItem: Int) {
    self.format = format
    feed = ByteFeed(longestItem: longestItem)
  }

  /// The next feature; nil when more bytes are needed, or at the end.
  mutating func next() throws(FormatError) -> Format.Item? {
    while true {
      switch place {
      case .lost: return nil
      case .outside:
        feed.skipBetweenTexts()
        guard feed.pending > 0 else { return nil }
        guard let found = try step() else { return nil }
        guard let feature = found else {
          place = .first
          continue
        }
        return feature
      case .first, .behind:
        guard let hasMore = try separate() else { return nil }
        guard hasMore else {
          place = .tail
          continue
        }
        guard let feature = try step() else { return nil }
        place = .behind
        return feature
      case .tail:
        if try step() == nil { return nil }
        place = .outside
      }
    }
  }

  /// Passes what stands before a feature; false at the end of the features, nil when more is needed.
  ///
  /// A comma is left until the feature behind it can be read.
  private mutating func separate() throws(FormatError) -> Bool? {
    do throws(FormatError) {
      guard let hasMore = try feed.passSeparator(isFirst: place == .first) else { return nil }
      place = .first
      return hasMore
    } catch {
      place = .lost
      throw error
    }
  }

  /// Reads what comes next; after an error in what is sound JSON reading goes on behind it.
  ///
  /// - Returns: The feature, or nil within where none has been read; nil when more is needed.
  @inline(never)
  private mutating func step() throws(FormatError) -> Format.Item?? {
    var format = format
    let place = place
    let isWhole = feed.isFinished
    var roundedCount = 0
    do throws(FormatError) {
      let item = try feed.attempt(isText: true) { bytes throws(FormatError) in
        var scanner = JSONScanner(offset: 0)
        do throws(FormatError) {
          let item: Format.Item?
          switch place {
          case .outside: item = try format.readText(bytes, &scanner)
          case .tail:
            try format.readTail(bytes, &scanner)
            item = nil
          default: item = try format.readFeature(bytes, &scanner)
          }
          roundedCount = scanner.roundedCount
          return (item, end: scanner.offset)
        } catch {
          // A number that ends with the piece may go on in the next one, and be wrong in itself.
          guard !isWhole, scanner.offset == bytes.count else { throw error }
          throw FormatError(.truncated, error.message, offset: error.offset)
        }
      }
      if item != nil {
        self.format = format
        self.roundedCount += roundedCount
      }
      return item
    } catch {
      // The comma before the item has been passed: nothing can be read again.
      guard place != .tail, error.code != .tooLong, let isPassed = feed.passItem() else {
        self.place = .lost
        throw error
      }
      guard isPassed else { return nil }
      if place == .first { self.place = .behind }
      throw error
    }
  }
}

extension ByteFeed {
  /// Passes blanks and what RFC 8142 and other sequences have between texts.
  @inline(never)
  fileprivate mutating func skipBetweenTexts() {
    var count = 0
    while count < pending {
      let byte = bytes[start + count]
      guard byte <= 0x20, byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0x1E else {
        break
      }
      count += 1
    }
    // What was found to need more bytes is not tried again for none.
    if count > 0 { consume(count) }
  }

  /// Passes what stands before a feature; false at the end of the features, nil when more is needed.
  @inline(never)
  fileprivate mutating func passSeparator(isFirst: Bool) throws(FormatError) -> Bool? {
    try attempt(isText: true) { bytes throws(FormatError) in
      var scanner = JSONScanner(offset: 0)
      if scanner.take(bytes, JSONByte.closeBracket) { return (false, end: scanner.offset) }
      if !isFirst {
        try scanner.expect(bytes, JSONByte.comma, "a comma or the end of the features")
      }
      guard scanner.peek(bytes) == JSONByte.openBrace else {
        throw scanner.expected("a feature", bytes)
      }
      return (true, end: scanner.offset)
    }
  }

  /// Passes one value of JSON; false when its end has not come, nil when it is no JSON.
  @inline(never)
  fileprivate mutating func passItem() -> Bool? {
    let isWhole = isFinished
    do throws(FormatError) {
      return try attempt(isText: true) { bytes throws(FormatError) in
        var scanner = JSONScanner(offset: 0)
        try scanner.passValue(bytes)
        // A number that ends with the piece may go on in the next one.
        if !isWhole, scanner.offset == bytes.count,
          bytes[scanner.offset - 1] &- UInt8(ascii: "0") < 10
        {
          throw FormatError(.truncated, "The text ends within a number.", offset: scanner.offset)
        }
        return (true, end: scanner.offset)
      } ?? false
    } catch {
      return nil
    }
  }
}
