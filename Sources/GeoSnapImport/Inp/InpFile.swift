/// The sections of an EPANET or SWMM input file: lines of words under names in brackets.
///
/// Sections come in any order, in any case, and more than once; their first four letters identify them. Lines end
/// with LF, CRLF or CR.
struct InpFile {
  /// A line with more than a comment.
  struct Row {
    let section: String
    /// From 1.
    let line: Int
    /// Without quotes.
    let words: [String]
    /// The line without its comment.
    let text: String
    /// Whether a quote is not closed.
    let hasOpenQuote: Bool
  }

  private(set) var sections: [String: [Row]] = [:]
  /// The unknown sections, in the order of the file.
  private(set) var unknownSections: [String] = []
  /// Remarks for the report.
  private(set) var notes: [String] = []

  /// The sections that are only displayed; unreadable lines in them are skipped.
  private static let drawing: Set<String> = [
    "TITLE", "COORDINATES", "VERTICES", "TAGS", "LABELS", "BACKDROP", "MAP", "POLYGONS", "SYMBOLS",
    "PROFILES",
  ]

  /// Reads a file.
  ///
  /// Notes a file that may be cut off: one without the end mark, or without a final line end if the format has none.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - known: The names of the format's sections.
  ///   - hasEndMark: Whether the format's programs write `[END]` last.
  /// - Throws: ``ReadingError`` when the file is not text, or has words before the first section.
  init(_ bytes: [UInt8], known: [String], hasEndMark: Bool) throws(ReadingError) {
    let text = try InpFile.text(bytes, &notes)
    var section: String?
    var number = 0
    var linesAfterEnd = 0
    var lastLine = 0
    var unused = CountedNotes()
    for line in InpFile.lines(text) {
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
        guard let section, InpFile.drawing.contains(section), !isHeader else { throw error }
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
          if !known.contains(section) { unknownSections.append(section) }
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
        Row(
          section: section,
          line: number,
          words: words,
          text: content,
          hasOpenQuote: hasOpenQuote
        )
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
}
