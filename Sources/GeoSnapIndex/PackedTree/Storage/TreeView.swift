internal import CHints

/// The memory of a packed tree for searches: plain numbers and pointers, so that walks count no references.
///
/// A coarse node is four rows of 16 `Float` (least x, least y, greatest x, greatest y of its children, in units of
/// the frame); a missing child is NaN, which fails every comparison. A fine node is above 16 leaves. Most nodes of a
/// tree are fine nodes, and they are small enough for the second-level cache to hold all: the box is divided into 256
/// x 256 cells, and four rows of 16 `UInt8` give the first and last cells of its leaves. A header of 16 bytes has the
/// corner of cell (0, 0) and the cells per unit.
// Points to memory of the PackedTree that created it, which outlives every use: views are only passed to searches of
// that tree's methods, hence `@safe`. Each load states why it is in bounds.
@safe package struct TreeView: @unchecked Sendable {
  package let shape: TreeShape
  package let frame: TreeFrame
  let coarse: UnsafeRawPointer
  let fine: UnsafeRawPointer
  let leaves: UnsafeRawPointer
  let leafStride: Int
  let exceptions: ExceptionList
  package let segmentBits: UInt16

  static let coarseStride = 256
  static let fineStride = 80

  // MARK: Coarse nodes

  /// One bit for each child of a coarse node whose box meets the window.
  @inline(__always) func children(ofCoarse node: Int, in window: LaneWindow<Float>) -> UInt32 {
    LaneBits.of(
      children(node, 0, window),
      children(node, 1, window),
      children(node, 2, window),
      children(node, 3, window)
    )
  }

  @inline(__always) private func children(
    _ node: Int,
    _ quarter: Int,
    _ window: LaneWindow<Float>
  ) -> SIMDMask<SIMD4<Int32>> {
    (sides(node, 0, quarter) .<= window.maxX) .& (sides(node, 2, quarter) .>= window.minX)
      .& (sides(node, 1, quarter) .<= window.maxY) .& (sides(node, 3, quarter) .>= window.minY)
  }

  /// The sides of four neighbouring children: row 0 least x, 1 least y, 2 greatest x, 3 greatest y.
  @inline(__always) func sides(_ node: Int, _ row: Int, _ quarter: Int) -> SIMD4<Float> {
    // node < coarseCount: searches begin inside the tree and skip missing children; row and quarter
    // are literals below 4. Nodes are 64-byte aligned, and so is every quarter to 16.
    unsafe coarse.value(
      at: node &* TreeView.coarseStride &+ row &* 64 &+ quarter &* 16,
      as: SIMD4<Float>.self
    )
  }

  // MARK: Fine nodes

  /// One bit for each leaf of a fine node whose box meets the window, in frame units; bits of missing leaves may be
  /// set.
  @inline(__always) func leaves(ofFine node: Int, in window: SIMD4<Float>) -> UInt32 {
    var cells = TreeView.cells(window, fineHeader(node))
    // The same cell in all bytes of a word.
    cells |= cells &<< SIMD4(repeating: 8)
    cells |= cells &<< SIMD4(repeating: 16)
    return LaneBits.of(
      (fineRow(node, 0) .<= spread(cells.z)) .& (fineRow(node, 2) .>= spread(cells.x))
        .& (fineRow(node, 1) .<= spread(cells.w)) .& (fineRow(node, 3) .>= spread(cells.y))
    )
  }

  /// The corner of cell (0, 0), then cells per unit in x and y.
  @inline(__always) func fineHeader(_ node: Int) -> SIMD4<Float> {
    // node < fineCount: as for coarse nodes. A fine node's address is a multiple of 16.
    unsafe fine.value(at: node &* TreeView.fineStride, as: SIMD4<Float>.self)
  }

  /// The cells of 16 leaves: row 0 least column, 1 least row, 2 greatest column, 3 greatest row.
  @inline(__always) func fineRow(_ node: Int, _ row: Int) -> SIMD16<UInt8> {
    // As in `fineHeader`; row is a literal below 4.
    unsafe fine.value(at: node &* TreeView.fineStride &+ 16 &+ row &* 16, as: SIMD16<UInt8>.self)
  }

  /// The same, four cells to a word, the first in the lowest bits.
  @inline(__always) func fineWords(_ node: Int, _ row: Int) -> SIMD4<UInt32> {
    // Both are 16 bytes of plain numbers; words are little-endian wherever Swift runs.
    unsafe unsafeBitCast(fineRow(node, row), to: SIMD4<UInt32>.self)
  }

  /// The cells of a fine node that contain sides; monotonic.
  @inline(__always)
  static func cells(_ sides: SIMD4<Float>, _ header: SIMD4<Float>) -> SIMD4<UInt32> {
    let corner = SIMD4(header.x, header.y, header.x, header.y)
    var cells = (sides - corner) * SIMD4(header.z, header.w, header.z, header.w)
    let (first, last) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 255))
    cells.replace(with: first, where: cells .< first)
    cells.replace(with: last, where: cells .> last)
    // Adding 2^23 leaves the nearest whole number in the low bits. Both are four plain words.
    let shifted = cells + SIMD4(repeating: 0x1p23)
    return unsafe unsafeBitCast(shifted, to: SIMD4<UInt32>.self) & SIMD4(repeating: 255)
  }

  @inline(__always) private func spread(_ word: UInt32) -> SIMD16<UInt8> {
    // Both are 16 bytes of plain numbers.
    unsafe unsafeBitCast(SIMD4(repeating: word), to: SIMD16<UInt8>.self)
  }

  // MARK: Hints

  @inline(__always) func fetchCoarse(_ node: Int) {
    // A hint never faults, at any address.
    let start = unsafe coarse + node &* TreeView.coarseStride
    unsafe chints_prefetch(start)
    unsafe chints_prefetch(start + 64)
    unsafe chints_prefetch(start + 128)
    unsafe chints_prefetch(start + 192)
  }

  @inline(__always) func fetchFine(_ node: Int) {
    // As in `fetchCoarse`.
    let start = unsafe fine + node &* TreeView.fineStride
    unsafe chints_prefetch(start)
    unsafe chints_prefetch(start + 64)
  }

  @inline(__always) func fetchLeaf(_ leaf: Int) {
    // As in `fetchCoarse`.
    let start = unsafe leaves + leaf &* leafStride
    unsafe chints_prefetch(start)
    unsafe chints_prefetch(start + 64)
    unsafe chints_prefetch(start + 128)
    unsafe chints_prefetch(start + 192)
    unsafe chints_prefetch(start + 256)
    unsafe chints_prefetch(start + 320)
    if leafStride > 384 {
      unsafe chints_prefetch(start + 384)
      unsafe chints_prefetch(start + 448)
      unsafe chints_prefetch(start + 512)
      unsafe chints_prefetch(start + 576)
    }
  }

  // MARK: Entries

  @inline(__always)
  func leaves<Leaves: LeafFormat>(as format: Leaves.Type, _ grid: Grid?) -> Leaves {
    unsafe Leaves(leaves, grid)
  }

  var byteCount: Int {
    shape.leafCount * leafStride + shape.fineCount * TreeView.fineStride
      + shape.coarseCount * TreeView.coarseStride + exceptions.byteCount
  }

  @inline(__always)
  func entry<Leaves: LeafFormat>(_ leaves: Leaves, _ leaf: Int, _ lane: Int) -> TreeEntry {
    let code = leaves.code(leaf, lane)
    guard code != .exception else { return exceptions.entry(at: leaf &* 16 &+ lane) }
    let (least, greatest) = leaves.sides(leaf, lane)
    let isGreatestXFirst = code.isGreatestXFirst
    let isGreatestYFirst = code.isGreatestYFirst
    return TreeEntry(
      first: Coordinate(
        x: isGreatestXFirst ? greatest.x : least.x,
        y: isGreatestYFirst ? greatest.y : least.y
      ),
      second: Coordinate(
        x: isGreatestXFirst ? least.x : greatest.x,
        y: isGreatestYFirst ? least.y : greatest.y
      ),
      label: code.label(leaves.feature(leaf, lane), segmentBits: segmentBits)
    )
  }

  /// An envelope around all entries below a child of a node, in coordinates; never too small.
  @inline(__always)
  package func envelope(ofChild child: Int, _ level: Int, _ node: Int) -> Envelope {
    frame.envelope(
      holding: level == 1 ? leafSides(node, child) : nodeSides(shape.start(level) &+ node, child)
    )
  }

  /// The sides of a coarse node's child, in units of the frame.
  @inline(__always) private func nodeSides(_ node: Int, _ child: Int) -> SIMD4<Double> {
    // node < coarseCount and child < 16: walks begin inside the tree and skip missing children.
    let column = unsafe coarse + (node &* TreeView.coarseStride &+ child &* 4)
    return SIMD4(
      Double(unsafe column.load(as: Float.self)),
      Double(unsafe column.load(fromByteOffset: 64, as: Float.self)),
      Double(unsafe column.load(fromByteOffset: 128, as: Float.self)),
      Double(unsafe column.load(fromByteOffset: 192, as: Float.self))
    )
  }

  /// The sides of a fine node's leaf, in units of the frame, as far outside as its cells permit.
  ///
  /// Each side was rounded to the nearest cell, with an error below 2^-14 of a cell, so it lies little more than half
  /// a cell from the middle of its cell.
  @inline(__always) private func leafSides(_ node: Int, _ leaf: Int) -> SIMD4<Double> {
    let header = fineHeader(node)
    let corner = SIMD4(Double(header.x), Double(header.y), Double(header.x), Double(header.y))
    let perUnit = SIMD4(Double(header.z), Double(header.w), Double(header.z), Double(header.w))
    // As in `nodeSides`, for fine nodes: their rows of 16 cells follow the header's 16 bytes.
    let column = unsafe fine + (node &* TreeView.fineStride &+ 16 &+ leaf)
    let cells = SIMD4(
      Double(unsafe column.load(as: UInt8.self)),
      Double(unsafe column.load(fromByteOffset: 16, as: UInt8.self)),
      Double(unsafe column.load(fromByteOffset: 32, as: UInt8.self)),
      Double(unsafe column.load(fromByteOffset: 48, as: UInt8.self))
    )
    let half = 0.5 + 0x1p-10
    return corner + (cells + SIMD4(-half, -half, half, half)) / perUnit
  }
}
