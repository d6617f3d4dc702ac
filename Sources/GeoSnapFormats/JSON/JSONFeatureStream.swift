/// A JSON format whose texts are features, or collections with an array of features.
protocol JSONFeatureFormat: Sendable {
  associatedtype Item: Sendable

  func readFeature(_ bytes: Span<UInt8>, _ scanner: inout JSONScanner) throws(FormatError) -> Item

  /// Reads a feature; or nil for a collection, which is read up to its array of features.
  mutating func readText(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> Item?

  mutating func readTail(
    _ name: JSONName,
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError)

  /// Ends a collection, whose last byte is before `offset`.
  mutating func endCollection(at offset: Int) throws(FormatError)
}

/// Reads features one at a time from bytes that arrive in pieces.
struct JSONFeatureStream<Format: JSONFeatureFormat>: Sendable {
  private enum Place {
    /// Between two texts.
    case outside
    /// After the bracket that begins a collection's features.
    case first
    /// After a feature of a collection.
    case behind
    /// After the features of a collection.
    case tail
    /// After an error from which reading cannot continue.
    case lost
  }

  var format: Format
  var feed: ByteFeed
  /// The number of values that were whole numbers beyond 64 bits and became the nearest doubles.
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

  /// Passes the characters before a feature; false at the end of the features, nil when more bytes are needed.
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

  /// Reads the next item; after an error in sound JSON, reading continues with the next item.
  ///
  /// - Returns: The feature, or nil inside for an item without one; nil when more bytes are needed.
  @inline(never) private mutating func step() throws(FormatError) -> Format.Item?? {
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
            while scanner.take(bytes, JSONByte.comma) {
              try format.readTail(scanner.readName(bytes), bytes, &scanner)
            }
            try scanner.expect(bytes, JSONByte.closeBrace, "a comma or the end of the collection")
            try format.endCollection(at: scanner.offset)
            item = nil
          default: item = try format.readFeature(bytes, &scanner)
          }
          roundedCount = scanner.roundedCount
          return (item, end: scanner.offset)
        } catch {
          // A number at the end of the piece may continue in the next one, and may be incomplete.
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
      // The comma before the item has been passed, so nothing can be read again.
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
  /// Passes white space and the separators between texts of RFC 8142 and other sequences.
  @inline(never) fileprivate mutating func skipBetweenTexts() {
    var count = 0
    while count < pending {
      let byte = bytes[start + count]
      guard byte <= 0x20, byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0x1E else {
        break
      }
      count += 1
    }
    // Consuming nothing must not reset the number of bytes to wait for.
    if count > 0 { consume(count) }
  }

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

  /// Passes one JSON value; false when its end has not arrived, nil when it is not JSON.
  @inline(never) fileprivate mutating func passItem() -> Bool? {
    let isWhole = isFinished
    do throws(FormatError) {
      return try attempt(isText: true) { bytes throws(FormatError) in
        var scanner = JSONScanner(offset: 0)
        try scanner.passValue(bytes)
        // A number at the end of the piece may continue in the next one.
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
