import GeoSnap
import GeoSnapIndex
import GeoSnapTestSupport
import Testing

@Suite("Sorting in place")
struct SortInPlaceTests {
  @Test("Arrays of any length and order are sorted", arguments: 0..<7)
  func sorts(_ shape: Int) {
    for count in [0, 1, 2, 3, 15, 16, 17, 18, 33, 100, 1000, 5000] {
      var generator = SeededGenerator(seed: UInt64(count * 7 + shape))
      let numbers = (0..<count).map { index -> Int in
        switch shape {
        case 0: index
        case 1: -index
        case 2: 5
        case 3: index % 7
        case 4: generator.int(0...3)
        // Ends high and middle low: the median of three is a poor pivot.
        case 5: index.isMultiple(of: 2) ? index : count - index
        default: generator.int(-1_000_000...1_000_000)
        }
      }
      var sorted = numbers
      sorted.sortInPlace { $0 < $1 }
      #expect(sorted == numbers.sorted(), "shape \(shape), \(count) numbers")
    }
  }

  @Test("An order that defeats every pivot is sorted all the same")
  func killer() {
    // McIlroy's adversary (1999): values are decided while the sort compares them, as badly as can be.
    let count = 2000
    var values = [Int?](repeating: nil, count: count)
    var solid = 0
    var candidate = 0
    var comparisons = 0
    var items = Array(0..<count)
    items.sortInPlace { first, second in
      comparisons += 1
      if values[first] == nil, values[second] == nil {
        if first == candidate { values[first] = solid } else { values[second] = solid }
        solid += 1
      }
      if values[first] == nil {
        candidate = first
      } else if values[second] == nil {
        candidate = second
      }
      return (values[first] ?? .max) < (values[second] ?? .max)
    }
    let sorted = items.map { values[$0] ?? .max }
    #expect(sorted == sorted.sorted())
    #expect(comparisons < 40 * count)
  }
}
