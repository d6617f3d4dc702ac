import CGEOS

/// A reusable array for the ordinates of one geometry after the other.
@safe
final class OrdinateBuffer {
  private let context: GEOSContextHandle_t
  private var ordinates = [Double](repeating: 0, count: 1024)
  private var count = 0

  @unsafe
  init(_ context: GEOSContextHandle_t) { unsafe self.context = context }

  /// Copies the ordinates of a geometry, x and y in turn, and passes them on.
  @unsafe
  func read(_ geometry: OpaquePointer, into sink: inout some AnswerSink) {
    count = 0
    unsafe append(geometry)
    let ordinates = ordinates
    sink.add(ordinates.span.extracting(..<count))
  }

  @unsafe
  private func append(_ geometry: OpaquePointer?) {
    switch unsafe GEOSGeomTypeId_r(context, geometry) {
    case 0...2: unsafe copy(geometry)
    case 3:
      guard unsafe GEOSisEmpty_r(context, geometry) == 0 else { return }
      unsafe copy(GEOSGetExteriorRing_r(context, geometry))
      for ring in 0..<(unsafe GEOSGetNumInteriorRings_r(context, geometry)) {
        unsafe copy(GEOSGetInteriorRingN_r(context, geometry, ring))
      }
    default:
      for part in 0..<(unsafe GEOSGetNumGeometries_r(context, geometry)) {
        unsafe append(GEOSGetGeometryN_r(context, geometry, part))
      }
    }
  }

  /// Copies the ordinates of a point, line or ring.
  @unsafe
  private func copy(_ geometry: OpaquePointer?) {
    let sequence = unsafe GEOSGeom_getCoordSeq_r(context, geometry)
    var size: UInt32 = 0
    unsafe GEOSCoordSeq_getSize_r(context, sequence, &size)
    let end = count + 2 * Int(size)
    if end > ordinates.count {
      ordinates += [Double](repeating: 0, count: end)
    }
    unsafe ordinates.withUnsafeMutableBufferPointer { buffer in
      // There is room for all coordinates from `count` on: made just now if need be.
      let start = unsafe buffer.baseAddress.map { unsafe $0 + count }
      unsafe GEOSCoordSeq_copyToBuffer_r(context, sequence, start, 0, 0)
    }
    count = end
  }
}
