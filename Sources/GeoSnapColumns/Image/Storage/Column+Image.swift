extension Column: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) { self = try image.column() }

  package func write(to image: inout ImageWriter) throws(ImageError) { try image.add(self) }
}

extension Column {
  /// Calls `body` with the bytes of all elements.
  func withBytes<Result, Thrown: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    // This column keeps the memory alive until the call ends.
    try unsafe body(UnsafeRawBufferPointer(start: elements, count: byteCount))
  }
}

extension FileMemory {
  /// A section of the file as a column.
  func column<Element>(_ section: ImageSection) throws(ImageError) -> Column<Element> {
    let size = UInt64(count)
    guard section.stride == UInt64(MemoryLayout<Element>.stride),
      section.start % UInt64(ImageHeader.alignment) == 0, section.start <= size,
      section.count <= (size - section.start) / section.stride
    else { throw .otherParts }
    if section.count == 0 { return Column() }
    // The section lies in the file, aligned as no element needs more; elements are plain bits.
    return unsafe Column(
      mapped: ColumnMemory(start + Int(section.start), keptBy: self),
      count: Int(section.count)
    )
  }

  /// Whether the content of a section matches its checksum.
  func isSound(_ section: ImageSection) -> Bool {
    let size = UInt64(count)
    guard section.start <= size, section.stride > 0,
      section.count <= (size - section.start) / section.stride
    else { return false }
    // The section lies in the file.
    let bytes = unsafe UnsafeRawBufferPointer(
      start: start + Int(section.start),
      count: Int(section.count * section.stride)
    )
    return unsafe WordChecksum.of(bytes) == section.checksum
  }
}
