/// An image that is mapped into memory.
package struct ImageFile: Sendable {
  private let memory: FileMemory
  private let header: ImageHeader
  private let record: Column<UInt64>

  /// Opens an image whose header and record are what was written.
  ///
  /// - Complexity: O(k) for k sections: nothing of them is read.
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

  /// What the file system says of the file that is mapped.
  package var facts: FileFacts { memory.facts }

  /// Bytes of the file.
  package var byteCount: Int { memory.count }

  /// The sections, in their order.
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
    /// The names of the parts that lead to it.
    package let name: String
    let place: ImageSection

    /// The byte at which it begins.
    package var start: Int { Int(clamping: place.start) }
    /// How many elements it has.
    package var count: Int { Int(clamping: place.count) }
    /// Bytes of all elements.
    package var byteCount: Int {
      Int(clamping: place.count.multipliedReportingOverflow(by: place.stride).partialValue)
    }
  }

  /// Compares all that is in the file with its checksums.
  ///
  /// - Throws: What is damaged first.
  /// - Complexity: Linear in the size of the file.
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

  /// Reads from the beginning.
  package func read<Part: ImagePart>(_ name: String) throws(ImageError) -> Part {
    var reader = ImageReader(memory, record: record)
    let part: Part = try reader.read(name)
    guard reader.isAtEnd else { throw .otherParts }
    return part
  }
}
