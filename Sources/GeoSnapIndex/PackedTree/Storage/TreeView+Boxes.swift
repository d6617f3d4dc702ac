extension TreeView {
  /// An envelope around all entries below a child of a node, in coordinates; never too small.
  @inline(__always)
  package func envelope(ofChild child: Int, _ level: Int, _ node: Int) -> Envelope {
    frame.envelope(
      holding: level == 1 ? leafSides(node, child) : nodeSides(shape.start(level) &+ node, child)
    )
  }

  /// The sides of a coarse node's child, in units of the frame.
  @inline(__always)
  private func nodeSides(_ node: Int, _ child: Int) -> SIMD4<Double> {
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
  @inline(__always)
  private func leafSides(_ node: Int, _ leaf: Int) -> SIMD4<Double> {
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
