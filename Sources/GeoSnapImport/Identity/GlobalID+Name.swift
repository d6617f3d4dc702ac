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

  static let importNamespace = GlobalID(high: 0x6E4F_3F0A_2C51_5B7E, low: 0x9D1C_47A5_08B2_E663)
}

/// The SHA-1 digest (RFC 3174) for version 5 UUIDs; not for security.
package enum SHA1 {
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    var padded = message
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bitCount = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var words = [UInt32](repeating: 0, count: 80)
    for block in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        let start = block + index * 4
        words[index] = padded[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<80 {
        words[index] = rotated(
          words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16],
          by: 1
        )
      }
      mix(words, into: &state)
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func rotated(_ word: UInt32, by bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for round in 0..<80 {
      let (function, constant): (UInt32, UInt32) =
        switch round {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, by: 5) &+ function &+ e &+ constant &+ words[round]
      (e, d, c, b, a) = (d, c, rotated(b, by: 30), a, next)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
  }
}
