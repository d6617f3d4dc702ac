extension ImportOptions {
  /// The origin of a named element, with the prefix; `;`, `#`, `@` and `%` have a meaning and are percent-encoded.
  func origin(_ table: String, named name: String) -> String {
    var origin = prefix.map { "\($0)/\(table)/" } ?? "\(table)/"
    for character in name.unicodeScalars {
      switch character {
      case ";": origin += "%3B"
      case "#": origin += "%23"
      case "@": origin += "%40"
      case "%": origin += "%25"
      default: origin.unicodeScalars.append(character)
      }
    }
    return origin
  }
}
