internal import GeoSnapColumns

extension PackedTree: ImagePart {
  init(from image: inout ImageReader) throws(ImageError) {
    let words: Column<UInt64> = try image.read("header")
    guard words.count == TreeHeader.wordCount else { throw ImageError("A tree has no header.") }
    let header: TreeHeader
    do throws(InvalidContent) {
      header = try TreeHeader(Array(words)[...])
    } catch {
      throw ImageError("A tree has \(error.problem).")
    }
    let coarse: Column<UInt8> = try image.read("coarse")
    let fine: Column<UInt8> = try image.read("fine")
    let leaves: Column<UInt8> = try image.read("leaves")
    let slots: Column<Int32> = try image.read("slots")
    let entries: Column<TreeEntry> = try image.read("entries")
    let counts = header.records.map { $0.count * $0.size }
    guard
      counts == [
        coarse.byteCount, fine.byteCount, leaves.byteCount, slots.byteCount, entries.byteCount,
      ]
    else { throw ImageError("A tree has sections of wrong sizes.") }
    // As long as the tree's memory, which keeps the columns alive; they are never written.
    let memory = unsafe TreeMemory(
      coarse: UnsafeRawPointer(coarse.start),
      fine: UnsafeRawPointer(fine.start),
      leaves: UnsafeRawPointer(leaves.start),
      exceptions: ExceptionList(slots.start, entries.start, count: header.exceptionCount),
      keptBy: TreeColumns(coarse, fine, leaves, slots, entries)
    )
    self.init(
      memory: memory,
      view: memory.view(
        TreeShape(count: header.count),
        header.frame,
        leafStride: header.leafStride,
        segmentBits: header.segmentBits
      ),
      grid: header.grid,
      extent: header.extent,
      typicalLeafSide: header.typicalLeafSide
    )
  }

  /// Writes the tree, which must have no removed entries.
  func write(to image: inout ImageWriter) throws(ImageError) {
    let header = TreeHeader(self)
    try image.write(Column(header.words), "header")
    let starts = unsafe memory.starts
    let records = header.records
    func column<Element>(_ number: Int) -> Column<Element> {
      // The header counts the records of the tree's memory, which the column keeps alive.
      unsafe Column(
        mapped: ColumnMemory(starts[number], keptBy: memory),
        count: records[number].count * records[number].size / MemoryLayout<Element>.stride
      )
    }
    try image.write(column(0) as Column<UInt8>, "coarse")
    try image.write(column(1) as Column<UInt8>, "fine")
    try image.write(column(2) as Column<UInt8>, "leaves")
    try image.write(column(3) as Column<Int32>, "slots")
    try image.write(column(4) as Column<TreeEntry>, "entries")
  }
}

private final class TreeColumns: Sendable {
  private let owners: [any AnyObject & Sendable]

  init(
    _ coarse: Column<UInt8>,
    _ fine: Column<UInt8>,
    _ leaves: Column<UInt8>,
    _ slots: Column<Int32>,
    _ entries: Column<TreeEntry>
  ) {
    owners = [coarse.owner, fine.owner, leaves.owner, slots.owner, entries.owner]
  }
}
