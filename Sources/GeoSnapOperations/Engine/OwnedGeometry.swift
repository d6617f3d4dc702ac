internal import CGEOS
internal import CGEOSThread

/// A geometry of GEOS that is freed when this value ends.
@safe
package struct OwnedGeometry: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes over what a GEOS call returned.
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
    // Owned by nobody else: adopted once, and released only by `release`, which skips this.
    // Any thread's context may free it.
    if let state = unsafe cgeos_thread() {
      unsafe GEOSGeom_destroy_r(state.pointee.context, pointer)
    }
  }

  /// Lends the geometry to a GEOS call; it cannot die while `body` runs.
  @unsafe
  borrowing func withPointer<Result: ~Copyable>(
    _ body: (OpaquePointer) throws(GeometryError) -> Result
  ) throws(GeometryError) -> Result {
    try unsafe body(pointer)
  }

  /// Gives the geometry to a GEOS call that takes it over, even if that call fails.
  @unsafe
  consuming func release() -> OpaquePointer {
    let pointer = unsafe pointer
    discard self
    return unsafe pointer
  }
}

/// Geometries of GEOS that are freed together, unless a GEOS call takes them over.
@safe
struct OwnedGeometries: ~Copyable {
  private var pointers: [OpaquePointer?] = unsafe []

  mutating func append(_ geometry: consuming OwnedGeometry) {
    unsafe pointers.append(geometry.release())
  }

  deinit {
    // Owned by nobody else: released from their owners by `append`.
    if let state = unsafe cgeos_thread() {
      for index in unsafe pointers.indices {
        unsafe GEOSGeom_destroy_r(state.pointee.context, pointers[index])
      }
    }
  }

  /// Gives the geometries to a GEOS call that takes them over, even if that call fails.
  @unsafe
  mutating func release() -> [OpaquePointer?] {
    defer { unsafe pointers = [] }
    return unsafe pointers
  }
}
