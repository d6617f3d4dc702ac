package import GeoSnap

/// GeoPackage's binary form of a geometry: a header with reference system and envelope, then WKB.
package enum GeometryBlob {
  /// The bytes of a geometry, little-endian, with an XY envelope unless the geometry is empty.
  package static func encode(_ geometry: Geometry, envelope: Envelope?, srsID: Int32) -> [UInt8] {
    let wkb = geometry.wkb()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40 + wkb.count)
    bytes += [UInt8(ascii: "G"), UInt8(ascii: "P"), 0]
    bytes.append(envelope == nil ? emptyFlag | littleEndianFlag : 1 << 1 | littleEndianFlag)
    append(UInt32(bitPattern: srsID), to: &bytes)
    if let envelope {
      for side in [envelope.minX, envelope.maxX, envelope.minY, envelope.maxY] {
        append(side.bitPattern, to: &bytes)
      }
    }
    return bytes + wkb
  }

  /// The bytes of a point, little-endian, without an envelope, which would repeat its coordinate.
  package static func encode(_ place: Coordinate, srsID: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(29)
    bytes += [UInt8(ascii: "G"), UInt8(ascii: "P"), 0, littleEndianFlag]
    append(UInt32(bitPattern: srsID), to: &bytes)
    bytes.append(1)
    append(UInt32(1), to: &bytes)
    append(place.x.bitPattern, to: &bytes)
    append(place.y.bitPattern, to: &bytes)
    return bytes
  }

  private static let littleEndianFlag: UInt8 = 1
  private static let emptyFlag: UInt8 = 1 << 4
  private static let extendedFlag: UInt8 = 1 << 5

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// The error in a blob, as the end of a sentence that begins with the column's name.
  struct Malformed: Error {
    let message: String

    fileprivate init(message: String) { self.message = message }

    fileprivate init(_ error: FormatError, at start: Int) {
      let isOther = error.code == .unexpectedType || error.code == .unsupportedCurve
      message =
        isOther
        ? "cannot be read: \(error.message)"
        : "has broken WKB from byte \(start) on: \(error)"
    }
  }

  static func decode(
    _ bytes: Span<UInt8>,
    srsID: Int64,
    srid: SRID?
  ) throws(Malformed) -> Geometry {
    let start = try start(bytes, srsID)
    do throws(FormatError) {
      return try Geometry(wkb: bytes.extracting(start...), srid: srid)
    } catch {
      throw Malformed(error, at: start)
    }
  }

  /// Reads a geometry as ``decode(_:srsID:srid:)`` does, and converts arcs to straight segments.
  static func straightened(
    _ bytes: Span<UInt8>,
    srsID: Int64,
    srid: SRID?
  ) throws(Malformed) -> (geometry: Geometry, arcCount: Int) {
    let start = try start(bytes, srsID)
    do throws(FormatError) {
      return try Geometry.straightened(wkb: bytes.extracting(start...), srid: srid)
    } catch {
      throw Malformed(error, at: start)
    }
  }

  private static func start(_ bytes: Span<UInt8>, _ srsID: Int64) throws(Malformed) -> Int {
    guard bytes.count >= 8 else {
      throw Malformed(message: "has \(bytes.count) bytes, too few for a GeoPackage header.")
    }
    guard bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "P") else {
      throw Malformed(message: "is not a GeoPackage geometry: it does not begin with GP.")
    }
    guard bytes[2] == 0 else {
      throw Malformed(
        message: "has GeoPackage geometry version \(bytes[2]); only version 0 is supported."
      )
    }
    let flags = bytes[3]
    guard flags & extendedFlag == 0 else {
      throw Malformed(
        message: "is an extended geometry, which only the program that wrote it can read."
      )
    }
    let declared = readSRSID(bytes, isLittleEndian: flags & littleEndianFlag != 0)
    // -1 and 0 mean an undefined system: then that of the table counts.
    guard Int64(declared) == srsID || declared == 0 || declared == -1 else {
      throw Malformed(message: "is in reference system \(declared), but the table is in \(srsID).")
    }
    let envelopeSizes = [0, 32, 48, 48, 64]
    let envelopeCode = Int(flags >> 1 & 0b111)
    guard envelopeCode < envelopeSizes.count else {
      throw Malformed(message: "has envelope code \(envelopeCode); only 0 to 4 are valid.")
    }
    let start = 8 + envelopeSizes[envelopeCode]
    guard start <= bytes.count else {
      throw Malformed(message: "ends after \(bytes.count) bytes, within its envelope.")
    }
    return start
  }

  /// The envelope of a geometry; nil when it is empty or malformed.
  static func envelope(_ bytes: [UInt8]) -> Envelope? {
    guard bytes.count >= 8 else { return nil }
    let declared = readSRSID(bytes.span, isLittleEndian: bytes[3] & littleEndianFlag != 0)
    return (try? straightened(bytes.span, srsID: Int64(declared), srid: nil))?.geometry.envelope
  }

  private static func readSRSID(_ bytes: Span<UInt8>, isLittleEndian: Bool) -> Int32 {
    var raw: UInt32 = 0
    for index in 4..<8 { raw = raw << 8 | UInt32(bytes[index]) }
    return Int32(bitPattern: isLittleEndian ? raw.byteSwapped : raw)
  }
}
