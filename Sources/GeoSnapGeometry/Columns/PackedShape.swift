/// The kind of a row of a geometry column, in one byte.
@usableFromInline
struct PackedShape: Equatable, RawRepresentable, Sendable {
  // Bits 0 and 1 are the form, bits 2 and 3 the dimensions. Bit 4: the geometry is declared in the column's reference
  // system.
  @usableFromInline let rawValue: UInt8

  @usableFromInline
  enum Form: UInt8 {
    case absent, point, line, other
  }

  @inlinable static var absent: PackedShape { PackedShape(rawValue: Form.absent.rawValue) }
  static let other = PackedShape(rawValue: Form.other.rawValue)

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ form: Form, _ dimensions: CoordinateDimensions, declaresSRID: Bool) {
    rawValue = form.rawValue | dimensions.rawValue << 2 | (declaresSRID ? 16 : 0)
  }

  // Each value of the two bits has a case.
  @inlinable var form: Form { Form(rawValue: rawValue & 3) ?? .absent }
  @inlinable var dimensions: CoordinateDimensions {
    CoordinateDimensions(rawValue: rawValue >> 2 & 3) ?? .xy
  }
  var declaresSRID: Bool { rawValue & 16 != 0 }
}
