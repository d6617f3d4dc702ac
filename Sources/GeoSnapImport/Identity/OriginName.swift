extension ImportOptions {
  func origin(_ table: String, _ index: Int) -> String {
    prefix.map { "\($0)/\(table)/\(index)" } ?? "\(table)/\(index)"
  }

  func origin(_ table: String, named name: String) -> String {
    "\(prefix.map { "\($0)/" } ?? "")\(table)/\(name.withEncodedSigns)"
  }
}

extension String {
  /// The text with percent-encoding of the characters that have a meaning in origins.
  var withEncodedSigns: String {
    // Bytes beyond ASCII are included: U+037E is canonically equal to a semicolon.
    guard utf8.contains(where: { $0 >= 0x80 || ";#@%".utf8.contains($0) }) else { return self }
    var text = ""
    // By scalar: a mark after a sign must not hide the sign.
    for scalar in unicodeScalars {
      switch scalar {
      case ";", "\u{37E}": text += "%3B"
      case "#": text += "%23"
      case "@": text += "%40"
      case "%": text += "%25"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text as a part of an origin, with percent-encoding also of a blank at its start or end.
  package var asOrigin: String {
    var text = withEncodedSigns
    if text.last == " " { text.replaceSubrange(text.index(before: text.endIndex)..., with: "%20") }
    if text.first == " " { text.replaceSubrange(...text.startIndex, with: "%20") }
    return text
  }
}
