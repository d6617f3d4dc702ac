import GeoSnapTestSupport

extension [UInt8] {
  /// A file as an accident leaves it: bytes changed or missing, no end, lines or words (between
  /// `separator`s) lost, halved, doubled or exchanged, in JSON also values of another kind.
  func damaged(
    _ random: inout SeededGenerator,
    separator: Character = " ",
    isJSON: Bool = false
  ) -> [UInt8] {
    guard !isEmpty else { return self }
    var bytes = self
    let at = random.int(0...count - 1)
    switch random.int(0...(isJSON ? 12 : 9)) {
    case 0:
      for _ in 0...random.int(0...3) {
        bytes[random.int(0...count - 1)] ^= 1 << UInt8(random.int(0...7))
      }
    case 1: for _ in 0...random.int(0...3) { bytes[random.int(0...count - 1)] = random.byte() }
    case 2: bytes.removeSubrange(at...)
    case 3: bytes.removeSubrange(at..<Swift.min(count, at + random.int(1...40)))
    case 10:
      let quotes = indices.filter { self[$0] == UInt8(ascii: "\"") }
      guard quotes.count > 3 else { return self }
      let start = random.int(0...quotes.count / 2 - 2) * 2
      let words = [
        "null", "-1", "1e400", "\"\"", "{}", "[]", "\"WaterLine\"", "99999999999999999999",
      ]
      bytes.replaceSubrange(
        quotes[start]...quotes[start + 1],
        with: (words.randomElement(using: &random) ?? "").utf8
      )
    case 11, 12:
      let sign = Array("{}[],:\"\\ne1-.\n\u{1E} ".utf8).randomElement(using: &random) ?? 0
      if random.happens(0.5) { bytes[at] = sign } else { bytes.insert(sign, at: at) }
    case let kind: return withLinesDamaged(kind, &random, separator)
    }
    return bytes
  }

  private func withLinesDamaged(
    _ kind: Int,
    _ random: inout SeededGenerator,
    _ separator: Character
  ) -> [UInt8] {
    let end = UInt8(ascii: "\n")
    var lines = split(separator: end, omittingEmptySubsequences: false).map(Array.init)
    let line = random.int(0...lines.count - 1)
    let other = random.int(0...lines.count - 1)
    switch kind {
    case 4: lines.remove(at: line)
    case 5: lines[line] = Array(lines[line].prefix(lines[line].count / 2))
    case 6: lines.insert(lines[line], at: other)
    case 7: lines.swapAt(line, other)
    case 8:
      var words = lines[line].split(
        separator: separator.asciiValue ?? 0,
        omittingEmptySubsequences: false
      )
      words.shuffle(using: &random)
      lines[line] = Array(words.joined(separator: [separator.asciiValue ?? 0]))
    default:
      // A digit becomes another.
      let digits = indices.filter { (48...57).contains(self[$0]) }
      guard let place = digits.randomElement(using: &random) else { return self }
      var bytes = self
      bytes[place] = UInt8(random.int(48...57))
      return bytes
    }
    return Array(lines.joined(separator: [end]))
  }
}

extension SeededGenerator {
  fileprivate mutating func byte() -> UInt8 { UInt8(int(0...255)) }
}
