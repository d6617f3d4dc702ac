/// The header of a packed tree in an image.
struct TreeHeader: Equatable, Sendable {
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
  init(_ words: ArraySlice<UInt64>) throws(InvalidContent) {
    let words = Array(words)
    let numbers = words[4...].map { Double(bitPattern: $0) }
    guard words[0] <= UInt64(greatestEntryCount) else { throw "more entries than can be numbered" }
    count = Int(words[0])
    guard words[1] <= words[0] else { throw "more exceptions than entries" }
    exceptionCount = Int(words[1])
    guard words[3] <= UInt64(EntryCode.numberBits) else { throw "more bits than a code has" }
    segmentBits = UInt16(words[3])
    let origin = Coordinate(x: numbers[0], y: numbers[1])
    guard origin.isIndexable, numbers[2] >= 1e-150, numbers[2] <= 1e150 else {
      throw "an impossible frame"
    }
    frame = TreeFrame(origin: origin, scale: numbers[2])
    if numbers[3] == 0 {
      guard numbers[4] == 0, numbers[5] == 0 else { throw "a base without a grid" }
      grid = nil
    } else {
      let base = Coordinate(x: numbers[4], y: numbers[5])
      guard numbers[3] >= 1, numbers[3] <= 1e9, base.x.magnitude <= 0x1p52,
        base.y.magnitude <= 0x1p52
      else { throw "an impossible grid" }
      grid = Grid(perUnit: numbers[3], base: base)
    }
    extent = Envelope(minX: numbers[6], minY: numbers[7], maxX: numbers[8], maxY: numbers[9])
    guard Coordinate(x: extent.minX, y: extent.minY).isIndexable,
      Coordinate(x: extent.maxX, y: extent.maxY).isIndexable, extent.minX <= extent.maxX,
      extent.minY <= extent.maxY
    else { throw "an impossible extent" }
    guard numbers[10] >= 0, numbers[10].isFinite else { throw "impossible leaves" }
    typicalLeafSide = numbers[10] > 0 ? numbers[10] : nil
    guard words[2] == UInt64(leafStride) else { throw "leaves of a wrong size" }
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

/// Content of an image that is out of range, as a part of a sentence.
struct InvalidContent: Error, ExpressibleByStringLiteral {
  let problem: String

  init(stringLiteral problem: String) { self.problem = problem }
}

extension Coordinate {
  /// Whether both ordinates are numbers within ±1e150.
  @inline(__always)
  package var isIndexable: Bool {
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
