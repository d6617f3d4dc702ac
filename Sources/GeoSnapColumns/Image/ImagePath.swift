/// The names on the way to a part of an image.
struct ImagePath {
  private var names: [String] = []
  private var hashes: [UInt64] = [0]

  /// The hash of the path in the record.
  var hash: UInt64 { hashes[hashes.count - 1] }

  /// The path for messages.
  var name: String { names.joined(separator: "/") }

  mutating func enter(_ name: String) {
    names.append(name)
    // FNV-1a.
    var hash = (hash ^ 0x2F) &* 0x100_0000_01B3
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hashes.append(hash)
  }

  mutating func leave() {
    names.removeLast()
    hashes.removeLast()
  }
}
