import Foundation
import GeoSnap
import GeoSnapColumns
import GeoSnapIndex
import GeoSnapTestSupport
import Testing

@Suite("Areas of an index from an image")
struct AreaImageTests {
  @Test("Built, from an image, and edited on both, areas answer alike", arguments: seeds(12))
  func edits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let data = Scene.lattice
    let geometries = try data.geometries(60, &random)
    let more = try data.geometries(60, &random)
    let built = try FeatureIndex(geometries)
    let mapped = try fromImage(built)
    var (one, other) = (built, mapped)
    var held = geometries
    for step in 0..<60 {
      let feature = random.int(0...59)
      if let old = held[feature] {
        try one.remove(Int32(feature), at: old)
        try other.remove(Int32(feature), at: old)
      }
      held[feature] = random.oneIn(2) ? more[step] : nil
      if let new = held[feature] {
        try one.insert(Int32(feature), at: new)
        try other.insert(Int32(feature), at: new)
      }
    }
    let again = try fromImage(other)
    var repacked = other
    repacked.rebuild()
    let packedAgain = try fromImage(repacked)
    #expect(try FeatureIndex(held).areas.tree.count == again.areas.tree.count, "seed \(seed)")
    var inside = 0
    for _ in 0..<200 {
      let place = c(Double(random.int(-12...12)) / 2, Double(random.int(-12...12)) / 2)
      #expect(areas(built, place) == areas(mapped, place), "seed \(seed)")
      let expected = holders(held, place)
      for index in [one, other, again, repacked, packedAgain] {
        #expect(areas(index, place) == expected, "seed \(seed), \(place)")
      }
      inside += expected.count
    }
    #expect(inside > 20, "seed \(seed)")
  }

  private func areas(_ index: FeatureIndex, _ place: Coordinate) -> Set<Int32> {
    var found: Set<Int32> = []
    index.areas.forEachArea(at: place) { found.insert($0) }
    return found
  }

  private func holders(_ geometries: [Geometry?], _ place: Coordinate) -> Set<Int32> {
    Set(
      geometries.indices.filter { feature in
        guard let geometry = geometries[feature] else { return false }
        return IndexedArea.areas(of: geometry, feature: Int32(feature)).contains {
          $0.contains(place)
        }
      }.map { Int32($0) }
    )
  }

  private func fromImage(_ index: FeatureIndex) throws -> FeatureIndex {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    var writer = try ImageWriter(file.path)
    try writer.write(index, "index")
    _ = try writer.finish()
    return try ImageFile(file.path).read("index")
  }
}
