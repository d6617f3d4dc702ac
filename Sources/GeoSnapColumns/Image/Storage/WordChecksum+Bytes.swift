extension WordChecksum {
  /// The sum of bytes, padded with zeros to a whole word; they begin at a multiple of 4.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var checksum = WordChecksum()
    guard let start = bytes.baseAddress else { return checksum.value }
    let end = bytes.count & ~63
    var offset = 0
    // offset + 64 <= bytes.count.
    while offset < end {
      unsafe checksum.add(start.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self))
      offset &+= 64
    }
    while offset &+ 8 <= bytes.count {
      unsafe checksum.add(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    if offset < bytes.count {
      var word: UInt64 = 0
      for index in offset..<bytes.count {
        word |= UInt64(unsafe bytes[index]) &<< UInt64(8 &* (index &- offset))
      }
      checksum.add(word)
    }
    return checksum.value
  }
}
