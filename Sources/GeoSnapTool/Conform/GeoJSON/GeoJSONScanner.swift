import GeoSnap

/// Finds the ends of features in bytes that come piece by piece.
///
/// It reads only brackets and strings; the reader of the features checks the rest. Bytes are compared with literals: a
/// constant of another module would be a call for each byte.
struct GeoJSONScanner {
  private enum State {
    /// Between the values of a sequence.
    case outside
    /// In a value of a sequence, which may be a collection.
    case object
    /// Between the features of a collection.
    case betweenFeatures
    /// In a feature of a collection.
    case feature
    /// After the features of a collection.
    case tail
    /// After a collection.
    case finished
  }

  enum Event {
    /// Just after the opening bracket of a collection's features.
    case collectionBegan
    /// Just after a feature.
    case feature(start: Int)
    /// Just after the closing bracket of a collection's features.
    case featuresEnded
    /// Just after a collection.
    case collectionEnded
  }

  private var state = State.outside
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The offset of the feature or value.
  private var start = 0
  /// The number of bytes in which the last string at the first level equals the name `features`; -1 when it is
  /// another string.
  private var nameLength = -1
  private var featureCount = 0
  private var needsComma = false

  /// Whether the text may end here.
  var mayEnd: Bool { state == .outside || state == .finished }

  /// Shifts offsets after `count` bytes before the current one were dropped.
  mutating func drop(_ count: Int) { start -= count }

  private static let name = Array("features".utf8)

  /// The next event with the offset after it, scanned on from `offset`; nil when `bytes` end first.
  mutating func next(
    in bytes: Span<UInt8>,
    from offset: Int
  ) throws(JSONProblem) -> (event: Event, end: Int)? {
    var offset = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if isInString {
        scanString(byte)
        continue
      }
      switch state {
      case .object, .feature, .tail:
        guard let event = scanNested(byte, offset) else { continue }
        return (event, offset)
      case .outside, .betweenFeatures, .finished:
        guard let event = try scanBetween(byte, offset) else { continue }
        return (event, offset)
      }
    }
    return nil
  }

  @inline(__always)
  private mutating func scanString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      if nameLength >= 0, nameLength < Self.name.count { nameLength = -1 }
    } else {
      isEscaped = byte == UInt8(ascii: "\\")
      if nameLength >= 0 {
        let fits = nameLength < Self.name.count && Self.name[nameLength] == byte
        nameLength = fits ? nameLength + 1 : -1
      }
    }
  }

  @inline(__always)
  private mutating func scanNested(_ byte: UInt8, _ offset: Int) -> Event? {
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      nameLength = state == .object && depth == 1 ? 0 : -1
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      // In valid JSON, no bracket follows a string that is a value.
      guard byte == UInt8(ascii: "["), depth == 2, state == .object,
        nameLength == Self.name.count
      else {
        nameLength = -1
        return nil
      }
      state = .betweenFeatures
      needsComma = false
      return .collectionBegan
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return closed()
    default: break
    }
    return nil
  }

  private mutating func closed() -> Event? {
    switch state {
    case .object where depth == 0:
      state = .outside
      featureCount += 1
      return .feature(start: start)
    case .feature where depth == 2:
      state = .betweenFeatures
      needsComma = true
      return .feature(start: start)
    case .tail where depth == 0:
      state = .finished
      return .collectionEnded
    default: return nil
    }
  }

  private mutating func scanBetween(
    _ byte: UInt8,
    _ offset: Int
  ) throws(JSONProblem) -> Event? {
    if JSONByte.isBlank(byte) { return nil }
    switch (state, byte) {
    // RFC 8142: a record separator begins each text of a sequence.
    case (.outside, 0x1E): return nil
    case (.outside, UInt8(ascii: "{")):
      state = .object
      depth = 1
      nameLength = -1
      start = offset - 1
    case (.betweenFeatures, UInt8(ascii: ",")) where needsComma: needsComma = false
    case (.betweenFeatures, UInt8(ascii: "{")) where !needsComma || featureCountIsZero:
      state = .feature
      depth = 3
      start = offset - 1
      featureCount += 1
    case (.betweenFeatures, UInt8(ascii: "]")) where needsComma || featureCountIsZero:
      state = .tail
      depth = 1
      return .featuresEnded
    default: throw problem(byte, offset - 1)
    }
    return nil
  }

  private var featureCountIsZero: Bool { featureCount == 0 }

  private func problem(_ byte: UInt8, _ offset: Int) -> JSONProblem {
    let text = byte > 0x20 && byte < 0x7F ? "\"\(UnicodeScalar(byte))\"" : "byte \(byte)"
    let expected =
      switch state {
      case .finished: "Nothing is expected after the collection"
      case .betweenFeatures:
        needsComma ? "A comma or the end of the features is expected" : "A feature is expected"
      default: "A feature or a collection is expected"
      }
    return JSONProblem(offset: offset, message: "\(expected), not \(text).")
  }
}
