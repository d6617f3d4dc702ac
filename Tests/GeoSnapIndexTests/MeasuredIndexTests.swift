import Foundation
import GeoSnap
import GeoSnapColumns
import GeoSnapIndex
import GeoSnapTestSupport
import Testing

@Suite("Indexes of geometries with measures")
struct MeasuredIndexTests {
  @Test("An index is the same with and without Z and M, byte for byte", arguments: seeds(4))
  func sameFile(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    let geometries: [Geometry?] = try (0..<400).map { _ in
      random.generator.oneIn(20) ? nil : try random.geometry()
    }
    let flat = geometries.map { $0?.removingZAndM() }
    func bytes(_ geometries: [Geometry?]) throws -> Data {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: file) }
      var writer = try ImageWriter(file.path)
      try writer.write(FeatureIndex(geometries), "index")
      _ = try writer.finish()
      return try Data(contentsOf: file)
    }
    #expect(try bytes(geometries) == bytes(flat), "seed \(seed)")
  }
}
