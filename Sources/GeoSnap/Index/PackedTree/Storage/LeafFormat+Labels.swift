extension LeafFormat {
  /// Bytes of a leaf: the rows, 16 features, 16 codes.
  @inline(__always)
  static var stride: Int { rowsByteCount &+ 96 }

  @inline(__always)
  func feature(_ leaf: Int, _ lane: Int) -> Int32 {
    // leaf < leafCount and lane < 16: searches give only those.
    unsafe leaves.load(
      fromByteOffset: leaf &* Self.stride &+ Self.rowsByteCount &+ lane &* 4,
      as: Int32.self
    )
  }

  @inline(__always)
  func code(_ leaf: Int, _ lane: Int) -> EntryCode {
    // As in `feature`.
    EntryCode(
      bits: unsafe leaves.load(
        fromByteOffset: leaf &* Self.stride &+ Self.rowsByteCount &+ 64 &+ lane &* 2,
        as: UInt16.self
      )
    )
  }
}
