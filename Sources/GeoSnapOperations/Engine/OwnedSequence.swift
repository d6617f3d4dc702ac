internal import CGEOS
internal import CGEOSThread

/// A coordinate sequence of GEOS that is freed with this value.
@safe
struct OwnedSequence: ~Copyable {
  private let pointer: OpaquePointer

  /// Copies the coordinates in `range` to GEOS at once.
  init(
    _ coordinates: CoordinateSequence,
    _ range: Range<Int>,
    _ thread: EngineThread
  ) throws(GeometryError) {
    let width = coordinates.dimensions.count
    let start = range.lowerBound * width
    precondition(
      start >= 0 && range.upperBound * width <= coordinates.ordinates.count,
      "A path lies within its sequence"
    )
    let hasZ: Int32 = coordinates.dimensions.hasZ ? 1 : 0
    let hasM: Int32 = coordinates.dimensions.hasM ? 1 : 0
    let pointer = unsafe coordinates.ordinates.withUnsafeBufferPointer { buffer in
      // From `start` on, the buffer holds `range.count` coordinates of `width` ordinates, as `hasZ` and `hasM` say;
      // this has been checked.
      unsafe GEOSCoordSeq_copyFromBuffer_r(
        thread.context,
        buffer.baseAddress.map { unsafe $0 + start },
        UInt32(range.count),
        hasZ,
        hasM
      )
    }
    guard let pointer = unsafe pointer else { throw thread.failure(of: "Copying coordinates") }
    unsafe self.pointer = pointer
  }

  deinit {
    // The only owner: created in `init`, and released only by `release`, which skips this.
    if let state = unsafe cgeos_thread() {
      unsafe GEOSCoordSeq_destroy_r(state.pointee.context, pointer)
    }
  }

  /// Hands the sequence to a GEOS call that takes ownership, even if the call fails.
  @unsafe
  consuming func release() -> OpaquePointer {
    let pointer = unsafe pointer
    discard self
    return unsafe pointer
  }
}
