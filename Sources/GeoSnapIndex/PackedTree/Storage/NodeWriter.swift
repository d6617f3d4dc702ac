/// Writes the nodes above leaves with known boxes.
// Fills memory that it allocates and then hands over; nothing else accesses it before.
@safe
struct NodeWriter {
  let coarse: UnsafeMutableRawPointer
  let fine: UnsafeMutableRawPointer
  private let shape: TreeShape

  init(_ shape: TreeShape, _ leafBoxes: UnsafeBufferPointer<SIMD4<Float>>) {
    self.shape = shape
    unsafe coarse = .allocate(
      byteCount: max(shape.coarseCount, 1) * TreeView.coarseStride,
      alignment: 64
    )
    unsafe fine = .allocate(
      byteCount: max(shape.fineCount, 1) * TreeView.fineStride,
      alignment: 64
    )
    guard shape.top > 0 else { return }
    var boxes: [SIMD4<Float>] = []
    boxes.reserveCapacity(shape.fineCount)
    for node in 0..<shape.fineCount {
      let children = node * 16..<min(node * 16 + 16, shape.leafCount)
      var box = unsafe leafBoxes[children.lowerBound]
      for leaf in children.dropFirst() { box = NodeWriter.union(box, unsafe leafBoxes[leaf]) }
      writeFine(node, box, children.map { leaf in unsafe leafBoxes[leaf] })
      boxes.append(box)
    }
    for level in 2..<max(shape.top + 1, 2) {
      boxes = (0..<shape.width(level)).map { node in
        let children = boxes[node * 16..<min(node * 16 + 16, boxes.count)]
        writeCoarse(shape.start(level) + node, Array(children))
        return children.dropFirst().reduce(children[children.startIndex], NodeWriter.union)
      }
    }
  }

  private func writeFine(_ node: Int, _ box: SIMD4<Float>, _ children: [SIMD4<Float>]) {
    // The least side keeps the number of cells per unit finite.
    let header = SIMD4<Float>(
      box.x,
      box.y,
      255 / max(box.z - box.x, 0x1p-60),
      255 / max(box.w - box.y, 0x1p-60)
    )
    // node < fineCount and lane < 16.
    let start = unsafe fine + node * TreeView.fineStride
    unsafe start.storeBytes(of: header, as: SIMD4<Float>.self)
    for lane in 0..<16 {
      let cells =
        lane < children.count
        ? TreeView.cells(children[lane], header) : SIMD4<UInt32>(255, 255, 0, 0)
      for row in 0..<4 {
        unsafe start.storeBytes(
          of: UInt8(truncatingIfNeeded: cells[row]),
          toByteOffset: 16 + row * 16 + lane,
          as: UInt8.self
        )
      }
    }
  }

  private func writeCoarse(_ node: Int, _ children: [SIMD4<Float>]) {
    for lane in 0..<16 {
      let box = lane < children.count ? children[lane] : SIMD4(repeating: .nan)
      for row in 0..<4 {
        // node < coarseCount and lane < 16.
        unsafe coarse.storeBytes(
          of: box[row],
          toByteOffset: node * TreeView.coarseStride + row * 64 + lane * 4,
          as: Float.self
        )
      }
    }
  }

  private static func union(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(
      min(first.x, second.x),
      min(first.y, second.y),
      max(first.z, second.z),
      max(first.w, second.w)
    )
  }
}
