import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

/// A long run makes a million edits.
private let editCount = Extent.count(80, long: 400, full: 170_000)

@Suite("Editing an index")
struct EditingTests {
  @Test(
    "Random edits and queries agree with brute force, and snapshots stay as they were",
    arguments: Scene.allCases
  )
  func randomEdits(_ scene: Scene) throws {
    let seed = UInt64(20_261_121 + scene.rawValue.utf8.count)
    var random = SeededGenerator(seed: seed)
    var snapshots: [EditedIndex] = []
    var subject = try EditedIndex(try scene.geometries(120, &random))
    let checkEvery = max(editCount / 200, 40)
    for step in 0..<editCount {
      // So that brute force stays quick, start again when there is much.
      if subject.geometries.count > 400 {
        subject = try EditedIndex(try scene.geometries(step.isMultiple(of: 3) ? 0 : 120, &random))
      }
      try subject.editSomething(scene, &random)
      if random.int(0...199) == 0 { subject.rebuild() }
      if random.int(0...99) == 0 { snapshots.append(subject) }
      if snapshots.count > 4 { snapshots.remove(at: random.int(0...4)) }
      if step.isMultiple(of: checkEvery) {
        subject.check(scene, &random)
        snapshots.randomElement(using: &random)?.check(scene, &random)
      }
    }
    subject.check(scene, &random)
    for snapshot in snapshots { snapshot.check(scene, &random) }
  }

  @Test(
    "An index edited from empty answers as one that was built",
    arguments: Extent.some(1, of: Scene.allCases)
  )
  func fromEmpty(_ scene: Scene) throws {
    var random = SeededGenerator(seed: 77)
    let geometries = try scene.geometries(1500, &random)
    var edited = try FeatureIndex([])
    for (feature, geometry) in geometries.enumerated() {
      if let geometry { try edited.insert(Int32(feature), at: geometry) }
    }
    let built = try FeatureIndex(geometries)
    #expect(edited.segmentCount == built.segmentCount)
    // Of more than 4096 entries, most have been packed.
    #expect(edited.editedCount < edited.segmentCount)
    for _ in 0..<20 {
      let point = scene.coordinate(&random)
      for tolerance in scene.tolerances {
        #expect(
          edited.hits(at: point, within: tolerance) == built.hits(at: point, within: tolerance)
        )
        #expect(
          edited.nearestSegments(to: point, count: 5, within: tolerance)
            == built.nearestSegments(to: point, count: 5, within: tolerance)
        )
      }
    }
    for (feature, geometry) in geometries.enumerated() {
      if let geometry { try edited.remove(Int32(feature), at: geometry) }
    }
    #expect(edited.segmentCount == 0)
    #expect(edited.nearest(to: scene.coordinate(&random)).isEmpty)
    edited.rebuild()
    #expect(edited.editedCount == 0)
    #expect(edited.nearest(to: scene.coordinate(&random)).isEmpty)
  }

  @Test("Joins see what was inserted and not what was removed", arguments: Scene.allCases)
  func joins(_ scene: Scene) throws {
    var random = SeededGenerator(seed: 4)
    var edited = try EditedIndex(try scene.geometries(24, &random))
    for _ in 0..<12 { try edited.editSomething(scene, &random) }
    let built = try FeatureIndex(edited.geometries)
    for distance in [0, scene.tolerances[1]] {
      let pairs = edited.index.pairs(within: distance)
      #expect(pairs.isPermutation(of: built.pairs(within: distance)))
    }
  }

  @Test("What is not there cannot be removed, and the index stays as it was")
  func notIndexed() throws {
    func row(_ last: Int) throws -> Geometry {
      .lineString(try LineString(CoordinateSequence((0...last).map { c(Double($0), 0.5) })))
    }
    let (line, longer) = (try row(40), try row(41))
    let area = try Geometry(wkt: "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))")
    for isEdited in [false, true] {
      var index = try FeatureIndex(isEdited ? [] : [line, area])
      if isEdited {
        try index.insert(0, at: line)
        try index.insert(1, at: area)
      }
      let others: [(Int32, Geometry)] = [(0, longer), (1, line), (0, area), (2, pointAt(0, 0))]
      for (feature, geometry) in others {
        let error = #expect(throws: IndexError.self) { try index.remove(feature, at: geometry) }
        #expect(error?.code == .notIndexed)
        #expect(error?.entry == Int(feature))
        #expect(error?.message.contains("Feature \(feature) is not in the index") == true)
      }
      #expect(index.segmentCount == 44)
      #expect(index.hits(at: c(2, 2), within: 0).map(\.feature) == [1])
      #expect(index.hits(at: c(39.5, 0.5), within: 0).map(\.feature) == [0])
      try index.remove(0, at: line)
      try index.remove(1, at: area)
      #expect(index.segmentCount == 0)
      #expect(index.hits(at: c(2, 2), within: 100).isEmpty)
    }
  }

  @Test("A geometry that cannot be indexed is refused, and a move to one changes nothing")
  func refusedEdits() throws {
    let place = pointAt(1, 1)
    var index = try FeatureIndex([place])
    for ordinate in [Double.nan, .infinity, 2e150] {
      let bad = pointAt(1, ordinate)
      #expect(throws: IndexError.self) { try index.insert(1, at: bad) }
      #expect(throws: IndexError.self) { try index.move(0, from: place, to: bad) }
      #expect(throws: IndexError.self) { try index.remove(0, at: bad) }
    }
    for feature in [-1, Int32.min, Int32.max] {
      let error = #expect(throws: IndexError.self) { try index.insert(feature, at: place) }
      #expect(error?.code == .invalidFeature)
    }
    #expect(index.segmentCount == 1)
    #expect(index.nearest(to: c(0, 0)).map(\.feature) == [0])
    #expect(index.editedCount == 0)
  }

  @Test("A feature inserted twice is there twice, and goes one at a time")
  func twice() throws {
    let place = pointAt(1, 1)
    var index = try FeatureIndex([place])
    try index.insert(0, at: place)
    #expect(index.segmentCount == 2)
    #expect(index.hits(at: c(1, 1), within: 0).count == 1)
    try index.remove(0, at: place)
    #expect(index.segmentCount == 1)
    try index.remove(0, at: place)
    #expect(index.segmentCount == 0)
    #expect(throws: IndexError.self) { try index.remove(0, at: place) }
  }

  @Test("A zero has a sign: what was inserted is what is removed")
  func negativeZero() throws {
    let (plus, minus) = (pointAt(0, 0), pointAt(0, -0.0))
    var index = try FeatureIndex([plus, minus])
    #expect(throws: IndexError.self) { try index.remove(0, at: minus) }
    try index.remove(1, at: minus)
    try index.remove(0, at: plus)
    #expect(index.segmentCount == 0)
  }
}
