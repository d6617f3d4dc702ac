extension WKBParser {
  struct Header {
    let offset: Int
    let isLittleEndian: Bool
    let type: GeometryType
    /// The code of a type of curves; 0 for the simple types.
    let curve: UInt32
    let dimensions: CoordinateDimensions
    let srid: SRID?

    var name: String { GeometryType.others[curve] ?? type.name }
  }
}

/// The bits that EWKB sets in a type code.
enum EWKBFlag {
  static let z: UInt32 = 0x8000_0000
  static let m: UInt32 = 0x4000_0000
  static let srid: UInt32 = 0x2000_0000
  static let all = z | m | srid
}
