import GeoSnap
import GeoSnapNetwork
import GeoSnapTestSupport
import Testing

@Suite("Ids, values and associations in columns")
struct NetworkColumnTests {
  @Test("Values of all kinds come back", arguments: seeds(20))
  func values(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func values(_ count: Int) -> [AttributeValue] {
      let kinds = random.int(0...5)
      return (0..<count).map { _ in
        switch random.int(0...kinds) {
        case 0: .null
        case 1: .integer(Int64(bitPattern: random.next()))
        case 2: .real(Double(bitPattern: random.next()))
        case 3: .text("\(random.int(0...50)) é")
        case 4: .text("\(random.next())")
        default: .blob((0..<random.int(0...9)).map { UInt8($0) })
        }
      }
    }
    let first = values(random.int(0...300))
    let second = values(random.int(0...300))
    var column = FieldColumn(first)
    column.append(contentsOf: FieldColumn(second))
    // Numbers that are none are the same number here.
    #expect(column.map { "\($0)" } == (first + second).map { "\($0)" }, "seed \(seed)")
    #expect(column.isNull == (first + second).allSatisfy { $0 == .null }, "seed \(seed)")
  }

  @Test("A column tells the numbers that its values are")
  func numbers() {
    let values: [AttributeValue] = [
      .null, .integer(.min), .integer(7), .real(3), .real(2.5), .real(.nan), .real(-.infinity),
      .real(1e300), .text("12"), .text("-0.5"), .text("true"), .text("False"), .text("x"),
      .text(""), .blob([1]),
    ]
    let column = FieldColumn(values)
    for (row, value) in values.enumerated() {
      #expect(column.wholeValue(row) == value.wholeValue, "\(value)")
      #expect(column.numericValue(row) == value.numericValue, "\(value)")
      #expect(column.isNull(row) == (value == .null), "\(value)")
    }
    #expect(FieldColumn([.null, .null]).isNull && !column.isNull)
    #expect(
      values.map(\.wholeValue) == [
        nil, .min, 7, 3, nil, nil, nil, nil, 12, nil, 1, 0, nil, nil, nil,
      ]
    )
  }

  @Test("Global ids come back, zeros too", arguments: seeds(10))
  func globalIDs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ids = (0..<300).map { _ -> GlobalID? in
      if random.oneIn(10) { return GlobalID(high: 0, low: 0) }
      return random.oneIn(5) ? nil : GlobalID(high: random.next(), low: random.next())
    }
    var column = GlobalIDColumn(ids)
    column.append(contentsOf: GlobalIDColumn(ids))
    #expect(Array(column) == ids + ids, "seed \(seed)")
  }

  @Test("Associations come back with all that they have", arguments: seeds(10))
  func associations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func id() -> GlobalID { GlobalID(high: random.next(), low: random.next()) }
    func end() -> Association.End {
      Association.End(
        sourceID: random.int(-5...1_000_000),
        globalID: id(),
        terminalID: random.oneIn(2) ? random.int(0...5) : nil
      )
    }
    let associations = (0..<100).map { _ in
      Association(
        globalID: id(),
        kind: AssociationKind.allCases[random.int(0...5)],
        from: end(),
        to: end(),
        isContentVisible: random.oneIn(2),
        fractionAlongEdge: random.oneIn(2) ? random.double(0...1) : nil,
        origin: random.oneIn(2) ? "line/\(random.int(0...9))" : nil
      )
    }
    #expect(Array(AssociationColumn(associations)) == associations, "seed \(seed)")
  }

  @Test("Elements of origins are found as a dictionary finds them", arguments: seeds(20))
  func origins(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["bus/", "line/é", "line/e\u{301}", "  load/", "a b/", "", "ü"]
    func element() -> String { names[random.int(0...6)] + "\(random.int(0...40))" }
    var known: [String: [Int32]] = [:]
    var tables: [FeatureTable] = []
    var firsts: [Int32] = [0]
    var ordinal: Int32 = 0
    for number in 0..<4 {
      var table = FeatureTable(name: "t\(number)", sourceID: nil, geometryType: nil)
      for row in 0..<(number == 1 ? 0 : random.int(0...80)) {
        var origin: String?
        if !random.oneIn(5) {
          let elements = (0..<random.int(1...4)).map { _ in element() }
          origin = elements.joined(separator: random.oneIn(2) ? ";" : " ; ")
        }
        table.append(Feature(rowID: Int64(row), globalID: nil, origin: origin, geometry: nil))
        for element in Set(origin?.originElements ?? []) {
          known[element, default: []].append(ordinal)
        }
        ordinal += 1
      }
      tables.append(table)
      firsts.append(ordinal)
    }
    let index = OriginIndex(tables, firstOrdinals: firsts)
    for (element, ordinals) in known {
      let found = index.features(element) { tables[$0].origins }
      #expect(found == ordinals, "seed \(seed): \(element)")
    }
    for absent in ["", " ", "nothing", "bus/41"] where known[absent] == nil {
      #expect(index.features(absent) { tables[$0].origins }.isEmpty, "seed \(seed): \(absent)")
    }
  }
}
