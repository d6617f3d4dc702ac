internal import GeoSnap

/// The typed words of a row; errors name the line.
extension InpFile.Row {
  /// The place of the row, such as `line 12 in [PIPES]`.
  var place: String { "line \(line) in [\(section)]" }

  @inline(never)
  func error(_ message: String, isConsequence: Bool = false) -> ReadingError {
    ReadingError(place, line: line, message, isConsequence: isConsequence)
  }

  /// A required word; `what` is its meaning, such as `length`.
  func word(_ index: Int, _ what: String) throws(ReadingError) -> String {
    guard !hasOpenQuote else { throw error("A quote is opened and never closed.") }
    guard index < words.count else {
      throw error(
        "Word \(index + 1), the \(what), is missing: complete the row, or get the file again if it "
          + "was cut off."
      )
    }
    guard !words[index].isEmpty else { throw error("Word \(index + 1), the \(what), is empty.") }
    return words[index]
  }

  /// Throws when a row has fewer words than required; `names` are their meanings.
  @inline(never)
  func need(_ names: [String]) throws(ReadingError) {
    for index in min(words.count, names.count)..<names.count { _ = try word(index, names[index]) }
  }

  @inline(never)
  func number(_ index: Int, _ what: String) throws(ReadingError) -> Double {
    let word = try word(index, what)
    guard let number = InpFile.number(word) else {
      let isComma = InpFile.number(word.replacing(",", with: ".")) != nil
      let remedy = isComma ? " Decimals follow a point, not a comma." : ""
      throw error(
        "Word \(index + 1), the \(what), is '\(word.prefix(40))', which is not a finite number.\(remedy)"
      )
    }
    return number
  }

  /// A number that is not negative.
  func size(_ index: Int, _ what: String) throws(ReadingError) -> Double {
    let number = try number(index, what)
    guard number >= 0 else { throw error("The \(what) \(words[index]) is negative.") }
    return number
  }

  /// A number; 0 when the row ends before it.
  func optionalNumber(_ index: Int, _ what: String) throws(ReadingError) -> Double {
    index < words.count ? try number(index, what) : 0
  }

  @inline(never)
  func coordinate(_ index: Int) throws(ReadingError) -> Coordinate {
    let place = Coordinate(
      x: try number(index, "x ordinate"),
      y: try number(index + 1, "y ordinate")
    )
    guard abs(place.x) < 1e15, abs(place.y) < 1e15 else {
      throw error("One of the ordinates \(words[index]) \(words[index + 1]) is not within ±1e15.")
    }
    return place
  }

  /// Whether a word begins with a keyword, in any case, which is how both programs compare.
  func isKeyword(_ index: Int, _ keyword: String) -> Bool {
    index < words.count && words[index].uppercased().hasPrefix(keyword)
  }
}

extension InpFile {
  /// A finite decimal number; nil for any other word.
  @inline(never)
  static func number(_ word: String) -> Double? {
    let isDecimal = word.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isDecimal, let number = Double(word), number.isFinite else { return nil }
    return number
  }
}
