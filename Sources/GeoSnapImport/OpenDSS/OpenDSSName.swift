/// Encodes the names of a circuit for origins.
enum OpenDSSName {
  /// The origin of an element, such as `line/ln5774453-1`.
  static func origin(_ className: String, _ name: String, prefix: String?) -> String {
    let origin = "\(className)/\(encoded(name))"
    return prefix.map { "\($0)/\(origin)" } ?? origin
  }

  /// A name in lower case, with percent-encoding of characters that have a meaning in origins.
  static func encoded(_ name: String) -> String {
    var text = ""
    for sign in name.lowercased() {
      switch sign {
      case ";": text += "%3B"
      case "#": text += "%23"
      case "@": text += "%40"
      case "%": text += "%25"
      default: text.append(sign)
      }
    }
    return text
  }
}
