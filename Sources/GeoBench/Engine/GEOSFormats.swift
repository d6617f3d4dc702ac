import CGEOS
import GeoSnap

/// GEOS's readers and writers of well-known binary, each made once and used for every geometry.
@safe
final class GEOSFormats {
  private let context: OpaquePointer
  private let reader: OpaquePointer
  private let writer: OpaquePointer
  private var geometries: [OpaquePointer]

  init() throws {
    // Each is checked, and destroyed at the end.
    guard let context = unsafe GEOS_init_r(),
      let reader = unsafe GEOSWKBReader_create_r(context),
      let writer = unsafe GEOSWKBWriter_create_r(context)
    else { throw BenchError("GEOS cannot begin.") }
    unsafe self.context = context
    unsafe self.reader = reader
    unsafe self.writer = writer
    unsafe geometries = []
    unsafe GEOSWKBWriter_setOutputDimension_r(context, writer, 3)
    unsafe GEOSWKBWriter_setFlavor_r(context, writer, 2)
  }

  deinit {
    // All were made with this context and are not used again.
    for index in unsafe geometries.indices {
      unsafe GEOSGeom_destroy_r(context, geometries[index])
    }
    unsafe GEOSWKBReader_destroy_r(context, reader)
    unsafe GEOSWKBWriter_destroy_r(context, writer)
    unsafe GEOS_finish_r(context)
  }

  /// Keeps geometries for writing.
  func keep(_ texts: [[UInt8]]) {
    for text in texts {
      // The reader copies what it needs before the call returns.
      if let geometry = unsafe GEOSWKBReader_read_r(context, reader, text, text.count) {
        unsafe geometries.append(geometry)
      }
    }
  }

  /// Reads each text and destroys the geometry.
  func read(_ texts: [[UInt8]]) -> Checksum {
    var checksum = Checksum()
    for text in texts {
      guard let geometry = unsafe GEOSWKBReader_read_r(context, reader, text, text.count) else {
        continue
      }
      checksum.hits += 1
      // Alive until it is destroyed on the next line.
      checksum.sumIDs += Int64(unsafe GEOSGetNumCoordinates_r(context, geometry))
      unsafe GEOSGeom_destroy_r(context, geometry)
    }
    return checksum
  }

  /// Writes each kept geometry, and frees the bytes.
  func write() -> Checksum {
    var checksum = Checksum()
    for index in unsafe geometries.indices {
      var size = 0
      let geometry = unsafe geometries[index]
      guard let bytes = unsafe GEOSWKBWriter_write_r(context, writer, geometry, &size) else {
        continue
      }
      checksum.hits += 1
      checksum.sumIDs += Int64(size)
      // Ours to free.
      unsafe GEOSFree_r(context, bytes)
    }
    return checksum
  }
}
