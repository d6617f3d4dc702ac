extension [UInt8] {
  /// Whether the bytes begin with the byte order mark of UTF-16, or with ASCII letters in UTF-16.
  package var startsAsUTF16: Bool {
    if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) { return true }
    return count > 3 && (self[0] == 0) != (self[1] == 0) && (self[0] == 0) == (self[2] == 0)
      && (self[1] == 0) == (self[3] == 0)
  }
}

/// The byte order mark that some programs write before UTF-8 text.
enum ByteOrderMark {
  private static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func length(_ bytes: [UInt8]) -> Int { bytes.starts(with: utf8) ? utf8.count : 0 }
}
