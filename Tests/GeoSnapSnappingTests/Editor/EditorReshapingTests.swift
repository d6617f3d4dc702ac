import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("A shape that was drawn elsewhere")
struct EditorReshapingTests {
  @Test(
    "Whatever the shape, the editor has it then, and undo and redo lead back and forth",
    arguments: seeds(40)
  )
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fixture = try EditorFixture()
    let editor = fixture.editor
    let types: [GeometryType] = [.lineString, .multiLineString]
    func shape(_ dimensions: CoordinateDimensions) throws -> Geometry {
      let type = types.randomElement(using: &generator) ?? .lineString
      let parts = (0..<(type == .lineString ? 1 : generator.int(1...3))).map { _ in
        (0..<generator.int(2...5)).map { _ in
          (0..<dimensions.count).map { _ in "\(generator.int(0...3))" }.joined(separator: " ")
        }.joined(separator: ", ")
      }
      let word = dimensions == .xy ? "" : "\(dimensions) ".dropFirst(2)
      return try type == .lineString
        ? wkt("LINESTRING \(word)(\(parts[0]))")
        : wkt("MULTILINESTRING \(word)(\(parts.map { "(\($0))" }.joined(separator: ", ")))")
    }
    try editor.start(with: try shape(allDimensions.randomElement(using: &generator) ?? .xy))
    var shapes = [try #require(editor.geometry)]
    for _ in 0..<6 {
      let drawn = try shape(allDimensions.randomElement(using: &generator) ?? .xy)
      try editor.reshape(to: drawn)
      let result = try #require(editor.geometry)
      #expect(result.coordinates.map { $0 } == drawn.coordinates.map { $0 }, "seed \(seed)")
      if drawn.hasZ {
        #expect(
          result.paths.map { path in (0..<path.count).map { path.z(at: $0) } }
            == drawn.paths.map { path in (0..<path.count).map { path.z(at: $0) } },
          "seed \(seed)"
        )
      }
      if result != shapes.last { shapes.append(result) }
    }
    for before in shapes.reversed().dropFirst() {
      try editor.undo()
      #expect(editor.geometry == before, "seed \(seed)")
    }
    #expect(!editor.canUndo)
    for next in shapes.dropFirst() {
      try editor.redo()
      #expect(editor.geometry == next, "seed \(seed)")
    }
  }

  @Test("What has not moved keeps its height and its measure; between two, the new get their share")
  func heights() throws {
    let editor = try EditorFixture().editor
    try editor.start("LINESTRING ZM (0 0 1 0, 10 0 3 10, 20 0 7 20)")
    try editor.reshape(to: try wkt("LINESTRING (0 0, 5 0, 10 0, 20 0)"))
    #expect(editor.geometry?.wkt == "LINESTRING ZM (0 0 1 0, 5 0 2 5, 10 0 3 10, 20 0 7 20)")
  }

  @Test("A vertex beside a line joins it within the tolerance, and stays where it is")
  func joins() throws {
    let fixture = try EditorFixture()
    let editor = fixture.editor
    try editor.start(creating: GasFixture.coupling)
    let place = c(5, 0.0005)
    try editor.reshape(to: .point(Point(place)), joiningWithin: 0.001)
    #expect(editor.problems().isEmpty && editor.geometry?.coordinates.first == place)
    let saved = try editor.save()
    #expect(saved.insertions.map(\.location) == [place])
    try editor.start(creating: GasFixture.coupling)
    try editor.reshape(to: .point(Point(c(7, 0.01))), joiningWithin: 0.001)
    #expect(try editor.save().insertions.isEmpty)
  }

  @Test("What is wrong with a shape is told with all its problems; what is no shape is refused")
  func wrong() throws {
    let fixture = try EditorFixture()
    let editor = fixture.editor
    refuses(.notStarted) { try editor.reshape(to: wkt("POINT (1 1)")) }
    try editor.start(creating: GasFixture.main)
    refuses(.unsupportedType) { try editor.reshape(to: wkt("POINT (1 1)")) }
    refuses(.unsupportedType) { try editor.reshape(to: wkt("GEOMETRYCOLLECTION EMPTY")) }
    try editor.reshape(to: wkt("LINESTRING EMPTY"))
    #expect(editor.problems().map(\.code) == [.emptyGeometry])
    let nowhere = c(.nan, 1)
    try editor.reshape(to: .lineString(LineString([nowhere, c(1, 50), c(1, 50)])))
    #expect(editor.problems().map(\.code) == [.nonFiniteOrdinate, .repeatedVertex])
    try editor.reshape(to: wkt("MULTILINESTRING ((0 50, 1 50), (0 51, 1 51))"))
    #expect(editor.problems().map(\.code) == [.multipart])
    try editor.cancel()
    try editor.start(creating: GasFixture.main)
    try editor.reshape(to: wkt("MULTILINESTRING ((0 50, 1 50))"))
    #expect(try editor.save().geometry.wkt == "LINESTRING (0 50, 1 50)")
  }

  @Test("Parts that are alike before and behind stay; holes are parts")
  func parts() throws {
    let editor = try EditorFixture().editor
    try editor.start("MULTIPOINT (0 0, 1 1, 2 2)")
    try editor.reshape(to: try wkt("MULTIPOINT (0 0, 5 5, 1 1, 2 2)"))
    #expect(editor.geometry?.coordinates.map(\.x) == [0, 5, 1, 2])
    try editor.cancel()
    try editor.start("POLYGON ((0 0, 9 0, 9 9, 0 0))")
    let hole = try wkt("POLYGON ((0 0, 9 0, 9 9, 0 0), (5 2, 6 2, 6 3, 5 2))")
    try editor.reshape(to: hole)
    #expect(editor.geometry == hole)
    let two = try wkt("MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((20 0, 29 0, 29 9, 20 0)))")
    try editor.reshape(to: two)
    #expect(editor.geometry == two)
  }
}
