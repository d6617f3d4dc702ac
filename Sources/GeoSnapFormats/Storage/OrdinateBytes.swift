// Ordinates are copied between memory and bytes as a whole: in one copy if the byte order is the machine's. The
// library runs on little-endian machines only, as its images do.

extension Array where Element == Double {
  /// Appends numbers of eight bytes each, which `bytes` must have from `offset` on.
  @inline(never) mutating func append(
    _ bytes: Span<UInt8>,
    from offset: Int,
    count added: Int,
    isLittleEndian: Bool
  ) {
    // For no numbers, even the count of the shared empty array must not be written.
    guard added > 0 else { return }
    let source = bytes.extracting(offset..<offset + added * 8)
    if isEmpty {
      // All of `added` numbers of eight bytes are written before they are read; `source` has as many.
      unsafe self = Array(unsafeUninitializedCapacity: added) { numbers, count in
        unsafe copyBytes(of: source, to: UnsafeMutableRawBufferPointer(numbers))
        count = added
      }
    } else {
      let start = count
      append(contentsOf: repeatElement(0, count: added))
      unsafe withUnsafeMutableBytes { numbers in
        // `added` numbers were appended behind `start`.
        unsafe copyBytes(
          of: source,
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
  /// Appends numbers as eight bytes each, in little-endian order.
  @inline(never) mutating func append(_ numbers: ArraySlice<Double>) {
    unsafe numbers.withUnsafeBytes { source in
      // Plain bytes, valid during the call.
      unsafe append(contentsOf: source)
    }
  }

  @inline(__always) mutating func append<Number: FixedWidthInteger>(bytesOf number: Number) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { source in
      // The bytes of a local value, valid during the call.
      unsafe append(contentsOf: source)
    }
  }
}

extension Span where Element == UInt8 {
  /// The little-endian number in the four bytes at `offset`, which must exist.
  @inline(__always) func littleEndianUInt32(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset &+ 4 <= count, "The number must lie within the bytes")
    // The bounds are checked above; any four bytes are a number.
    return unsafe UInt32(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
    )
  }

  /// The little-endian number in the eight bytes at `offset`, which must exist.
  @inline(__always) func littleEndianUInt64(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= count, "The number must lie within the bytes")
    // The bounds are checked above; any eight bytes are a number.
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    )
  }
}

private func copyBytes(of source: Span<UInt8>, to target: UnsafeMutableRawBufferPointer) {
  unsafe source.withUnsafeBytes { bytes in
    // The target has the same number of bytes, and is separate memory.
    unsafe target.copyMemory(from: bytes)
  }
}
