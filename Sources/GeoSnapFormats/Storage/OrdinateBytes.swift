// Ordinates cross between memory and bytes as a whole: one copy where the byte order is the machine's.
// The library runs on little-endian machines only, as its images do.

extension Array where Element == Double {
  /// Appends numbers that stand as eight bytes each.
  ///
  /// - Precondition: `bytes` holds them from `offset` on.
  @inline(never)
  mutating func append(
    _ bytes: Span<UInt8>,
    from offset: Int,
    count added: Int,
    isLittleEndian: Bool
  ) {
    // Where nothing is to come, not even the count of the empty array that all share is written.
    guard added > 0 else { return }
    let source = bytes.extracting(offset..<offset + added * 8)
    if isEmpty {
      // Written in full before it is read: `added` numbers of eight bytes, which `source` has.
      unsafe self = Array(unsafeUninitializedCapacity: added) { numbers, count in
        unsafe OrdinateBytes.copy(source, to: UnsafeMutableRawBufferPointer(numbers))
        count = added
      }
    } else {
      let start = count
      append(contentsOf: repeatElement(0, count: added))
      unsafe withUnsafeMutableBytes { numbers in
        // `added` numbers were appended behind `start`.
        unsafe OrdinateBytes.copy(
          source,
          to: UnsafeMutableRawBufferPointer(rebasing: numbers[(start * 8)...])
        )
      }
    }
    if isLittleEndian { return }
    for index in count - added..<count {
      self[index] = Double(bitPattern: self[index].bitPattern.byteSwapped)
    }
  }
}

extension Array where Element == UInt8 {
  /// Appends numbers as eight bytes each, the least first.
  @inline(never)
  mutating func append(_ numbers: ArraySlice<Double>) {
    unsafe numbers.withUnsafeBytes { source in
      // Bytes without meaning of their own, valid for the time of the call.
      unsafe append(contentsOf: source)
    }
  }

  /// Appends a number as its bytes, the least first.
  @inline(__always)
  mutating func append<Number: FixedWidthInteger>(bytesOf number: Number) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { source in
      // The bytes of a local value, valid for the time of the call.
      unsafe append(contentsOf: source)
    }
  }
}

extension Span where Element == UInt8 {
  /// The four bytes at `offset` as a number, the least first.
  ///
  /// - Precondition: There are four.
  @inline(__always)
  func littleEndianUInt32(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset &+ 4 <= count, "The number must lie within the bytes")
    // Checked above; any four bytes are a number.
    return unsafe UInt32(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
    )
  }

  /// The eight bytes at `offset` as a number, the least first.
  ///
  /// - Precondition: There are eight.
  @inline(__always)
  func littleEndianUInt64(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= count, "The number must lie within the bytes")
    // Checked above; any eight bytes are a number.
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    )
  }
}

private enum OrdinateBytes {
  static func copy(_ source: Span<UInt8>, to target: UnsafeMutableRawBufferPointer) {
    unsafe source.withUnsafeBytes { bytes in
      // The target has the same number of bytes, and is memory of its own.
      unsafe target.copyMemory(from: bytes)
    }
  }
}
