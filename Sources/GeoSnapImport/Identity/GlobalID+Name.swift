package import GeoSnap

extension GlobalID {
  /// The version 5 UUID (RFC 4122) of a name in a namespace, the same in every run.
  package init(name: String, namespace: GlobalID) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + name.utf8.count)
    for half in [namespace.high, namespace.low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
      }
    }
    bytes.append(contentsOf: name.utf8)
    let digest = SHA1.digest(bytes)
    let high = digest[0..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let low = digest[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self.init(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x5000,
      low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    )
  }

  /// The namespace of all GeoSnap imports.
  static let importNamespace = GlobalID(
    high: 0x6E4F_3F0A_2C51_5B7E,
    low: 0x9D1C_47A5_08B2_E663
  )
}
