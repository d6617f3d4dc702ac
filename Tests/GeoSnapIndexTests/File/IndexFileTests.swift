import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@testable import GeoSnapIndex

@Suite("Index files")
struct IndexFileTests {
  let folder: IndexFolder

  init() throws { folder = try IndexFolder() }

  @Test(
    "An opened index answers as the one that was written, mapped or copied",
    arguments: Extent.some(7, of: IndexedScene.allCases)
  )
  func roundTrip(_ scene: IndexedScene) throws {
    let geometries = try scene.geometries()
    let index = try FeatureIndex(geometries)
    let fingerprint = FeatureIndex.fingerprint(of: geometries)
    try index.write(to: folder.file(), fingerprint: fingerprint)
    let places = scene.places(geometries, Extent.count(4, long: 12))
    let expected = answers(of: index, at: places)
    for access in [IndexFileAccess.mapped, .copied] {
      let opened = try FeatureIndex(
        contentsOf: folder.file(),
        fingerprint: fingerprint,
        access: access
      )
      #expect(opened.segmentCount == index.segmentCount)
      #expect(opened.byteCount == index.byteCount)
      #expect(answers(of: opened, at: places) == expected)
      try opened.write(to: folder.file("again"), fingerprint: fingerprint)
      #expect(
        FileManager.default.contentsEqual(atPath: folder.file(), andPath: folder.file("again"))
      )
    }
  }

  @Test("The scenes take every form: grid and not, with exceptions and areas, up to three levels")
  func forms() throws {
    var forms: Set<String> = []
    for scene in IndexedScene.allCases {
      let index = try FeatureIndex(scene.geometries())
      let tree = index.segments.base
      let hasExceptions = tree.view.exceptions.count > 0
      forms.insert("\(tree.grid == nil ? "as they are" : "grid") \(hasExceptions)")
      forms.insert("levels \(tree.view.shape.top)")
      if !index.areas.isEmpty { forms.insert("areas") }
      if index.areas.slots.areas.contains(where: { $0.rings.count > 1 }) { forms.insert("holes") }
    }
    #expect(
      forms.isSuperset(of: [
        "grid false", "grid true", "as they are false", "as they are true", "levels 0",
        "levels 1", "levels 2", "levels 3", "areas", "holes",
      ]),
      "\(forms)"
    )
  }

  @Test("Files large enough for several threads and four or five levels answer the same")
  func large() throws {
    // The fifth level needs more than 1,048,576 entries: a long run.
    let side = Extent.isFull ? 1030 : 270
    let geometries: [Geometry?] = (0..<side * side).map { feature in
      .point(Point(x: Double(feature % side) * 0.5, y: Double(feature / side) * 0.5))
    }
    let index = try FeatureIndex(geometries)
    #expect(index.segments.base.view.shape.top == (Extent.isFull ? 5 : 4))
    try index.write(to: folder.file(), fingerprint: 5)
    let opened = try FeatureIndex(contentsOf: folder.file(), fingerprint: 5)
    let places = IndexedScene.threeLevels.places(geometries, 40)
    for place in places {
      #expect(opened.hits(at: place, within: 3) == index.hits(at: place, within: 3))
      #expect(opened.nearest(to: place, count: 9) == index.nearest(to: place, count: 9))
    }
  }

  @Test("An opened index outlives the name, the replacement and other indexes of its file")
  func replacing() throws {
    let first = try FeatureIndex([.point(Point(x: 1, y: 1))])
    let second = try FeatureIndex([nil, .point(Point(x: 2, y: 2))])
    try first.write(to: folder.file(), fingerprint: 1)
    let opened = try FeatureIndex(contentsOf: folder.file())
    try second.write(to: folder.file(), fingerprint: 2)
    let reopened = try FeatureIndex(contentsOf: folder.file(), fingerprint: 2)
    try FileManager.default.removeItem(atPath: folder.file())
    #expect(opened.nearest(to: Coordinate(x: 0, y: 0)).map(\.feature) == [0])
    #expect(reopened.nearest(to: Coordinate(x: 0, y: 0)).map(\.feature) == [1])
    #expect(try folder.names.isEmpty)
  }

  @Test("An edited index is written as if built anew", arguments: [IndexedScene.mixed, .asTheyAre])
  func edited(_ scene: IndexedScene) throws {
    var random = SplitMix(seed: 8)
    var geometries = try scene.geometries()
    var index = try FeatureIndex(geometries)
    for feature in geometries.indices.shuffled(using: &random).prefix(90) {
      if let geometry = geometries[feature] { try index.remove(Int32(feature), at: geometry) }
      let other = geometries.randomElement(using: &random) ?? nil
      geometries[feature] = Bool.random(using: &random) ? other : nil
      if let geometry = geometries[feature] { try index.insert(Int32(feature), at: geometry) }
    }
    for isRebuilt in [false, true] {
      if isRebuilt { index.rebuild() }
      try index.write(to: folder.file(), fingerprint: 3)
      let opened = try FeatureIndex(contentsOf: folder.file(), fingerprint: 3)
      #expect(opened.segmentCount == index.segmentCount)
      let anew = try FeatureIndex(geometries)
      for place in scene.places(geometries, 30) {
        for tolerance in [0, 1.5, .infinity] {
          let expected = anew.hits(at: place, within: tolerance)
          #expect(opened.hits(at: place, within: tolerance) == expected)
        }
        let extent = Envelope(around: place, radius: 2)
        #expect(opened.features(intersecting: extent) == anew.features(intersecting: extent))
      }
    }
  }

  @Test("An opened index can be edited, and its file stays as it was")
  func editing() throws {
    let geometries = try IndexedScene.mixed.geometries()
    try FeatureIndex(geometries).write(to: folder.file(), fingerprint: 3)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
    var opened = try FeatureIndex(contentsOf: folder.file())
    for (feature, geometry) in geometries.enumerated() where feature % 3 == 0 {
      if let geometry { try opened.remove(Int32(feature), at: geometry) }
    }
    let rest = geometries.enumerated().map { $0.offset % 3 == 0 ? nil : $0.element }
    let expected = try FeatureIndex(rest)
    for place in IndexedScene.mixed.places(geometries, 30) {
      #expect(opened.hits(at: place, within: 2) == expected.hits(at: place, within: 2))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())) == before)
  }

  @Test("The description names counts, grid, extent and sections")
  func description() throws {
    let geometries = try IndexedScene.mixed.geometries()
    let index = try FeatureIndex(geometries)
    try index.write(to: folder.file(), fingerprint: 77)
    let description = try IndexFileDescription(contentsOf: folder.file())
    #expect(description.version == 1)
    #expect(description.fingerprint == 77)
    #expect(description.contentProblem == nil)
    #expect(description.segments.entryCount == index.segmentCount)
    #expect(description.segments.stepsPerUnit == 1)
    #expect(description.areaCount == index.areas.slots.areas.count)
    #expect(description.areaBoxes.entryCount == index.areas.slots.areas.count)
    #expect(description.featureLimit <= geometries.count)
    #expect(description.featureLimit > geometries.count - 20)
    let extent = geometries.reduce(nil as Envelope?) { extent, geometry in
      Envelope.combining([extent, geometry?.envelope])
    }
    #expect(description.segments.extent == extent)
    #expect(description.sections.allSatisfy { $0.offset % 64 == 0 })
    #expect(description.sections.last.map { $0.offset + $0.byteCount } == description.byteCount)
    let size = try FileManager.default.attributesOfItem(atPath: folder.file())[.size] as? Int
    #expect(size == description.byteCount)
  }

  @Test("Records have the sizes that the format gives them")
  func sizes() {
    #expect(MemoryLayout<TreeEntry>.size == 48 && MemoryLayout<TreeEntry>.stride == 48)
    #expect(MemoryLayout<TreeEntry>.offset(of: \.second) == 16)
    #expect(MemoryLayout<TreeEntry>.offset(of: \.label) == 32)
    #expect(MemoryLayout<EntryLabel>.offset(of: \.flags) == 12)
    #expect(MemoryLayout<Coordinate>.stride == 16)
    #expect(GridLeaves.stride == 352 && DoubleLeaves.stride == 608)
    #expect(TreeView.coarseStride == 256 && TreeView.fineStride == 80)
  }

  @Test(
    "The checksum is that of the format",
    arguments: [
      (count: 0, sum: 0xCB08_AA62_434E_478B as UInt64), (1, 0x3E4A_28F2_4370_42B7),
      (7, 0x303C_AEBE_BEE3_7F4F), (8, 0x63F5_BAA3_E357_FD62), (9, 0x6EC2_7669_1188_C14E),
      (1000, 0x99D0_C2C9_032D_01D4),
    ]
  )
  func checksum(count: Int, sum: UInt64) {
    // The sums come from a reading of Documentation/IndexFile.md in another language.
    #expect(WordChecksum.of((0..<count).map { UInt64($0) &* 0x0123_4567_89AB_CDEF }) == sum)
  }

  @Test("A network opens with its index file, and refuses that of another")
  func network() throws {
    let network = try GasFixture.network()
    let index = try NetworkIndex(network)
    let fingerprint = FeatureIndex.fingerprint(of: network.geometries)
    try index.features.write(to: folder.file(), fingerprint: fingerprint)
    let opened = try NetworkIndex(network, indexFile: folder.file())
    for x in stride(from: 0.0, through: 40, by: 2.5) {
      let request = IdentifyRequest(at: Coordinate(x: x, y: 2), tolerance: 4)
      #expect(opened.identify(request) == index.identify(request))
    }
    try index.features.write(to: folder.file(), fingerprint: fingerprint ^ 1)
    #expect(code { try NetworkIndex(network, indexFile: folder.file()) } == .stale)
    let many = try FeatureIndex(network.geometries + [.point(Point(x: 0, y: 0))])
    try many.write(to: folder.file(), fingerprint: fingerprint)
    #expect(code { try NetworkIndex(network, indexFile: folder.file()) } == .invalidContent)
  }

  private func code(_ body: () throws -> NetworkIndex) -> IndexFileError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? IndexFileError)?.code
    }
  }
}
