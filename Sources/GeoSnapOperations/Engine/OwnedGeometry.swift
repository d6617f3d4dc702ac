internal import CGEOS
internal import CGEOSThread

/// A geometry of GEOS that is freed with this value.
@safe
package struct OwnedGeometry: ~Copyable {
  private let pointer: OpaquePointer

  /// Adopts the result of a GEOS call.
  ///
  /// - Throws: ``GeometryError`` with code `engine` when the call returned nothing.
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
