/// Splits an expression into words, quoted names, numbers and signs.
struct TraceExpressionScanner {
  enum Token: Equatable {
    /// Letters, digits and underscores.
    case word(String)
    /// A text in quotes, without the quotes.
    case quoted(String)
    case number(String)
    /// One of `( ) [ ] = != > >= < <=`.
    case sign(String)
    case end
  }

  private(set) var token = Token.end
  /// The column of the token, from 1.
  package private(set) var column = 1
  private let characters: [Character]
  private var position = 0

  init(_ text: String) throws(TraceExpressionError) {
    characters = Array(text)
    try advance()
  }

  @inline(never)
  mutating func advance() throws(TraceExpressionError) {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    column = position + 1
    guard position < characters.count else {
      token = .end
      return
    }
    let character = characters[position]
    switch character {
    case "(", ")", "[", "]", "=":
      position += 1
      token = .sign(String(character))
    case "<", ">", "!":
      position += 1
      let isPair = position < characters.count && characters[position] == "="
      if isPair { position += 1 }
      guard isPair || character != "!" else {
        throw TraceExpressionError(column: column, message: "'!' must be followed by '='.")
      }
      token = .sign(isPair ? "\(character)=" : String(character))
    case "'", "\"":
      token = .quoted(try quoted(by: character))
    default:
      token = try plain()
    }
  }

  /// A doubled quote stands for a quote within the text.
  private mutating func quoted(by quote: Character) throws(TraceExpressionError) -> String {
    var text = ""
    position += 1
    while position < characters.count {
      let character = characters[position]
      position += 1
      guard character == quote else {
        text.append(character)
        continue
      }
      guard position < characters.count, characters[position] == quote else { return text }
      text.append(quote)
      position += 1
    }
    throw TraceExpressionError(column: column, message: "A quote is opened and never closed.")
  }

  private mutating func plain() throws(TraceExpressionError) -> Token {
    let start = position
    let isNumeric = characters[start].isNumberStart
    while position < characters.count {
      let character = characters[position]
      let isExponentSign =
        (character == "-" || character == "+") && position > start
        && (characters[position - 1] == "e" || characters[position - 1] == "E")
      let isPart =
        character.isWordPart
        || isNumeric && (position == start || character == "." || isExponentSign)
      guard isPart else { break }
      position += 1
    }
    let text = String(characters[start..<position])
    if isNumeric, text.contains(where: { $0.isASCII && $0.isNumber }), let value = Double(text),
      value.isFinite
    {
      return .number(text)
    }
    guard !text.isEmpty, text.allSatisfy(\.isWordPart) else {
      throw TraceExpressionError(
        column: column,
        message: text.isEmpty
          ? "'\(characters[start])' has no meaning here: put names with such characters in quotes."
          : "'\(text)' is not a finite number, and units are not allowed: put a name in quotes."
      )
    }
    return .word(text)
  }
}

extension Character {
  /// Whether a name without quotes may have it.
  var isWordPart: Bool { isLetter || isNumber || self == "_" }

  fileprivate var isNumberStart: Bool {
    isASCII && isNumber || self == "-" || self == "+" || self == "."
  }
}
