/// The first 576 bytes of an index file: 72 numbers of 8 bytes.
///
/// Documentation/IndexFile.md has the table.
struct IndexFileHeader: Equatable, Sendable {
  /// What the index was built from: see ``FeatureIndex/fingerprint(of:)``.
  var fingerprint: UInt64
  /// Every feature of the index is below this.
  var featureLimit: Int
  var areaCount: Int
  var ringCount: Int
  var coordinateCount: Int
  var segments: TreeHeader
  var areas: TreeHeader
  var contentChecksum: UInt64 = 0

  static let wordCount = 72
  static let byteCount = 8 * wordCount

  /// The bytes 89 "GSIX" 0D 0A 1A: a transfer as text damages them.
  static let magic: UInt64 = 0x1A0A_0D58_4953_4789
  static let byteOrderMark: UInt64 = 0x0102_0304_0506_0708
  static let version: UInt64 = 1

  private static let segmentWords = 10..<24
  private static let areaWords = 24..<38
  private static let sectionWords = 38..<64
  private static let checksumWord = 71

  /// The sections in their order: where each stands follows from the counts.
  var sections: [FileSection] {
    let records =
      segments.records + areas.records + [
        (areaCount, 2 * MemoryLayout<Int64>.stride), (ringCount, MemoryLayout<Int64>.stride),
        (coordinateCount, MemoryLayout<Coordinate>.stride),
      ]
    var offset = IndexFileHeader.byteCount
    return records.map { record in
      let section = FileSection(offset: offset, count: record.count, recordSize: record.size)
      offset = (section.end + 63) / 64 * 64
      return section
    }
  }

  var fileSize: Int { sections.last?.end ?? IndexFileHeader.byteCount }

  /// The header as it is written.
  var words: [UInt64] {
    let sections = sections
    var words = [
      UInt64(littleEndian: IndexFileHeader.magic), IndexFileHeader.byteOrderMark,
      IndexFileHeader.version, UInt64(IndexFileHeader.byteCount), UInt64(fileSize), fingerprint,
      UInt64(featureLimit), UInt64(areaCount), UInt64(ringCount), UInt64(coordinateCount),
    ]
    words += segments.words + areas.words
    words += sections.flatMap { [UInt64($0.offset), UInt64($0.byteCount)] }
    words += Array(repeating: 0, count: IndexFileHeader.checksumWord - 1 - words.count)
    words.append(contentChecksum)
    words.append(WordChecksum.of(words))
    return words
  }

  /// Reads the first words of a file of a given size, and refuses what is not a sound header.
  init(_ words: [UInt64], fileSize: Int, path: String) throws(IndexFileError) {
    func error(_ code: IndexFileError.Code, _ problem: String) -> IndexFileError {
      IndexFileError(code, "\(problem) \(IndexFileError.advice)", path: path)
    }
    guard let first = words.first, UInt64(littleEndian: first) == IndexFileHeader.magic else {
      throw IndexFileError(
        .notAnIndex,
        "This is no index file of GeoSnap. Give one that `geosnap index` wrote.",
        path: path
      )
    }
    guard words.count == IndexFileHeader.wordCount else {
      throw error(.damaged, "The file ends within its header.")
    }
    guard words[1] == IndexFileHeader.byteOrderMark else {
      throw words[1] == IndexFileHeader.byteOrderMark.byteSwapped
        ? error(.foreignByteOrder, "The file comes from a machine with another order of bytes.")
        : error(.damaged, "The header is damaged.")
    }
    guard words[2] == IndexFileHeader.version else {
      throw error(
        .unsupportedVersion,
        "The file has version \(words[2]) of the format; this library reads "
          + "\(IndexFileHeader.version)."
      )
    }
    let checked = words[..<IndexFileHeader.checksumWord]
    guard words[IndexFileHeader.checksumWord] == WordChecksum.of(Array(checked)) else {
      throw error(.damaged, "The header is damaged.")
    }
    do {
      try self.init(checked: words)
    } catch {
      throw IndexFileError(
        .invalidContent,
        "The header has \(error.problem). \(IndexFileError.advice)",
        path: path
      )
    }
    guard fileSize == self.fileSize else {
      throw error(.damaged, "The file has \(fileSize) bytes where \(self.fileSize) were written.")
    }
  }

  /// Reads words that a checksum covers, which proves nothing about their range.
  private init(checked words: [UInt64]) throws(InvalidContent) {
    guard words[3] == UInt64(IndexFileHeader.byteCount) else { throw "another size of its own" }
    fingerprint = words[5]
    guard words[6] <= UInt64(Int32.max) else { throw "more features than can be numbered" }
    featureLimit = Int(words[6])
    // Far above what any disk holds, and small enough for products not to overflow.
    guard words[7...9].allSatisfy({ $0 <= 1 << 48 }) else { throw "a count beyond all files" }
    guard words[7] <= UInt64(greatestEntryCount) else { throw "more areas than can be numbered" }
    areaCount = Int(words[7])
    ringCount = Int(words[8])
    coordinateCount = Int(words[9])
    segments = try TreeHeader(words[IndexFileHeader.segmentWords])
    areas = try TreeHeader(words[IndexFileHeader.areaWords])
    contentChecksum = words[70]
    guard words[64..<70].allSatisfy({ $0 == 0 }) else { throw "numbers where none belong" }
    guard words[4] == UInt64(fileSize) else { throw "a file size that does not fit its counts" }
    let table = sections.flatMap { [UInt64($0.offset), UInt64($0.byteCount)] }
    guard Array(words[IndexFileHeader.sectionWords]) == table else {
      throw "sections that do not fit its counts"
    }
  }
}

extension IndexFileHeader {
  /// The header of what is about to be written.
  init(_ content: PackedContent, fingerprint: UInt64) {
    self.fingerprint = fingerprint
    featureLimit = Int(Int32.max)
    areaCount = content.areas.count
    ringCount = content.areas.reduce(0) { $0 + $1.rings.count }
    coordinateCount = content.areas.reduce(0) { sum, area in
      area.rings.reduce(sum) { $0 + $1.count }
    }
    segments = TreeHeader(content.segments)
    areas = TreeHeader(content.areaBoxes)
  }
}
