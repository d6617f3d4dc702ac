import GeoSnap
import GeoSnapImport

/// Some whole features of a GeoJSON file, in the bytes of the file.
package struct GeoJSONBlock: Sendable {
  /// The bytes, including those between the features.
  package var bytes: [UInt8]
  /// The ranges of the features in `bytes`.
  package var features: [Range<Int>]
  /// The offset of `bytes` in the file.
  var offset: Int
  /// The number of features before the block.
  var precedingFeatures: Int
}

/// Reads GeoJSON in blocks of whole features, in bounded memory: a collection, or a sequence of features.
package struct GeoJSONBlockReader {
  /// The length in bytes of the longest feature that is read.
  static let longestFeature = 64 << 20

  private(set) var isCollection = false
  /// The member `crs` of the collection; known at the end.
  private(set) var system: JSONFragment?
  private let input: ByteSource
  private let blockSize: Int
  private var scanner = GeoJSONScanner()
  /// Bytes that no block has had yet.
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
  ///
  /// - Throws: ``Failure`` when the file cannot be read, ``JSONProblem`` when it is not GeoJSON.
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

  /// Adds all features that are complete in `bytes`.
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
    } catch {
      throw JSONProblem(offset: offset + error.offset, message: error.message)
    }
  }

  /// Skips a byte order mark.
  private func startOfText(_ bytes: [UInt8]) throws -> Int {
    if bytes.startsAsUTF16 {
      throw problem(
        0,
        "GeoJSON must be UTF-8, but this file is UTF-16: convert it, for example with iconv -f UTF-16 -t UTF-8 FILE > OUT"
      )
    }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Checks the JSON around the features of a collection.
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

  /// Checks the members, and returns the range of the value of `crs`.
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
      throw FormatError(
        .unexpectedType,
        "\"type\": \"FeatureCollection\" is expected.",
        offset: 0
      )
    }
    return system
  }

  private func problem(_ position: Int, _ message: String) -> JSONProblem {
    JSONProblem(offset: offset + position, message: message)
  }
}
