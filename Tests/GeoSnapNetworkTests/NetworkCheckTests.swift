import GeoSnap
import GeoSnapNetwork
import GeoSnapTestSupport
import Testing

@Suite("Geometries that are sound at a glance")
struct NetworkCheckTests {
  private static let extremes: [Double] = [
    .nan, .infinity, -.infinity, 1e150, -1e150, 1.1e150, -1.1e150, 0,
  ]

  private static let usages: [NetworkSourceUsage?] = [
    nil, .device, .line, .assembly, .junctionObject, .edgeObject, .structureBoundary, .subnetLine,
  ]

  @Test("Nothing is wrong with them", arguments: 0..<20 as Range<UInt64>)
  func soundHasNoProblems(seed: UInt64) throws {
    var source = RandomGeometry(seed: seed, allowsMeasures: true)
    var soundCount = 0
    for _ in 0..<400 {
      var geometry = try source.geometry()
      if source.generator.oneIn(3) {
        let value = Self.extremes[source.generator.int(0...7)]
        let point = Point(
          x: source.generator.oneIn(2) ? value : 1,
          y: source.generator.oneIn(2) ? value : 2,
          z: source.generator.oneIn(2) ? value : nil,
          srid: source.generator.oneIn(2) ? 25832 : nil
        )
        geometry = .point(point)
      }
      let usage = Self.usages[source.generator.int(0...Self.usages.count - 1)]
      let network = usage.map { NetworkSource(sourceID: 1, name: "S", usage: $0, assetGroups: []) }
      let srid: SRID? = source.generator.oneIn(2) ? nil : 4326
      let problems = NetworkCheck.problems(of: geometry, in: network, srid: srid)
      if NetworkCheck.isSound(geometry, in: network, srid: srid) {
        soundCount += 1
        #expect(problems == [])
      }
    }
    #expect(soundCount > 5)
  }

  @Test("Points and lines where they belong are")
  func plainOnesAreSound() throws {
    let device = NetworkSource(sourceID: 1, name: "D", usage: .device, assetGroups: [])
    let line = NetworkSource(sourceID: 2, name: "L", usage: .line, assetGroups: [])
    let point = Geometry.point(Point(x: 1, y: 2, z: 3, srid: 25832))
    let path = Geometry.lineString(try LineString([c(0, 0), c(1, 1)]))
    #expect(NetworkCheck.isSound(point, in: device, srid: 25832))
    #expect(!NetworkCheck.isSound(point, in: device, srid: 4326))
    #expect(!NetworkCheck.isSound(point, in: line, srid: nil))
    #expect(NetworkCheck.isSound(path, in: line, srid: 25832))
    #expect(!NetworkCheck.isSound(path, in: device, srid: 25832))
    #expect(NetworkCheck.isSound(path, in: nil, srid: nil))
  }
}
