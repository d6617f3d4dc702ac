import Foundation
import GeoSnapTestSupport
import Testing

@testable import GeoSnap

@Suite("Speed")
struct IndexFileSpeed {
  @Test("thin")
  func thin() throws {
    var random = SplitMix(seed: 7)
    let geometries = try Scene.town.geometries(5000, &random)
    let index = try FeatureIndex(geometries)
    let path = NSTemporaryDirectory() + "thin.gsindex"
    let fp = FeatureIndex.fingerprint(of: geometries)
    try index.write(to: path, fingerprint: fp)
    for access in [IndexFileAccess.mapped, .copied] {
      let opened = try FeatureIndex(contentsOf: path, fingerprint: fp, access: access)
      let p = Coordinate(x: 3.4e6 + 100, y: 5.4e6 + 100)
      #expect(opened.hits(at: p, within: 30) == index.hits(at: p, within: 30))
    }
  }
}
