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

  /// Ends the part that was begun last.
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

/// The position of a column in an image.
struct ImageSection: Sendable {
  let start: UInt64
  let count: UInt64
  let stride: UInt64
  let checksum: UInt64
}
