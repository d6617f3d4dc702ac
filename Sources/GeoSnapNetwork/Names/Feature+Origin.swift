extension String {
  /// The elements of imported files that an origin such as `bus/17;load/3` lists.
  package var originElements: [String] {
    // Most origins name one.
    if !utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }) {
      return isEmpty ? [] : [self]
    }
    return utf8.split(separator: UInt8(ascii: ";")).map { Substring($0).trimmingSpaces }
      .filter { !$0.isEmpty }
  }
}
