/// What a row of a geometry column is, in one byte.
struct PackedShape: Equatable, RawRepresentable {
  // Bits 0 and 1 are the form, 2 and 3 the dimensions; bit 4 says that the geometry is declared in the
  // column's reference system.
  let rawValue: UInt8

  enum Form: UInt8 {
    case absent, point, line, other
  }

  static let absent = PackedShape(rawValue: Form.absent.rawValue)
  static let other = PackedShape(rawValue: Form.other.rawValue)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ form: Form, _ dimensions: CoordinateDimensions, declaresSRID: Bool) {
    rawValue = form.rawValue | dimensions.rawValue << 2 | (declaresSRID ? 16 : 0)
  }

  // Two bits, for each of which there is a case.
  var form: Form { Form(rawValue: rawValue & 3) ?? .absent }
  var dimensions: CoordinateDimensions { CoordinateDimensions(rawValue: rawValue >> 2 & 3) ?? .xy }
  var declaresSRID: Bool { rawValue & 16 != 0 }
}
