extension ImportOptions {
  /// The origin of an element that the file names, with the prefix before it.
  ///
  /// `;`, `#`, `@` and `%` in the name have a meaning in origins and are percent-encoded.
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
