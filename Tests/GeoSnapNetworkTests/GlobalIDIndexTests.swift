import GeoSnap
import GeoSnapNetwork
import GeoSnapTestSupport
import Testing

@Suite("Features are found by global id")
struct GlobalIDIndexTests {
  private static func compare(
    _ tables: [[GlobalID?]],
    _ index: GlobalIDIndex = GlobalIDIndex(),
    unknown: [GlobalID] = []
  ) {
    var index = index
    var known: [GlobalID: FeatureID] = [:]
    var first: Int32 = 0
    for (number, table) in tables.enumerated() {
      var expected: [GlobalIDIndex.Repetition] = []
      for (row, globalID) in table.enumerated() {
        guard let globalID else { continue }
        let feature = FeatureID(table: number, row: row)
        if let other = known.updateValue(feature, forKey: globalID) {
          expected.append(GlobalIDIndex.Repetition(row: row, other: other))
        }
      }
      #expect(index.append(GlobalIDColumn(table), first: first) == expected)
      first += Int32(table.count)
    }
    for (globalID, feature) in known { #expect(index[globalID] == feature) }
    for globalID in unknown where known[globalID] == nil { #expect(index[globalID] == nil) }
  }

  @Test("An index without features finds nothing")
  func empty() {
    #expect(GlobalIDIndex()[GlobalID(high: 0, low: 0)] == nil)
    Self.compare([[], [nil, nil], []], unknown: [GlobalID(high: 0, low: 0)])
  }

  @Test("Random tables give what a dictionary gives", arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Few different ids repeat often.
    let isNarrow = random.oneIn(2)
    func id() -> GlobalID {
      isNarrow
        ? GlobalID(high: UInt64(random.int(0...3)), low: UInt64(random.int(0...200)))
        : GlobalID(high: random.next(), low: random.next())
    }
    let tables = (0..<random.int(1...6)).map { _ in
      (0..<(random.oneIn(4) ? 0 : random.int(1...700))).map { _ in random.oneIn(9) ? nil : id() }
    }
    var index = GlobalIDIndex()
    if random.oneIn(2) { index.reserveCapacity(random.int(0...4000)) }
    Self.compare(tables, index, unknown: (0..<300).map { _ in id() })
  }

  @Test("Ids that count up, in either half, are all found")
  func counting() {
    let low = (0..<5000).map { GlobalID(high: 1, low: $0) as GlobalID? }
    let high = (0..<5000).map { GlobalID(high: $0 << 32, low: 7) as GlobalID? }
    Self.compare([low, high, low.reversed()], unknown: [GlobalID(high: 1, low: 5000)])
  }

  @Test(
    "Ids that all hash alike are told apart",
    arguments: [0, 0x0123_4567_89AB_CDEF] as [UInt64]
  )
  func collisions(seedHalf: UInt64) {
    let seed = GlobalID(high: seedHalf, low: ~seedHalf)
    // The hash of an id follows from the low half and a product of the high one, combined by
    // exclusive or: a low half that undoes the product gives one hash for all.
    func id(_ high: UInt64) -> GlobalID {
      let product = (high ^ seed.high).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      return GlobalID(high: high, low: product.high ^ product.low)
    }
    let table = (0..<400).map { id($0) as GlobalID? }
    Self.compare(
      [Array(table[..<250]), Array(table[200...])],
      GlobalIDIndex(seed: seed),
      unknown: (400..<800).map { id($0) }
    )
  }
}

@Suite("Reading global ids")
struct GlobalIDReadingTests {
  private static func naive(_ text: [UInt8]) -> GlobalID? {
    var text = text[...]
    if text.count == 38, text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") {
      text = text.dropFirst().dropLast()
    }
    guard text.count == 36 else { return nil }
    var halves: [UInt64] = [0, 0]
    var digits = 0
    for (position, byte) in text.enumerated() {
      if [8, 13, 18, 23].contains(position) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard byte < 128, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      halves[digits / 16] = halves[digits / 16] << 4 | UInt64(digit)
      digits += 1
    }
    return GlobalID(high: halves[0], low: halves[1])
  }

  @Test("Any byte in any place is read as one would read it")
  func everyByte() {
    for text in ["01234567-89ab-CDEF-fedc-BA9876543210", "{01234567-89ab-CDEF-fedc-BA9876543210}"] {
      let sound = Array(text.utf8)
      #expect(GlobalID(text) == GlobalID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210))
      for position in sound.indices {
        for byte in UInt8.min...UInt8.max {
          var changed = sound
          changed[position] = byte
          #expect(GlobalID(utf8: changed.span) == Self.naive(changed))
        }
      }
    }
  }

  @Test("Ids are what they were written as, in either case")
  func roundTrip() {
    var random = SeededGenerator(seed: 26)
    for _ in 0..<2000 {
      let id = GlobalID(high: random.next(), low: random.next())
      #expect(GlobalID(id.description) == id)
      #expect(GlobalID("{\(id.description.lowercased())}") == id)
      #expect(GlobalID(String(id.description.dropLast())) == nil)
    }
  }

  @Test(
    "Texts of other lengths are no ids",
    arguments: ["", "{}", "{01234567-89ab-CDEF-fedc-BA987654321}", "\u{7b}\u{301}"]
  )
  func lengths(_ text: String) { #expect(GlobalID(text) == nil) }
}
