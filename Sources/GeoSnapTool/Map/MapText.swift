internal import GeoSnap

/// Lines of text below each other, broken to fit a width.
package struct MapText {
  /// The position of the next line, in pixels from the top.
  var y = 0.0
  private(set) var svg = ""
  private let width: Double
  private let fontSize: Double

  init(width: Double, fontSize: Double) {
    self.width = width
    self.fontSize = fontSize
  }

  /// Adds a paragraph; an empty text adds none.
  mutating func add(
    _ text: String,
    size: Double? = nil,
    weight: Int = 400,
    color: String = "#1f2937",
    indent: Double = 0
  ) {
    let size = size ?? fontSize
    let isBold = weight > 500
    for line in MapText.lines(text, ems: (width - indent) / size, isBold: isBold) {
      svg += "<text x=\"\(String(pixel: indent))\" y=\"\(String(pixel: y))\" "
      svg += "font-size=\"\(String(pixel: size))\""
      if weight != 400 { svg += " font-weight=\"\(weight)\"" }
      svg += " fill=\"\(color)\">\(line.xmlEscaped)</text>\n"
      y += (size * 1.36).rounded()
    }
  }

  /// Adds a drawing before the next line, in an indent of 28 pixels.
  mutating func addMark(_ mark: String) {
    svg += MapAnswer.placed(mark, Coordinate(x: 10, y: y - 4))
  }

  /// Breaks a text into lines at white space, and within words that are too long for a line; no line is empty.
  ///
  /// - `ems`: The width of a line in ems; at least one character fits.
  package static func lines(_ text: String, ems: Double, isBold: Bool = false) -> [String] {
    let limit = max(ems, 2) / (isBold ? boldFactor : 1)
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, width(line) + spaceWidth + width(word) > limit {
        lines.append(line)
        line = ""
      }
      if !line.isEmpty { line += " " }
      for character in word {
        if width(line) + width(of: character) > limit {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static let spaceWidth = 0.32
  /// The width of bold text relative to regular text.
  static let boldFactor = 1.12

  package static func width(_ text: some StringProtocol) -> Double {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// The width of a character in a wide sans-serif font, in ems; too wide rather than too narrow for unknown ones.
  private static func width(of character: Character) -> Double {
    switch character {
    case " ": return spaceWidth
    case "i", "j", "l", "I", "t", "f", "r", ".", ",", ":", ";", "/", "(", ")", "[", "]", "|", "'",
      "-", "!":
      return 0.41
    case "m", "w", "M", "W", "@", "%": return 0.98
    case "a"..."z": return 0.63
    default:
      return character.isASCII
        || character.unicodeScalars.count == 1
          && character.unicodeScalars.allSatisfy({ $0.value < 0x1100 })
        ? 0.7 : 1.1
    }
  }
}
