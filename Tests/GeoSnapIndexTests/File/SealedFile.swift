import GeoSnap

@testable import GeoSnapIndex

/// The bytes of an index file, to be changed and given new checksums.
struct SealedFile {
  private(set) var bytes: [UInt8]
  /// The header as it was before any change.
  private(set) var header: IndexFileHeader

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    header = try IndexFileHeader(
      SealedFile.words(bytes[..<IndexFileHeader.byteCount]),
      fileSize: bytes.count,
      path: "bytes"
    )
  }

  /// Changes a word of the header and the checksum of the header.
  mutating func setWord(_ word: Int, to value: UInt64) {
    put(value, at: 8 * word)
    sealHeader()
  }

  /// Changes a number in a section; the checksums wait for ``seal()``.
  mutating func set(_ content: FileContent, _ offset: Int, _ value: some FixedWidthInteger) {
    put(value, at: header.sections[content.rawValue].offset + offset)
  }

  mutating func put(_ value: some FixedWidthInteger, at offset: Int) {
    var rest = value.littleEndian
    for index in 0..<value.bitWidth / 8 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: rest)
      rest = value.bitWidth > 8 ? rest >> 8 : rest
    }
  }

  /// Replaces the bytes; the header stays that of before.
  mutating func replace(with other: [UInt8]) { bytes = other }

  /// Gives the content and the header their checksums, where sections were before all changes.
  mutating func seal() {
    guard bytes.count >= IndexFileHeader.byteCount else { return }
    var sums: [UInt64] = []
    for section in header.sections {
      for block in 0..<section.blockCount {
        let records = section.records(of: block)
        let start = section.offset + records.lowerBound * section.recordSize
        let end = section.offset + records.upperBound * section.recordSize
        sums.append(
          WordChecksum.of(SealedFile.words(bytes[min(start, bytes.count)..<min(end, bytes.count)]))
        )
      }
    }
    put(WordChecksum.of(sums), at: 8 * 70)
    sealHeader()
  }

  /// Replaces the header by one with other numbers, and the size of the file by one that fits.
  mutating func setHeader(_ changed: IndexFileHeader) {
    header = changed
    let size = changed.fileSize
    if bytes.count > size { bytes.removeSubrange(size...) }
    bytes += Array(repeating: 0, count: size - bytes.count)
    for (word, value) in changed.words.enumerated() { put(value, at: 8 * word) }
    seal()
  }

  private mutating func sealHeader() {
    guard bytes.count >= IndexFileHeader.byteCount else { return }
    put(WordChecksum.of(SealedFile.words(bytes[..<(8 * 71)])), at: 8 * 71)
  }

  /// Bytes as words, filled up with zeros.
  private static func words(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 8).map { start in
      var word: UInt64 = 0
      for index in start..<min(start + 8, bytes.endIndex) {
        word |= UInt64(bytes[index]) << UInt64(8 * (index - start))
      }
      return word
    }
  }
}
