import GeoSnap
import GeoSnapIndex
import GeoSnapSupport
import GeoSnapTestSupport
import Testing

@Suite("PagedArray")
struct OverlayPagedArrayTests {
  @Test("Random writes to an array and its copies show in that one alone")
  func copiesAreIndependent() {
    for seed in UInt64(1)...5 {
      var generator = SeededGenerator(seed: seed)
      let count = [0, 1, 2047, 2048, 10_000][Int(seed) - 1]
      var arrays = [PagedArray<UInt16>(repeating: 7, count: count)]
      var lists = [[UInt16](repeating: 7, count: count)]
      for _ in 0..<20_000 {
        let chosen = generator.int(0...arrays.count - 1)
        switch generator.int(0...99) {
        case 0 where arrays.count < 6:
          arrays.append(arrays[chosen])
          lists.append(lists[chosen])
        case 1 where arrays.count > 1:
          arrays.remove(at: chosen)
          lists.remove(at: chosen)
        case 2..<50:
          let element = UInt16(generator.int(0...65_535))
          arrays[chosen].append(element)
          lists[chosen].append(element)
        default:
          guard !lists[chosen].isEmpty else { continue }
          let index = generator.int(0...lists[chosen].count - 1)
          let element = UInt16(generator.int(0...65_535))
          arrays[chosen][index] = element
          lists[chosen][index] = element
        }
      }
      for (array, list) in zip(arrays, lists) {
        let content = (0..<array.count).map { array[$0] }
        #expect(content == list, "seed \(seed)")
      }
    }
  }

  @Test("Equal elements take one page until they are written")
  func sharesEqualPages() {
    var pages = PagedArray<Int32>(repeating: -1, count: 5000)
    pages[4999] = 3
    #expect((0..<4999).allSatisfy { pages[$0] == -1 })
    #expect(pages[4999] == 3)
  }

  @Test("A position outside an array stops the program")
  func checksPositions() async {
    await #expect(processExitsWith: .failure) {
      let array = PagedArray<Int32>(repeating: 0, count: 3)
      print(array[3])
    }
    await #expect(processExitsWith: .failure) {
      var array = PagedArray<Int32>(repeating: 0, count: 3)
      array[-1] = 0
    }
  }
}
