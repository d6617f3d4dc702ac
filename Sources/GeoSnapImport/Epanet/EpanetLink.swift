/// What a row of a link says in addition to its ends and measures, and the status that follows from it.
struct EpanetLink {
  enum Kind {
    case pipe
    case checkValve
    case pump
    case valve(HydraulicCatalog.ControlValve)
  }

  let kind: Kind
  var isClosed = false
  /// The value after the kind: a setting, a curve or a power.
  var setting: String?
  var millimetres: Double?

  /// Reads the end of a pipe's row: a loss coefficient, a status, or both.
  static func pipe(_ row: InpFile.Row) throws(ReadingError) -> EpanetLink {
    let index = row.words.count > 7 ? 7 : 6
    if row.isKeyword(index, "CV") { return EpanetLink(kind: .checkValve) }
    if row.isKeyword(index, "CLOSED") { return EpanetLink(kind: .pipe, isClosed: true) }
    if index < row.words.count, !row.isKeyword(index, "OPEN") {
      guard index == 6, InpFile.number(row.words[6]) != nil else {
        throw row.error(
          "'\(row.words[index].prefix(40))' is not a status: give OPEN, CLOSED or CV."
        )
      }
    }
    return EpanetLink(kind: .pipe)
  }

  /// The index of the value after a keyword of a pump; a value may be spelled like a keyword too.
  static func index(after keyword: String, in pairs: ArraySlice<String>) -> Int? {
    stride(from: pairs.startIndex, to: pairs.endIndex - 1, by: 2)
      .first { pairs[$0].uppercased().hasPrefix(keyword) }.map { $0 + 1 }
  }

  /// Runs a pump at another speed: its keywords, with the speed last.
  mutating func run(atSpeed speed: String) {
    var words = self.words
    if let old = EpanetLink.index(after: "SPEE", in: words) { words.removeSubrange(old - 1...old) }
    setting = (words + ["SPEED", speed]).joined(separator: " ")
  }

  /// The words of the setting.
  private var words: ArraySlice<String> {
    setting?.split(separator: " ").map(String.init)[...] ?? []
  }

  /// Whether the setting of a pump has a speed.
  var hasSpeed: Bool { EpanetLink.index(after: "SPEE", in: words) != nil }
}
