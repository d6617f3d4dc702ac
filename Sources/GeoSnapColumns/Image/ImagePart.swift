/// A value in an image: it writes its parts in an order and reads them in the same order.
package protocol ImagePart {
  /// Reads the parts, in the order in which they were written.
  init(from image: inout ImageReader) throws(ImageError)

  func write(to image: inout ImageWriter) throws(ImageError)
}

extension Int: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self = Int(truncatingIfNeeded: Int64(bitPattern: try image.word()))
  }

  package func write(to image: inout ImageWriter) { image.add(UInt64(bitPattern: Int64(self))) }
}

extension UInt64: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) { self = try image.word() }

  package func write(to image: inout ImageWriter) { image.add(self) }
}

extension Double: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self.init(bitPattern: try image.word())
  }

  package func write(to image: inout ImageWriter) { image.add(bitPattern) }
}

extension Bool: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) { self = try image.word() != 0 }

  package func write(to image: inout ImageWriter) { image.add(self ? 1 : 0) }
}

extension String: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self.init(decoding: try image.read("text") as Column<UInt8>, as: UTF8.self)
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(Column(utf8), "text")
  }
}

extension Optional: ImagePart where Wrapped: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self = try Bool(from: &image) ? Wrapped(from: &image) : nil
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    (self != nil).write(to: &image)
    if let self { try self.write(to: &image) }
  }
}

extension Array: ImagePart where Element: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    self = []
    let count = try Int(from: &image)
    // Reserves no memory, since the count may be wrong.
    for position in 0..<Swift.max(count, 0) { append(try image.read("\(position)")) }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    count.write(to: &image)
    for (position, part) in enumerated() { try image.write(part, "\(position)") }
  }
}

/// Reads an image: numbers from its record, columns from the mapped file without a copy.
///
/// The header and the record are checked; the content of sections only by ``ImageFile/check()``.
package struct ImageReader: ~Copyable {
  private let memory: FileMemory
  private let record: Column<UInt64>
  private var place = 0
  private var path = ImagePath()

  init(_ memory: FileMemory, record: Column<UInt64>) {
    self.memory = memory
    self.record = record
  }

  /// Reads the next part, which has to have this name.
  package mutating func read<Part: ImagePart>(_ name: String) throws(ImageError) -> Part {
    try enter(name)
    let part = try Part(from: &self)
    leave()
    return part
  }

  /// Begins the next part, which has to have this name.
  package mutating func enter(_ name: String) throws(ImageError) {
    path.enter(name)
    guard try word() == path.hash else { throw .otherParts }
  }

  package mutating func leave() { path.leave() }

  package var isAtEnd: Bool { place == record.count }

  mutating func word() throws(ImageError) -> UInt64 {
    guard place < record.count else { throw .otherParts }
    place += 1
    return record[place - 1]
  }

  mutating func column<Element>() throws(ImageError) -> Column<Element> {
    let section = ImageSection(
      start: try word(),
      count: try word(),
      stride: try word(),
      checksum: try word()
    )
    return try memory.column(section)
  }
}

struct ImageSection: Sendable {
  let start: UInt64
  let count: UInt64
  let stride: UInt64
  let checksum: UInt64
}

/// Writes an image: numbers into a record, columns as sections of the file.
///
/// The file appears under its name when it is complete; an incomplete one is removed.
package struct ImageWriter: ~Copyable {
  private let draft: ImageDraft
  /// Numbers and positions of sections; before each part the hash of its path.
  private var record: [UInt64]
  private var path: ImagePath
  /// A line for each section: its name, offset, number of elements, bytes per element and checksum.
  private var names: String

  package init(_ path: String) throws(ImageError) {
    let draft = try ImageDraft(path)
    try draft.write([UInt64](repeating: 0, count: ImageHeader.wordCount))
    self.draft = draft
    record = []
    self.path = ImagePath()
    names = ""
  }

  /// Writes a part under the name by which it is read.
  package mutating func write(_ part: some ImagePart, _ name: String) throws(ImageError) {
    enter(name)
    try part.write(to: &self)
    leave()
  }

  /// Begins a part under a name; ``leave()`` ends it.
  package mutating func enter(_ name: String) {
    path.enter(name)
    record.append(path.hash)
  }

  package mutating func leave() { path.leave() }

  /// Moves the complete image to its path; returns the file system's data of it.
  package consuming func finish() throws(ImageError) -> FileFacts {
    let recordStart = try draft.align(to: ImageHeader.alignment)
    try draft.write(record)
    let bytes = Array(names.utf8)
    try draft.write(bytes)
    let header = ImageHeader(
      fileSize: draft.count,
      recordStart: recordStart,
      recordCount: record.count,
      recordChecksum: WordChecksum.of(record),
      names: bytes
    )
    return try draft.finish(header.words)
  }

  mutating func add(_ word: UInt64) { record.append(word) }

  mutating func add<Element>(_ column: Column<Element>) throws(ImageError) {
    let start = try draft.align(to: ImageHeader.alignment)
    let checksum = try draft.write(column)
    record += [UInt64(start), UInt64(column.count), UInt64(MemoryLayout<Element>.stride), checksum]
    names +=
      "\(path.name)\t\(start)\t\(column.count)\t\(MemoryLayout<Element>.stride)\t\(checksum)\n"
  }
}

struct ImagePath {
  private var names: [String] = []
  private var hashes: [UInt64] = [0]

  var hash: UInt64 { hashes[hashes.count - 1] }

  var name: String { names.joined(separator: "/") }

  mutating func enter(_ name: String) {
    names.append(name)
    // FNV-1a.
    var hash = (hash ^ 0x2F) &* 0x100_0000_01B3
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hashes.append(hash)
  }

  mutating func leave() {
    names.removeLast()
    hashes.removeLast()
  }
}

/// The reason why an image cannot be read or written.
package struct ImageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  static let otherParts = ImageError(
    "The image does not have the parts that this version of the library reads."
  )
}
