package struct ImageFile: Sendable {
  private let memory: FileMemory
  private let header: ImageHeader
  private let record: Column<UInt64>

  /// Opens an image and checks its header and record; O(k) for k sections, which are not read.
  package init(_ path: String) throws(ImageError) {
    memory = try FileMemory(path)
    header = try ImageHeader(
      Array(memory.elements(at: 0, ImageHeader.wordCount)),
      fileSize: memory.count
    )
    record = memory.elements(at: header.recordStart, header.recordCount)
    guard WordChecksum.of(Array(record)) == header.recordChecksum else {
      throw ImageError("The record of the image is damaged.")
    }
  }

  package var facts: FileFacts { memory.facts }

  package var byteCount: Int { memory.count }

  private var names: Column<UInt8> { memory.elements(at: header.namesStart, header.namesCount) }

  package var sections: [Section] {
    let text = String(decoding: names, as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t")
      guard fields.count == 5 else { return nil }
      let numbers = fields.dropFirst().compactMap { UInt64($0) }
      guard numbers.count == 4 else { return nil }
      return Section(
        name: String(fields[0]),
        place: ImageSection(
          start: numbers[0],
          count: numbers[1],
          stride: numbers[2],
          checksum: numbers[3]
        )
      )
    }
  }

  package struct Section: Sendable {
    /// The path of the part's name, separated by slashes.
    package let name: String
    let place: ImageSection

    package var start: Int { Int(clamping: place.start) }
    package var count: Int { Int(clamping: place.count) }
    package var byteCount: Int {
      Int(clamping: place.count.multipliedReportingOverflow(by: place.stride).partialValue)
    }
  }

  /// Compares everything in the file with its checksums, in time linear in the file's size.
  package func check() throws(ImageError) {
    try checkNames()
    for section in sections where !memory.isSound(section.place) {
      throw ImageError("The section \(section.name) is damaged.")
    }
  }

  package func checkNames() throws(ImageError) {
    guard ImageHeader.checksum(of: names) == header.namesChecksum else {
      throw ImageError("The list of sections is damaged.")
    }
  }

  /// Reads a part from the beginning of the image.
  package func read<Part: ImagePart>(_ name: String) throws(ImageError) -> Part {
    var reader = ImageReader(memory, record: record)
    let part: Part = try reader.read(name)
    guard reader.isAtEnd else { throw .otherParts }
    return part
  }
}

/// The first 128 bytes of an image: 16 numbers of 8 bytes.
///
/// `Documentation/NetworkImage.md` has the table.
struct ImageHeader: Equatable {
  var fileSize: Int
  /// The offset of the record, which has the numbers and the position of each section.
  var recordStart: Int
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
