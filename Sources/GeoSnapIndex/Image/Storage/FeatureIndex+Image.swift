package import GeoSnapColumns

extension FeatureIndex: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    let segments: PackedTree = try image.read("segments")
    let boxes: PackedTree = try image.read("areaBoxes")
    self.init(
      segments: segments,
      areas: AreaIndex(try AreaColumns(from: &image), EditableTree(boxes))
    )
  }

  /// Writes the index, with its edits packed.
  package func write(to image: inout ImageWriter) throws(ImageError) {
    let content = PackedContent(self)
    try image.write(content.segments, "segments")
    try image.write(content.areaBoxes, "areaBoxes")
    try content.areas.write(to: &image)
  }
}

extension PackedRTree: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) { tree = try image.read("tree") }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(tree, "tree")
  }
}

/// The content of an index in a file: packed trees without edits, and areas without gaps.
struct PackedContent {
  let segments: PackedTree
  let areas: AreaColumns
  // Invariant: the items are the positions in areas, each once.
  let areaBoxes: PackedTree

  init(_ index: FeatureIndex) {
    var segments = index.segments
    if segments.editedCount > 0 { segments.rebuild() }
    self.segments = segments.base
    if let packed = index.areas.packed {
      areas = packed
      areaBoxes = index.areas.tree.base
    } else {
      let all = index.areas.all
      areas = AreaColumns(all)
      areaBoxes = PackedContent.boxes(of: all)
    }
  }

  private static func boxes(of areas: [IndexedArea]) -> PackedTree {
    let boxes = areas.enumerated().compactMap { position, area in
      area.envelope.map { TreeEntry($0, item: Int32(position)) }
    }
    return EditableTree(checked: boxes).base
  }
}

extension PackedTree: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    let words: Column<UInt64> = try image.read("header")
    guard words.count == TreeHeader.wordCount else { throw ImageError("A tree has no header.") }
    let header = try TreeHeader(Array(words))
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
      keptBy: Owners([coarse.owner, fine.owner, leaves.owner, slots.owner, entries.owner])
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
  package func write(to image: inout ImageWriter) throws(ImageError) {
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

private final class Owners: Sendable {
  private let all: [any AnyObject & Sendable]

  init(_ all: [any AnyObject & Sendable]) { self.all = all }
}

/// The header of a packed tree in an image.
struct TreeHeader {
  var count: Int
  var exceptionCount: Int
  var segmentBits: UInt16
  var frame: TreeFrame
  var grid: Grid?
  var extent: Envelope
  var typicalLeafSide: Double?

  /// Its size in words of 8 bytes.
  static let wordCount = 15

  var leafStride: Int { grid == nil ? DoubleLeaves.stride : GridLeaves.stride }

  init(_ tree: PackedTree) {
    count = tree.count
    exceptionCount = tree.view.exceptions.count
    segmentBits = tree.view.segmentBits
    frame = tree.view.frame
    grid = tree.grid
    extent = tree.extent
    typicalLeafSide = tree.typicalLeafSide
  }

  var words: [UInt64] {
    let numbers = [
      frame.origin.x, frame.origin.y, frame.scale, grid?.perUnit ?? 0, grid?.base.x ?? 0,
      grid?.base.y ?? 0, extent.minX, extent.minY, extent.maxX, extent.maxY, typicalLeafSide ?? 0,
    ]
    return [UInt64(count), UInt64(exceptionCount), UInt64(leafStride), UInt64(segmentBits)]
      + numbers.map(\.bitPattern)
  }

  /// Reads the untrusted words of a tree; throws the first that is out of range.
  init(_ words: [UInt64]) throws(ImageError) {
    let numbers = words[4...].map { Double(bitPattern: $0) }
    guard words[0] <= UInt64(greatestEntryCount) else {
      throw ImageError("A tree has more entries than can be numbered.")
    }
    count = Int(words[0])
    guard words[1] <= words[0] else { throw ImageError("A tree has more exceptions than entries.") }
    exceptionCount = Int(words[1])
    guard words[3] <= UInt64(EntryCode.numberBits) else {
      throw ImageError("A tree has more bits than a code has.")
    }
    segmentBits = UInt16(words[3])
    let origin = Coordinate(x: numbers[0], y: numbers[1])
    guard origin.isIndexable, numbers[2] >= 1e-150, numbers[2] <= 1e150 else {
      throw ImageError("A tree has an impossible frame.")
    }
    frame = TreeFrame(origin: origin, scale: numbers[2])
    if numbers[3] == 0 {
      guard numbers[4] == 0, numbers[5] == 0 else {
        throw ImageError("A tree has a base without a grid.")
      }
      grid = nil
    } else {
      let base = Coordinate(x: numbers[4], y: numbers[5])
      guard numbers[3] >= 1, numbers[3] <= 1e9, base.x.magnitude <= 0x1p52,
        base.y.magnitude <= 0x1p52
      else { throw ImageError("A tree has an impossible grid.") }
      grid = Grid(perUnit: numbers[3], base: base)
    }
    extent = Envelope(minX: numbers[6], minY: numbers[7], maxX: numbers[8], maxY: numbers[9])
    guard Coordinate(x: extent.minX, y: extent.minY).isIndexable,
      Coordinate(x: extent.maxX, y: extent.maxY).isIndexable, extent.minX <= extent.maxX,
      extent.minY <= extent.maxY
    else { throw ImageError("A tree has an impossible extent.") }
    guard numbers[10] >= 0, numbers[10].isFinite else {
      throw ImageError("A tree has impossible leaves.")
    }
    typicalLeafSide = numbers[10] > 0 ? numbers[10] : nil
    guard words[2] == UInt64(leafStride) else {
      throw ImageError("The leaves of a tree have the wrong size.")
    }
  }

  /// The number and size of the records of its sections: coarse nodes, fine nodes, leaves, slots of exceptions,
  /// exceptions.
  var records: [(count: Int, size: Int)] {
    let shape = TreeShape(count: count)
    return [
      (shape.coarseCount, TreeView.coarseStride), (shape.fineCount, TreeView.fineStride),
      (shape.leafCount, leafStride), (exceptionCount, MemoryLayout<Int32>.stride),
      (exceptionCount, MemoryLayout<TreeEntry>.stride),
    ]
  }
}

extension Coordinate {
  /// Whether both ordinates are numbers within ±1e150.
  @inline(__always) package var isIndexable: Bool {
    x.magnitude <= greatestIndexedOrdinate && y.magnitude <= greatestIndexedOrdinate
  }
}

extension TreeFrame {
  /// Creates a frame from an image.
  init(origin: Coordinate, scale: Double) {
    self.origin = origin
    self.scale = scale
  }
}
