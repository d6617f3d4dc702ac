/// The mark that some programs write at the start of UTF-8: it is no part of the text.
enum ByteOrderMark {
  private static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of bytes before the text.
  static func length(_ bytes: [UInt8]) -> Int { bytes.starts(with: utf8) ? utf8.count : 0 }
}
