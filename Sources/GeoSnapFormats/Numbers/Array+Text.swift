extension [UInt8] {
  /// Adds the UTF-8 of a text.
  @inline(never)
  mutating func append(text: String) { append(contentsOf: text.utf8) }
}
