import GeoSnap
import GeoSnapImport

package struct GeoJSONBlock: Sendable {
  package var bytes: [UInt8]
  package var features: [Range<Int>]
  var offset: Int
  var precedingFeatures: Int
}

/// Reads GeoJSON in blocks of whole features, in bounded memory: a collection, or a sequence of features.
package struct GeoJSONBlockReader {
  static let longestFeature = 64 << 20

  private(set) var isCollection = false
  /// The member `crs` of the collection; known at the end.
  private(set) var system: JSONFragment?
  private let input: ByteSource
  private let blockSize: Int
  private var scanner = GeoJSONScanner()
  private var rest: [UInt8] = []
  private var isAtEnd = false
  private var offset = 0
  private var featureCount = 0
  /// The bytes around the features of a collection, and the offset of their second half in the file.
  private var frame: [UInt8] = []
  private var headEnd = 0
  private var tailOffset = 0
  private var isInTail = false

  package init(_ input: ByteSource, blockSize: Int = 256 << 10) {
    self.input = input
    self.blockSize = blockSize
  }

  mutating func rewind() throws {
    try input.rewind()
    self = GeoJSONBlockReader(input, blockSize: blockSize)
  }

  /// The next features with the bytes between them; nil at the end.
  ///
  /// All blocks together have every byte of the file.
  package mutating func next() throws -> GeoJSONBlock? {
    guard !isAtEnd else { return nil }
    var bytes = rest
    rest = []
    var scanned = bytes.count
    var features: [Range<Int>] = []
    // The number of bytes in the block: up to the end of its last feature.
    var complete = 0
    while features.isEmpty, !isAtEnd {
      isAtEnd = try !input.read(blockSize, into: &bytes)
      if offset == 0 {
        // A pipe may deliver less than the byte order mark.
        if !isAtEnd, bytes.count < 3 { continue }
        if scanned < 3 { scanned = try startOfText(bytes) }
      }
      try scan(bytes, &scanned, &features, &complete)
      guard isAtEnd || bytes.count - complete <= Self.longestFeature else {
        throw problem(complete, "A feature is longer than \(Self.longestFeature >> 20) MiB.")
      }
    }
    if isAtEnd {
      guard scanner.mayEnd else {
        throw problem(
          bytes.count,
          "The file ends within a feature or a collection: it is cut short, so write it again."
        )
      }
      try checkFrame()
      complete = bytes.count
    }
    guard complete > 0 else { return nil }
    rest = Array(bytes[complete...])
    bytes.removeSubrange(complete...)
    scanner.drop(complete)
    let block = GeoJSONBlock(
      bytes: bytes,
      features: features,
      offset: offset,
      precedingFeatures: featureCount
    )
    offset += complete
    featureCount += features.count
    return block
  }

  private mutating func scan(
    _ bytes: [UInt8],
    _ scanned: inout Int,
    _ features: inout [Range<Int>],
    _ complete: inout Int
  ) throws {
    while let (event, end) = try nextEvent(bytes, scanned) {
      switch event {
      case .feature(let start): features.append(start..<end)
      case .collectionBegan:
        guard featureCount == 0, features.isEmpty else {
          throw problem(end - 1, "No collection is expected after features.")
        }
        isCollection = true
        frame = Array(bytes[..<end])
        headEnd = end
      case .featuresEnded:
        isInTail = true
        frame.append(JSONByte.closeBracket)
        tailOffset = offset + end - 1
      case .collectionEnded:
        frame += bytes[scanned..<end]
        isInTail = false
      }
      complete = end
      scanned = end
    }
    if isInTail { frame += bytes[scanned...] }
    scanned = bytes.count
  }

  private mutating func nextEvent(
    _ bytes: [UInt8],
    _ scanned: Int
  ) throws -> (event: GeoJSONScanner.Event, end: Int)? {
    do {
      return try scanner.next(in: bytes.span, from: scanned)
    } catch { throw JSONProblem(offset: offset + error.offset, message: error.message) }
  }

  private func startOfText(_ bytes: [UInt8]) throws -> Int {
    if bytes.startsAsUTF16 {
      throw problem(
        0,
        "GeoJSON must be UTF-8, but this file is UTF-16: convert it, for example with iconv -f UTF-16 -t UTF-8 FILE > OUT"
      )
    }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private mutating func checkFrame() throws {
    guard isCollection else { return }
    // A byte order mark or a record separator may come first.
    let start = frame.firstIndex(of: JSONByte.openBrace) ?? 0
    var scanner = JSONScanner(offset: start, isStrict: true)
    do throws(FormatError) {
      let range = try Self.checkFrame(frame.span, &scanner, headEnd: headEnd)
      system = range.flatMap { JSONFragment(json: String(decoding: frame[$0], as: UTF8.self)) }
    } catch {
      let isInHead = error.offset < headEnd
      throw JSONProblem(
        offset: error.offset + (isInHead ? 0 : tailOffset - headEnd),
        message: error.message
      )
    }
  }

  private static func checkFrame(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    headEnd: Int
  ) throws(FormatError) -> Range<Int>? {
    var type: JSONName?
    var system: Range<Int>?
    var listCount = 0
    var goesOn = try scanner.beginObject(bytes)
    while goesOn {
      let name = try scanner.readName(bytes)
      if name.matches("features", in: bytes) { listCount += 1 }
      if name.matches("type", in: bytes) {
        type = try scanner.passString(bytes)
      } else {
        let start = scanner.offset
        try scanner.passValue(bytes)
        if name.matches("crs", in: bytes) { system = start..<scanner.offset }
      }
      goesOn = try scanner.continueObject(bytes)
    }
    guard listCount == 1 else {
      throw FormatError(
        .duplicateMember,
        "Exactly one member \"features\" is expected.",
        offset: headEnd
      )
    }
    guard let type, type.matches("FeatureCollection", in: bytes) else {
      throw FormatError(.unexpectedType, "\"type\": \"FeatureCollection\" is expected.", offset: 0)
    }
    return system
  }

  private func problem(_ position: Int, _ message: String) -> JSONProblem {
    JSONProblem(offset: offset + position, message: message)
  }
}

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
  private var start = 0
  /// The number of bytes in which the last string at the first level equals the name `features`; -1 when it is
  /// another string.
  private var nameLength = -1
  private var featureCount = 0
  private var needsComma = false

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

  @inline(__always) private mutating func scanString(_ byte: UInt8) {
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

  @inline(__always) private mutating func scanNested(_ byte: UInt8, _ offset: Int) -> Event? {
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      nameLength = state == .object && depth == 1 ? 0 : -1
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      // In valid JSON, no bracket follows a string that is a value.
      guard byte == UInt8(ascii: "["), depth == 2, state == .object, nameLength == Self.name.count
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

  private mutating func scanBetween(_ byte: UInt8, _ offset: Int) throws(JSONProblem) -> Event? {
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
