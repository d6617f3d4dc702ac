internal import CGEOS
internal import CGEOSThread

/// A geometry of GEOS that is freed with this value.
@safe
package struct OwnedGeometry: ~Copyable {
  private let pointer: OpaquePointer

  /// Adopts the result of a GEOS call.
  @unsafe
  package init(
    adopting pointer: OpaquePointer?,
    of operation: String,
    _ thread: EngineThread
  ) throws(GeometryError) {
    guard let pointer = unsafe pointer else { throw thread.failure(of: operation) }
    unsafe self.pointer = pointer
  }

  deinit {
    // The only owner: adopted once, and released only by `release`, which skips this. Any thread's context may free
    // it.
    if let state = unsafe cgeos_thread() {
      unsafe GEOSGeom_destroy_r(state.pointee.context, pointer)
    }
  }

  /// Lends the geometry to a GEOS call; it stays alive while `body` runs.
  @unsafe
  borrowing func withPointer<Result: ~Copyable>(
    _ body: (OpaquePointer) throws(GeometryError) -> Result
  ) throws(GeometryError) -> Result {
    try unsafe body(pointer)
  }

  /// Hands the geometry to a GEOS call that takes ownership, even if the call fails.
  @unsafe
  consuming func release() -> OpaquePointer {
    let pointer = unsafe pointer
    discard self
    return unsafe pointer
  }
}

/// Geometries of GEOS that are freed together, unless a GEOS call takes ownership.
@safe
struct OwnedGeometries: ~Copyable {
  private var pointers: [OpaquePointer?] = unsafe []

  mutating func append(_ geometry: consuming OwnedGeometry) {
    unsafe pointers.append(geometry.release())
  }

  deinit {
    // The only owner: `append` released them from their owners.
    if let state = unsafe cgeos_thread() {
      for index in unsafe pointers.indices {
        unsafe GEOSGeom_destroy_r(state.pointee.context, pointers[index])
      }
    }
  }

  /// Hands the geometries to a GEOS call that takes ownership, even if the call fails.
  @unsafe
  mutating func release() -> [OpaquePointer?] {
    defer { unsafe pointers = [] }
    return unsafe pointers
  }
}

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

/// A geometry of GEOS with indexes that make repeated tests against it fast.
@safe
struct OwnedPreparedGeometry: ~Copyable {
  // Invariant: `pointer` refers to `geometry`, which is freed after it.

  private let geometry: OwnedGeometry
  /// For GEOS calls while this value is alive.
  @unsafe
  let pointer: OpaquePointer

  init(_ geometry: consuming OwnedGeometry, _ thread: EngineThread) throws(GeometryError) {
    let prepared = try unsafe geometry.withPointer { pointer throws(GeometryError) in
      unsafe GEOSPrepare_r(thread.context, pointer)
    }
    guard let prepared = unsafe prepared else { throw thread.failure(of: "Preparing a geometry") }
    self.geometry = geometry
    unsafe pointer = prepared
  }

  deinit {
    // The only owner; the geometry, a stored property, is freed after this.
    if let state = unsafe cgeos_thread() {
      unsafe GEOSPreparedGeom_destroy_r(state.pointee.context, pointer)
    }
  }

  func intersects(_ other: borrowing OwnedGeometry, _ thread: EngineThread) throws(GeometryError)
    -> Bool
  {
    let answer = try unsafe other.withPointer { other throws(GeometryError) in
      unsafe GEOSPreparedIntersects_r(thread.context, pointer, other)
    }
    guard answer <= 1 else { throw thread.failure(of: "Testing for intersection") }
    return answer == 1
  }
}
