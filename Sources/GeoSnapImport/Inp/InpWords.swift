/// Splits a line of an EPANET or SWMM input file into words.
///
/// Words are separated by blanks or enclosed in double quotes; a semicolon outside quotes begins a comment.
enum InpWords {
  /// The words, the trimmed text before the comment, and whether a quote is not closed.
  ///
  /// - Throws: ``ReadingError`` when the text before the comment has a control character.
  static func split(_ line: ArraySlice<UInt8>, number: Int) throws(ReadingError)
    -> (words: [String], text: String, hasOpenQuote: Bool)
  {
    var words: [String] = []
    var position = line.startIndex
    var textStart: Int?
    var textEnd = position
    var hasOpenQuote = false
    while position < line.endIndex {
      let byte = line[position]
      if isBlank(byte) {
        position += 1
        continue
      }
      if byte == UInt8(ascii: ";") { break }
      textStart = textStart ?? position
      var end = position
      if byte == UInt8(ascii: "\"") {
        position += 1
        end = line[position...].firstIndex(of: UInt8(ascii: "\"")) ?? line.endIndex
        hasOpenQuote = hasOpenQuote || end == line.endIndex
        words.append(String(decoding: line[position..<end], as: UTF8.self))
        position = min(end + 1, line.endIndex)
      } else {
        end =
          line[position...].firstIndex { isBlank($0) || $0 == UInt8(ascii: ";") }
          ?? line.endIndex
        words.append(String(decoding: line[position..<end], as: UTF8.self))
        position = end
      }
      textEnd = position
    }
    if let control = line[..<position].first(where: { $0 < 0x20 && !isBlank($0) || $0 == 0x7F }) {
      throw ReadingError(
        "line \(number)",
        line: number,
        "The line contains the control character \(control): this is not a text file, or it is "
          + "damaged."
      )
    }
    guard let textStart else { return ([], "", false) }
    return (words, String(decoding: line[textStart..<textEnd], as: UTF8.self), hasOpenQuote)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}
