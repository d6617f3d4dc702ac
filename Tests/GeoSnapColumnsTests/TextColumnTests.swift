import GeoSnapColumns
import GeoSnapTestSupport
import Testing

@Suite("Texts in a column")
struct TextColumnTests {
  private static let letters: [Character] = Array("ab é😀e\u{301}0")

  private static func texts(_ count: Int, seed: UInt64) -> [String?] {
    var random = SeededGenerator(seed: seed)
    // Some columns have few different texts, some hardly two that are equal.
    let length = random.int(0...12)
    return (0..<count).map { _ in
      if random.oneIn(5) { return nil }
      let letters = (0..<random.int(0...length)).map { _ in
        Self.letters[random.int(0...Self.letters.count - 1)]
      }
      return String(letters)
    }
  }

  @Test("Random texts come back byte for byte", arguments: seeds(30))
  func random(seed: UInt64) {
    let texts = Self.texts(seed.isMultiple(of: 10) ? 20_000 : 300, seed: seed)
    var column = TextColumn(texts)
    func expectEqual(_ column: TextColumn, _ texts: [String?]) {
      #expect(column.count == texts.count, "seed \(seed)")
      for (row, text) in texts.enumerated() {
        #expect(column[row].map { Array($0.utf8) } == text.map { Array($0.utf8) }, "seed \(seed)")
        let bytes = column.withUTF8(row) { utf8 in utf8.indices.map { utf8[$0] } }
        #expect(bytes == text.map { Array($0.utf8) }, "seed \(seed)")
      }
    }
    expectEqual(column, texts)
    let more = Self.texts(200, seed: seed + 1000)
    column.append(contentsOf: TextColumn(more))
    expectEqual(column, texts + more)
    #expect(column == TextColumn(texts + more))
  }

  @Test("Equal texts are kept once, and looked for no more where hardly any are equal")
  func memory() {
    let few = TextColumn((0..<100_000).map { "class \($0 % 10)" })
    #expect(few.byteCount < 100_000 * 8 + 4096)
    let many = TextColumn((0..<100_000).map { "pipe/\($0)" })
    #expect(many.byteCount < 100_000 * (2 * 8 + 2 * 4 + 2 * 10))
    #expect(many[99_999] == "pipe/99999" && few[99_999] == "class 9")
  }

  @Test("A column without texts takes no memory")
  func none() {
    let column = TextColumn(Array(repeating: nil, count: 1000))
    #expect(column.count == 1000 && !column.hasText && column.byteCount == 0)
    #expect(column.allSatisfy { $0 == nil })
  }

  @Test("Presence is kept for each row", arguments: seeds(20))
  func presence(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let share = random.int(1...100)
    let rows = (0..<random.int(0...1000)).map { _ in !random.oneIn(share) }
    var column = PresenceColumn()
    for row in rows { column.append(row) }
    #expect(rows.indices.allSatisfy { column[$0] == rows[$0] }, "seed \(seed)")
    #expect(column.isFull == !rows.contains(false) && column.count == rows.count)
  }
}
