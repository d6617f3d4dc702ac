internal import GeoSnapColumns
internal import GeoSnapSupport

/// The features of a network by the elements of imported files that they represent.
package struct OriginIndex: Sendable {
  /// For each element of a feature's origin, 32 bits of its hash above the feature's ordinal, ascending.
  private let entries: Column<UInt64>
  private let hash: ByteHash
  /// The ordinal of each table's first feature, and one more entry at the end.
  private let firstOrdinals: [Int32]

  package init(_ tables: [FeatureTable], firstOrdinals: [Int32], hash: ByteHash = ByteHash()) {
    self.hash = hash
    self.firstOrdinals = firstOrdinals
    var unordered = Column<UInt64>()
    for (table, first) in zip(tables, firstOrdinals) where table.origins.hasText {
      for row in 0..<table.count {
        _ = table.origins.withUTF8(row) { origin in
          forEachElement(origin) { element in
            let key = OriginIndex.hash(element, hash) >> 32
            unordered.append(key << 32 | UInt64(UInt32(first + Int32(row))))
          }
        }
      }
    }
    entries = OriginIndex.rising(unordered)
  }

  package init(from image: inout ImageReader, firstOrdinals: [Int32]) throws(ImageError) {
    entries = try image.read("entries")
    hash = ByteHash(seed: try image.read("seed"))
    self.firstOrdinals = firstOrdinals
  }

  func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(entries, "entries")
    try image.write(hash.seed, "seed")
  }

  /// The ordinals of the features that represent an element, ascending; `origins` returns the origins of a table.
  package func features(_ element: String, origins: (_ table: Int) -> TextColumn) -> [Int32] {
    let key = OriginIndex.hash(element.utf8.span, hash) >> 32
    var low = entries.firstPosition(after: { $0 >> 32 < key })
    var found: [Int32] = []
    while low < entries.count, entries[low] >> 32 == key {
      let ordinal = Int32(truncatingIfNeeded: entries[low])
      low += 1
      // An origin may name an element twice, and other elements may have the same hash.
      if found.last == ordinal { continue }
      let table = (firstOrdinals.lastIndex { $0 <= ordinal } ?? 0)
      let origin = origins(table)[Int(ordinal - firstOrdinals[table])]
      if origin?.originElements.contains(element) ?? false { found.append(ordinal) }
    }
    return found
  }

  /// The hash of an element; beyond ASCII, of its digits only, since composed and decomposed letters are equal.
  private static func hash(_ element: Span<UInt8>, _ hash: ByteHash) -> UInt64 {
    var digits: [UInt8] = []
    var isASCII = true
    for index in element.indices {
      let byte = element[index]
      if byte >= 0x80 { isASCII = false }
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { digits.append(byte) }
    }
    return isASCII ? hash(element) : hash(digits.span)
  }

  /// The numbers in ascending order of their upper 32 bits; the sort is stable.
  private static func rising(_ numbers: Column<UInt64>) -> Column<UInt64> {
    var from = numbers
    var to = Column<UInt64>(repeating: 0, count: numbers.count)
    for shift in [UInt64(32), 48] {
      var next = [Int](repeating: 0, count: 1 << 16 + 1)
      for number in from { next[Int(number >> shift & 0xFFFF) + 1] += 1 }
      for digit in 1..<next.count { next[digit] += next[digit - 1] }
      for number in from {
        let digit = Int(number >> shift & 0xFFFF)
        to[next[digit]] = number
        next[digit] += 1
      }
      swap(&from, &to)
    }
    return from
  }
}

/// Calls `body` with each of the `originElements`.
private func forEachElement(_ origin: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
  var start = 0
  for end in 0...origin.count where end == origin.count || origin[end] == UInt8(ascii: ";") {
    var range = start..<end
    start = end + 1
    while let first = range.first, origin[first] == UInt8(ascii: " ") { range.removeFirst() }
    while let last = range.last, origin[last] == UInt8(ascii: " ") { range.removeLast() }
    if !range.isEmpty { body(origin.extracting(range)) }
  }
}
