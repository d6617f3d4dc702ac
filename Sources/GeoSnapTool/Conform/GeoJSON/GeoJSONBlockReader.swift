import GeoSnapImport

/// Some whole features of a GeoJSON file, as the bytes they have there.
package struct GeoJSONBlock: Sendable {
  /// The bytes, with all that stands between the features.
  package var bytes: [UInt8]
  /// Where the features stand in `bytes`.
  package var features: [Range<Int>]
  /// Where `bytes` begin in the file.
  var offset: Int
  /// How many features came before.
  var precedingFeatures: Int
}

/// Reads GeoJSON in blocks of whole features, in bounded memory: a collection, or a sequence of
/// features one after the other.
package struct GeoJSONBlockReader {
  /// A feature longer than this ends the reading.
  static let longestFeature = 64 << 20

  /// Whether the features stand in a collection.
  private(set) var isCollection = false
  private let input: ByteSource
  private let blockSize: Int
  private var scanner = GeoJSONScanner()
  /// Bytes read but not handed out.
  private var rest: [UInt8] = []
  private var isAtEnd = false
  private var offset = 0
  private var featureCount = 0
  /// What surrounds the features of a collection, and where its second half stands in the file.
  private var frame: [UInt8] = []
  private var headEnd = 0
  private var tailOffset = 0
  private var isInTail = false

  package init(_ input: ByteSource, blockSize: Int = 256 << 10) {
    self.input = input
    self.blockSize = blockSize
  }

  /// Starts again from the beginning.
  mutating func rewind() throws {
    try input.rewind()
    self = GeoJSONBlockReader(input, blockSize: blockSize)
  }

  /// The next features, and what stands between them; nil at the end.
  ///
  /// All blocks together have every byte of the file.
  ///
  /// - Throws: ``Failure`` when the file cannot be read, ``JSONProblem`` when it is no GeoJSON.
  package mutating func next() throws -> GeoJSONBlock? {
    guard !isAtEnd else { return nil }
    var bytes = rest
    rest = []
    var scanned = bytes.count
    var features: [Range<Int>] = []
    // How many bytes belong to the block: up to its last feature.
    var complete = 0
    while features.isEmpty, !isAtEnd {
      isAtEnd = try !input.read(blockSize, into: &bytes)
      if offset == 0 {
        // A pipe may give less than the mark.
        if !isAtEnd, bytes.count < 3 { continue }
        if scanned < 3 { scanned = try startOfText(bytes) }
      }
      try scan(bytes, &scanned, &features, &complete)
      guard isAtEnd || bytes.count - complete <= Self.longestFeature else {
        throw problem(complete, "no feature is longer than \(Self.longestFeature >> 20) MiB")
      }
    }
    if isAtEnd {
      guard scanner.mayEnd else {
        throw problem(bytes.count, "the file ends within a feature or a collection")
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

  /// Takes in all features that `bytes` have whole.
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
          throw problem(end - 1, "no collection is expected behind features")
        }
        isCollection = true
        frame = Array(bytes[..<end])
        headEnd = end
      case .featuresEnded:
        isInTail = true
        frame.append(GeoJSONByte.closeBracket)
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
      throw error.within("", movedBy: offset)
    }
  }

  /// Passes a byte order mark.
  private func startOfText(_ bytes: [UInt8]) throws -> Int {
    if bytes.startsAsUTF16 {
      throw problem(0, "GeoJSON is UTF-8, and this is UTF-16: convert it, such as with iconv")
    }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Checks what surrounds the features of a collection.
  private func checkFrame() throws {
    guard isCollection else { return }
    // A mark or a separator may come before.
    let start = frame.firstIndex(of: GeoJSONByte.openBrace) ?? 0
    var cursor = JSONCursor(frame, start..<frame.count)
    var type: Range<Int>?
    var listCount = 0
    do throws(JSONProblem) {
      try cursor.forEachMember { (cursor, name) throws(JSONProblem) in
        let value = try cursor.value()
        if cursor.holds("type", at: name) { type = value }
        if cursor.holds("features", at: name) { listCount += 1 }
      }
      guard listCount == 1 else {
        throw JSONProblem(offset: headEnd, message: "one list of features is expected")
      }
      guard let type, cursor.holds("\"FeatureCollection\"", at: type) else {
        throw JSONProblem(offset: 0, message: "\"type\": \"FeatureCollection\" is expected")
      }
    } catch {
      let isInHead = error.offset < headEnd
      throw error.within("", movedBy: isInHead ? 0 : tailOffset - headEnd)
    }
  }

  private func problem(_ position: Int, _ message: String) -> JSONProblem {
    JSONProblem(offset: offset + position, message: message)
  }
}
