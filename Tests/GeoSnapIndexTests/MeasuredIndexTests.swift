import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@testable import GeoSnapIndex

@Suite("Indexes of geometries with measures")
struct MeasuredIndexTests {
  @Test("An index is the same with and without Z and M, byte for byte", arguments: seeds(4))
  func sameFile(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    let geometries: [Geometry?] = try (0..<400).map { _ in
      random.generator.oneIn(20) ? nil : try random.geometry()
    }
    let flat = geometries.map { $0?.removingZAndM() }
    let fingerprint = FeatureIndex.fingerprint(of: geometries)
    #expect(fingerprint == FeatureIndex.fingerprint(of: flat))
    let folder = try IndexFolder()
    try FeatureIndex(geometries).write(to: folder.file("measured"), fingerprint: fingerprint)
    try FeatureIndex(flat).write(to: folder.file("flat"), fingerprint: fingerprint)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.file("measured")))
        == Data(contentsOf: URL(fileURLWithPath: folder.file("flat"))),
      "seed \(seed)"
    )
  }
}
