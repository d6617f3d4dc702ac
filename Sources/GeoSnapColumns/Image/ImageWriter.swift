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

  /// Begins an image at a path.
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

  /// Ends the part that was begun last.
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
    record += [
      UInt64(start), UInt64(column.count), UInt64(MemoryLayout<Element>.stride), checksum,
    ]
    names +=
      "\(path.name)\t\(start)\t\(column.count)\t\(MemoryLayout<Element>.stride)\t\(checksum)\n"
  }
}
