internal import GeoSnap

/// The sections of an EPANET or SWMM file, in any order and case; their first four letters identify them.
struct InpFile {
  struct Row {
    let section: String
    let line: Int
    let words: [String]
    let text: String
    let hasOpenQuote: Bool
  }

  private(set) var sections: [String: [Row]] = [:]
  /// The unknown sections, with the lines of their headings, in the order of the file.
  private(set) var unknownSections: [(name: String, line: Int)] = []
  let known: [String]
  private(set) var notes: [String] = []

  /// The sections that are only displayed; unreadable lines in them are skipped.
  private static let drawing: Set<String> = [
    "TITLE", "COORDINATES", "VERTICES", "TAGS", "LABELS", "BACKDROP", "MAP", "POLYGONS", "SYMBOLS",
    "PROFILES",
  ]

  /// `hasEndMark` says whether the format's programs write `[END]` last; a file that may be cut off is noted.
  init(_ bytes: [UInt8], known: [String], hasEndMark: Bool) throws(ReadingError) {
    self.known = known
    let text = try Self.text(bytes, &notes)
    var section: String?
    var number = 0
    var linesAfterEnd = 0
    var lastLine = 0
    var unused = CountedNotes()
    for line in Self.lines(text) {
      number += 1
      if number & 0xFFF == 0 {
        ImportMonitor.note(.reading, Double(line.startIndex) / Double(text.count) * 0.5)
        if ImportMonitor.isGivenUp { throw ReadingError.cancelled }
      }
      let (words, content, hasOpenQuote): (words: [String], text: String, hasOpenQuote: Bool)
      do {
        (words, content, hasOpenQuote) = try InpWords.split(line, number: number)
      } catch {
        let isHeader = line.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "[")
        guard let section, Self.drawing.contains(section), !isHeader else { throw error }
        unused.add("Lines of [\(section)] not used", error)
        continue
      }
      guard let first = words.first else { continue }
      if section == "END" {
        linesAfterEnd += 1
        continue
      }
      lastLine = number
      if content.utf8.first == UInt8(ascii: "[") {
        let name = content.dropFirst().prefix { $0 != "]" }.uppercased()
        section =
          known.contains(name) ? name : known.first { $0.prefix(4) == name.prefix(4) } ?? name
        if let section, sections[section] == nil {
          sections[section] = []
          if !known.contains(section) { unknownSections.append((section, number)) }
        }
        continue
      }
      guard let section else {
        throw ReadingError(
          "line \(number)",
          line: number,
          "'\(first.prefix(40))' comes before the first section: a heading such as [JUNCTIONS] is missing."
        )
      }
      sections[section, default: []].append(
        Row(section: section, line: number, words: words, text: content, hasOpenQuote: hasOpenQuote)
      )
    }
    if let section, section != "END" {
      let isWithinLine = lastLine == number
      let place = "line \(lastLine) in [\(section)]"
      if hasEndMark {
        notes.append(
          "The file has no [END] and may be cut off after \(place): check that the whole file was read."
        )
      } else if isWithinLine {
        notes.append(
          "The file ends within \(place), which has no line end, and may be cut off there: check that the "
            + "whole file was read."
        )
      }
    }
    notes += unused.notes
    if linesAfterEnd > 0 {
      notes.append("Lines after [END], which are not read: \(linesAfterEnd).")
    }
  }

  @inline(never)
  func rows(_ section: String) -> [Row] { sections[section] ?? [] }

  // MARK: Text

  private static func text(_ bytes: [UInt8], _ notes: inout [String]) throws(ReadingError)
    -> [UInt8]
  {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ReadingError("line 1", line: 1, "The text is UTF-16: save the file as UTF-8.")
    }
    let content = Array(bytes.dropFirst(ByteOrderMark.length(bytes)))
    if String(validating: content, as: UTF8.self) != nil { return content }
    notes.append("The file is not UTF-8: its letters beyond ASCII are read as Latin-1.")
    return content.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
  }

  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var position = 0
    while position < text.count {
      let byte = text[position]
      position += 1
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
      lines.append(text[start..<position - 1])
      if byte == UInt8(ascii: "\r"), position < text.count, text[position] == UInt8(ascii: "\n") {
        position += 1
      }
      start = position
    }
    lines.append(text[start...])
    return lines
  }

  @inline(never)
  static func number(_ word: String) -> Double? {
    let isDecimal = word.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isDecimal, let number = Double(word), number.isFinite else { return nil }
    return number
  }
}

/// Splits a line into words between blanks or in double quotes; a semicolon outside quotes begins a comment.
enum InpWords {
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
          line[position...].firstIndex { isBlank($0) || $0 == UInt8(ascii: ";") } ?? line.endIndex
        words.append(String(decoding: line[position..<end], as: UTF8.self))
        position = end
      }
      textEnd = position
    }
    if let control = line[..<position].first(where: { $0 < 0x20 && !isBlank($0) || $0 == 0x7F }) {
      throw ReadingError(
        "line \(number)",
        line: number,
        "The line contains the control character \(control): this is not a text file, or it is damaged."
      )
    }
    guard let textStart else { return ([], "", false) }
    return (words, String(decoding: line[textStart..<textEnd], as: UTF8.self), hasOpenQuote)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}

extension InpFile.Row {
  var place: String { "line \(line) in [\(section)]" }

  @inline(never)
  func error(_ message: String, isConsequence: Bool = false) -> ReadingError {
    ReadingError(place, line: line, message, isConsequence: isConsequence)
  }

  func word(_ index: Int, _ what: String) throws(ReadingError) -> String {
    guard !hasOpenQuote else { throw error("A quote is opened and never closed.") }
    guard index < words.count else {
      throw error(
        "Word \(index + 1), the \(what), is missing: complete the row, or get the file again if it was cut off."
      )
    }
    guard !words[index].isEmpty else { throw error("Word \(index + 1), the \(what), is empty.") }
    return words[index]
  }

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

  func size(_ index: Int, _ what: String) throws(ReadingError) -> Double {
    let number = try number(index, what)
    guard number >= 0 else { throw error("The \(what) \(words[index]) is negative.") }
    return number
  }

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
