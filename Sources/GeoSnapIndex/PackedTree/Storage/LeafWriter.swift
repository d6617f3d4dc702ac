internal import CHints

/// Writes the entries of leaves.
// Points to leaves that the builder allocated and keeps; it writes each slot from one thread only.
@safe
struct LeafWriter<Leaves: LeafFormat> {
  private let leaves: UnsafeMutableRawPointer
  private let grid: Grid?
  private let segmentBits: UInt16

  init(_ leaves: UnsafeMutableRawPointer, _ grid: Grid?, _ segmentBits: UInt16) {
    unsafe self.leaves = unsafe leaves
    self.grid = grid
    self.segmentBits = segmentBits
  }

  /// Writes an entry; false when it is an exception, whose rows give its position only roughly.
  func write(_ entry: TreeEntry, _ leaf: Int, _ lane: Int) -> Bool {
    let isHeld: Bool
    if let grid {
      let (steps, areExact) = grid.steps(entry.first, entry.second)
      setRows(
        leaf,
        lane,
        min(steps.x, steps.z),
        min(steps.y, steps.w),
        max(steps.x, steps.z),
        max(steps.y, steps.w)
      )
      isHeld = areExact
    } else {
      let box = entry.envelope
      setRows(leaf, lane, box.minX, box.minY, box.maxX, box.maxY)
      // The lesser of 0.0 and -0.0 may be either.
      isHeld = !hasNegativeZero(entry.first) && !hasNegativeZero(entry.second)
    }
    let code = isHeld ? EntryCode(entry, segmentBits: segmentBits) : nil
    setLabel(leaf, lane, entry.label.feature, code ?? .exception)
    return code != nil
  }

  /// Writes sides that fail every test.
  func writeMissing(_ leaf: Int, _ lane: Int) {
    if grid == nil {
      setRows(leaf, lane, Double.nan, .nan, .nan, .nan)
    } else {
      let missing = GridLeaves.missing
      setRows(leaf, lane, missing, missing, -missing, -missing)
    }
    setLabel(leaf, lane, 0, EntryCode(bits: 0))
  }

  private func hasNegativeZero(_ place: Coordinate) -> Bool {
    (place.x == 0 && place.x.sign == .minus) || (place.y == 0 && place.y.sign == .minus)
  }

  private func setRows<Side>(
    _ leaf: Int,
    _ lane: Int,
    _ minX: Side,
    _ minY: Side,
    _ maxX: Side,
    _ maxY: Side
  ) {
    let size = MemoryLayout<Side>.stride
    // leaf < leafCount and lane < 16: the builder's pieces divide the slots.
    let column = unsafe leaves + leaf * Leaves.stride + lane * size
    unsafe column.storeBytes(of: minX, as: Side.self)
    unsafe column.storeBytes(of: minY, toByteOffset: 16 * size, as: Side.self)
    unsafe column.storeBytes(of: maxX, toByteOffset: 32 * size, as: Side.self)
    unsafe column.storeBytes(of: maxY, toByteOffset: 48 * size, as: Side.self)
  }

  private func setLabel(_ leaf: Int, _ lane: Int, _ feature: Int32, _ code: EntryCode) {
    // As in `setRows`.
    let labels = unsafe leaves + leaf * Leaves.stride + Leaves.rowsByteCount
    unsafe labels.storeBytes(of: feature, toByteOffset: lane * 4, as: Int32.self)
    unsafe labels.storeBytes(of: code.bits, toByteOffset: 64 + lane * 2, as: UInt16.self)
  }
}

extension TreeBuilder {
  @inline(__always)
  static func fetch(_ entries: UnsafePointer<TreeEntry>, _ index: Int) {
    // A hint never faults, at any address.
    unsafe chints_prefetch(entries + index)
    // Half of the entries extend into the next cache line.
    unsafe chints_prefetch(UnsafeRawPointer(entries + index + 1) - 1)
  }
}
