/// Writes an image: numbers into a record, columns as sections of the file.
///
/// The file appears under its name when it is complete; nothing is left behind otherwise.
package struct ImageWriter: ~Copyable {
  private let draft: ImageDraft
  /// Numbers, and of each section where it is; before each part the name by which it is read.
  private var record: [UInt64]
  private var path: ImagePath
  /// For each section a line: its name, where it begins, how many elements of how many bytes it has, and their
  /// checksum.
  private var names: String

  /// Begins an image that is to be at a path.
  package init(_ path: String) throws(ImageError) {
    let draft = try ImageDraft(path)
    try draft.write([UInt64](repeating: 0, count: ImageHeader.wordCount))
    self.draft = draft
    record = []
    self.path = ImagePath()
    names = ""
  }

  /// Writes a part under a name by which it is read again.
  package mutating func write(_ part: some ImagePart, _ name: String) throws(ImageError) {
    enter(name)
    try part.write(to: &self)
    leave()
  }

  /// Begins a part under a name, which ``leave()`` ends.
  package mutating func enter(_ name: String) {
    path.enter(name)
    record.append(path.hash)
  }

  /// Ends the part that was begun last.
  package mutating func leave() { path.leave() }

  /// Puts the image in its place.
  ///
  /// - Returns: What the file system says of it.
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

  /// Adds a number.
  mutating func add(_ word: UInt64) { record.append(word) }

  /// Adds a section.
  mutating func add<Element>(_ column: Column<Element>) throws(ImageError) {
    let start = try draft.align(to: ImageHeader.alignment)
    let checksum = try draft.write(column)
    record += [
      UInt64(start), UInt64(column.count), UInt64(MemoryLayout<Element>.stride), checksum,
    ]
    names +=
      "\(path.name)\t\(start)\t\(column.count)\t\(MemoryLayout<Element>.stride)\t\(checksum)\n"
  }
}
