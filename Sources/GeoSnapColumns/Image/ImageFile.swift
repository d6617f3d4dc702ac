/// An image that is mapped into memory.
package struct ImageFile: Sendable {
  private let memory: FileMemory
  private let header: ImageHeader
  private let record: Column<UInt64>

  /// Opens an image and checks its header and record; O(k) for k sections, which are not read.
  package init(_ path: String) throws(ImageError) {
    memory = try FileMemory(path)
    header = try ImageHeader(
      Array(memory.words(at: 0, ImageHeader.wordCount)),
      fileSize: memory.count
    )
    record = memory.words(at: header.recordStart, header.recordCount)
    guard WordChecksum.of(Array(record)) == header.recordChecksum else {
      throw ImageError("The record of the image is damaged.")
    }
  }

  /// The file system's data of the mapped file.
  package var facts: FileFacts { memory.facts }

  package var byteCount: Int { memory.count }

  /// The sections, in order.
  package var sections: [Section] {
    let text = String(
      decoding: memory.bytes(at: header.namesStart, header.namesCount),
      as: UTF8.self
    )
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

  /// A column in the file.
  package struct Section: Sendable {
    /// The path of the part's name, separated by slashes.
    package let name: String
    let place: ImageSection

    /// The offset of its first byte.
    package var start: Int { Int(clamping: place.start) }
    /// The number of elements.
    package var count: Int { Int(clamping: place.count) }
    /// The bytes of all elements.
    package var byteCount: Int {
      Int(clamping: place.count.multipliedReportingOverflow(by: place.stride).partialValue)
    }
  }

  /// Compares everything in the file with its checksums, in time linear in the file's size.
  ///
  /// - Throws: The first damage.
  package func check() throws(ImageError) {
    try checkNames()
    for section in sections where !memory.isSound(section.place) {
      throw ImageError("The section \(section.name) is damaged.")
    }
  }

  /// Compares the list of sections with its checksum.
  package func checkNames() throws(ImageError) {
    let names = memory.bytes(at: header.namesStart, header.namesCount)
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
