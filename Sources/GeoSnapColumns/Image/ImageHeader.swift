/// The first 128 bytes of an image: 16 numbers of 8 bytes.
///
/// `Documentation/NetworkImage.md` has the table.
struct ImageHeader: Equatable {
  var fileSize: Int
  /// The offset of the record, which has the numbers and the position of each section.
  var recordStart: Int
  /// The number of words in the record.
  var recordCount: Int
  var recordChecksum: UInt64
  /// The offset of the list of sections, a line for each.
  var namesStart: Int
  /// The bytes of that list.
  var namesCount: Int
  var namesChecksum: UInt64

  static let wordCount = 16
  static let byteCount = 8 * wordCount
  /// Sections begin at multiples of it.
  static let alignment = 64

  /// The bytes 89 "GSIM" 0D 0A 1A, which a transfer as text damages.
  private static let magic: UInt64 = 0x1A0A_0D4D_4953_4789
  private static let byteOrderMark: UInt64 = 0x0102_0304_0506_0708
  /// The version of the format.
  ///
  /// It grows when a part is written differently, and when its content is read, joined or indexed differently, so
  /// that images of older versions are not used.
  static let version: UInt64 = 5

  var words: [UInt64] {
    var words = [
      UInt64(littleEndian: Self.magic), Self.byteOrderMark, Self.version, UInt64(fileSize),
      UInt64(recordStart), UInt64(recordCount), recordChecksum, UInt64(namesStart),
      UInt64(namesCount), namesChecksum,
    ]
    words += Array(repeating: 0, count: Self.wordCount - 1 - words.count)
    words.append(WordChecksum.of(words))
    return words
  }

  /// Reads the first words of a file of a given size.
  init(_ words: [UInt64], fileSize: Int) throws(ImageError) {
    guard let first = words.first, UInt64(littleEndian: first) == Self.magic else {
      throw ImageError("The file is not an image of a network.")
    }
    guard words.count == Self.wordCount else {
      throw ImageError("The image ends within its header.")
    }
    guard words[1] == Self.byteOrderMark else {
      throw ImageError(
        words[1] == Self.byteOrderMark.byteSwapped
          ? "The image comes from a machine with another byte order."
          : "The header of the image is damaged."
      )
    }
    guard words[2] == Self.version else {
      throw ImageError(
        "The image has version \(words[2]) of the format; this library reads version \(Self.version)."
      )
    }
    guard words[15] == WordChecksum.of(Array(words[..<15])) else {
      throw ImageError("The header of the image is damaged.")
    }
    guard words[3] == UInt64(fileSize) else {
      throw ImageError("The image has \(fileSize) bytes, but \(words[3]) were written.")
    }
    let limit = UInt64(fileSize)
    guard words[4] <= limit, words[4] % 8 == 0, words[5] <= (limit - words[4]) / 8,
      words[7] <= limit, words[8] <= limit - words[7]
    else { throw ImageError("The header of the image is damaged.") }
    self.fileSize = fileSize
    recordStart = Int(words[4])
    recordCount = Int(words[5])
    recordChecksum = words[6]
    namesStart = Int(words[7])
    namesCount = Int(words[8])
    namesChecksum = words[9]
  }

  init(fileSize: Int, recordStart: Int, recordCount: Int, recordChecksum: UInt64, names: [UInt8]) {
    self.fileSize = fileSize
    self.recordStart = recordStart
    self.recordCount = recordCount
    self.recordChecksum = recordChecksum
    namesStart = recordStart + 8 * recordCount
    namesCount = names.count
    namesChecksum = ImageHeader.checksum(of: names)
  }

  /// The checksum of the names, computed byte by byte since they are few.
  static func checksum(of names: some Sequence<UInt8>) -> UInt64 {
    WordChecksum.of(names.map { UInt64($0) })
  }
}
