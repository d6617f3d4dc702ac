/// The bytes that a hexadecimal text stands for.
func bytes(hex: String) -> [UInt8] {
  let digits = hex.utf8.map { byte in UInt8(String(UnicodeScalar(byte)), radix: 16) ?? 0 }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
