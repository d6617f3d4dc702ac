/// Replacements in bytes that otherwise stay unchanged.
struct BytePatches: Sendable {
  private var patches: [(range: Range<Int>, bytes: [UInt8])] = []

  mutating func replace(_ range: Range<Int>, by number: Double) {
    replace(range, by: Array(number.description.utf8))
  }

  mutating func replace(_ range: Range<Int>, by bytes: [UInt8]) { patches.append((range, bytes)) }

  /// Sorts the replacements by position.
  mutating func sort() { patches.sort { $0.range.lowerBound < $1.range.lowerBound } }

  /// Appends a part of the bytes with its replacements, which have to be sorted and must not cross an end of the
  /// part.
  func append(_ part: Range<Int>, of bytes: [UInt8], to output: inout [UInt8]) {
    var start = part.lowerBound
    for patch in patches[firstPatch(from: part.lowerBound)...] {
      guard patch.range.lowerBound < part.upperBound else { break }
      output += bytes[start..<patch.range.lowerBound]
      output += patch.bytes
      start = patch.range.upperBound
    }
    output += bytes[start..<part.upperBound]
  }

  private func firstPatch(from offset: Int) -> Int {
    var range = 0..<patches.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if patches[middle].range.lowerBound < offset {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
