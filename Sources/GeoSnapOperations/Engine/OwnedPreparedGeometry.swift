internal import CGEOS
internal import CGEOSThread

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
