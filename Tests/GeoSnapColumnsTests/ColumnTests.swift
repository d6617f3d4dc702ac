import GeoSnapColumns
import GeoSnapTestSupport
import Testing

@Suite("A column reads and is written like an array")
struct ColumnTests {
  @Test("Random writes to copies give what arrays give", arguments: seeds(40))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var columns: [Column<Int32>] = [[]]
    var arrays: [[Int32]] = [[]]
    for _ in 0..<400 {
      let number = random.int(0...columns.count - 1)
      let value = Int32(truncatingIfNeeded: random.next())
      switch random.int(0...6) {
      case 0 where columns.count < 6:
        columns.append(columns[number])
        arrays.append(arrays[number])
      case 1:
        let values = (0..<random.int(0...40)).map { value &+ Int32($0) }
        columns[number].append(contentsOf: values)
        arrays[number].append(contentsOf: values)
      case 2:
        let other = random.int(0...columns.count - 1)
        guard arrays[other].count + arrays[number].count < 500 else { continue }
        columns[number].append(contentsOf: columns[other])
        arrays[number].append(contentsOf: arrays[other])
      case 3: columns[number].reserveCapacity(random.int(0...500))
      case 4 where !arrays[number].isEmpty:
        let place = random.int(0...arrays[number].count - 1)
        columns[number][place] = value
        arrays[number][place] = value
      default:
        columns[number].append(value)
        arrays[number].append(value)
      }
      // A write to one is seen in no other: all are looked at now and then, this one always.
      let isWhole = random.int(0...9) == 0
      for other in columns.indices where isWhole || other == number {
        #expect(columns[other].elementsEqual(arrays[other]), "seed \(seed)")
      }
    }
    for (column, array) in zip(columns, arrays) {
      #expect(column.elementsEqual(array), "seed \(seed)")
    }
    #expect(columns[0] == Column(arrays[0]))
    #expect(columns[0].withElements { $0.count } == arrays[0].count)
  }

  @Test("A column in memory of another keeps that alive, and leaves it as it is when written")
  func mapped() {
    weak var watched: KeptNumbers?
    do {
      let keeper = KeptNumbers(100)
      watched = keeper
      var column = keeper.column
      let copy = column
      #expect(column.elementsEqual(0..<100) && column.capacity == 0)
      column[7] = 1000
      column.append(5)
      #expect(keeper[7] == 7)
      #expect(copy.elementsEqual(0..<100))
      #expect(column[7] == 1000 && column.count == 101 && column.last == 5)
    }
    #expect(watched == nil)
  }
}
