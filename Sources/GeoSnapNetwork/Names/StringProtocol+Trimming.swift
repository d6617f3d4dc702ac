extension StringProtocol {
  /// The text without spaces at its ends.
  package var trimmingSpaces: String {
    var bytes = Substring(self).utf8
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
