internal import GeoSnap

/// A digest of 128 bits for a sequence of texts, the same on every machine and in every version.
///
/// It protects against accidental collisions, not against deliberate ones.
struct StableDigest {
  // FNV-1a, twice with different initial values, mixed at the end.
  private var high: UInt64 = 0xCBF2_9CE4_8422_2325
  private var low: UInt64 = 0x9AE1_6A3B_2F90_404F

  /// Adds a text and its end, so that boundaries between texts count.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)
  }

  mutating func addNothing() { add(0xFE) }

  mutating func add(_ byte: UInt8) {
    high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
    low = (low ^ UInt64(byte) ^ low >> 47) &* 0x100_0000_01B3
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var number = number
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }

  /// The digest as a UUID of version 8, the version for custom formats.
  var globalID: GlobalID {
    GlobalID(
      high: Self.mixed(high) & ~0xF000 | 0x8000,
      low: Self.mixed(low) & ~(0b11 << 62) | 0b10 << 62
    )
  }

  var number: UInt64 { Self.mixed(high ^ Self.mixed(low)) }
}

extension EditedNetwork {
  /// A checksum for each table and one for the associations, equal for networks with equal rows.
  ///
  /// - Complexity: Linear in the size of the network.
  var digests: [String: String] {
    var sums: [String: String] = [:]
    for (number, table) in base.tables.enumerated() {
      var sum: UInt64 = 0
      for id in features(table: number) {
        if let feature = feature(id) { sum &+= feature.digest(table.fields).number }
      }
      sums[table.name] = String(sum, radix: 16)
    }
    sums[Profile.associations] = String(
      associations.reduce(into: UInt64(0)) { $0 &+= $1.digest.number },
      radix: 16
    )
    return sums
  }
}

extension Feature {
  fileprivate func digest(_ fields: [AttributeField]) -> StableDigest {
    var digest = StableDigest()
    digest.add("\(rowID) \(assetGroup) \(assetType)")
    for text in [globalID.map { "\($0)" }, origin, geometry?.wkt] {
      if let text { digest.add(text) } else { digest.addNothing() }
    }
    for (field, value) in zip(fields, attributes) where value != .null {
      digest.add(field.name)
      switch value {
      case .null: digest.addNothing()
      case .integer(let number): digest.add("i\(number)")
      case .real(let number): digest.add("r\(number)")
      case .text(let text): digest.add("t\(text)")
      case .blob(let bytes): for byte in bytes { digest.add(byte) }
      }
    }
    return digest
  }
}

extension GeoSnap.Association {
  fileprivate var digest: StableDigest {
    var digest = StableDigest()
    let numbers = [
      kind.rawValue, from.sourceID, from.terminalID ?? -1, to.sourceID, to.terminalID ?? -1,
      isContentVisible ? 1 : 0,
    ]
    digest.add("\(globalID) \(from.globalID) \(to.globalID) \(numbers)")
    digest.add("\(fractionAlongEdge ?? -1)")
    if let origin { digest.add(origin) }
    return digest
  }
}
