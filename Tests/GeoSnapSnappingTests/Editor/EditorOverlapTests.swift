import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Areas that must not overlap others")
struct EditorOverlapTests {
  private func areas(_ type: GeometryType = .polygon) throws -> EditorFixture {
    let areas = [
      "POLYGON ((100 0, 110 0, 110 10, 100 10, 100 0))",
      "POLYGON ((104 20, 106 20, 106 40, 104 40, 104 20))",
    ]
    let vaults = try FeatureTable("vaults", areas, of: type)
    return try EditorFixture(tables: [vaults])
  }

  private func draw(_ area: String, in fixture: EditorFixture) throws -> SavedEdit {
    try fixture.editor.start("POLYGON ((0 500, 1 500, 1 501, 0 500))")
    try fixture.editor.cancel()
    try fixture.editor.start(with: try wkt(area))
    try fixture.editor.move(dx: 0, dy: -100)
    return try fixture.editor.save()
  }

  @Test("What lies within other areas is cut off, along their border")
  func cut() throws {
    let fixture = try areas()
    let area = "POLYGON ((105 95, 120 95, 120 105, 105 105, 105 95))"
    let drawn = try wkt("POLYGON ((105 -5, 120 -5, 120 5, 105 5, 105 -5))")
    #expect(try draw(area, in: fixture).geometry == drawn)
    fixture.editor.avoidsOverlapsWith = ["vaults"]
    let edit = try draw(area, in: fixture)
    let expected = try wkt("POLYGON ((105 -5, 120 -5, 120 5, 110 5, 110 0, 105 0, 105 -5))")
    #expect(try edit.geometry.equalsTopologically(expected))
    fixture.editor.avoidsOverlapsWith = ["no such layer"]
    #expect(try draw(area, in: fixture).geometry == drawn)
  }

  @Test("Nothing left, or several parts where one is wanted, is refused; the edit goes on")
  func refused() throws {
    let fixture = try areas()
    fixture.editor.avoidsOverlapsWith = ["vaults"]
    refuses(.invalid) {
      _ = try draw("POLYGON ((101 101, 109 101, 109 109, 101 109, 101 101))", in: fixture)
    }
    #expect(fixture.editor.isStarted)
    try fixture.editor.cancel()
    refuses(.invalid) {
      _ = try draw("POLYGON ((100 125, 110 125, 110 130, 100 130, 100 125))", in: fixture)
    }
    try fixture.editor.cancel()
    let multi = try draw(
      "MULTIPOLYGON (((100 125, 110 125, 110 130, 100 130, 100 125)))",
      in: fixture
    )
    #expect(multi.geometry.type == .multiPolygon)
    #expect(multi.geometry.paths.count == 2)
  }

  @Test("An overlap that cannot be cut off is a problem, so the list says why it cannot be saved")
  func problems() throws {
    let fixture = try areas()
    let editor = fixture.editor
    editor.avoidsOverlapsWith = ["vaults"]
    for area in [
      "POLYGON ((101 101, 109 101, 109 109, 101 109, 101 101))",
      "POLYGON ((100 125, 110 125, 110 130, 100 130, 100 125))",
    ] {
      try editor.start(with: try wkt(area))
      try editor.move(dx: 0, dy: -100)
      #expect(editor.problems().map(\.code) == [.overlap] && !editor.canSave)
      let error = #expect(throws: GeometryEditorError.self) { try editor.save() }
      #expect(error?.problems == editor.problems())
      try editor.move(dx: 0, dy: 500)
      #expect(editor.problems().isEmpty && editor.canSave)
      try editor.cancel()
    }
  }

  @Test("A feature never cuts itself")
  func itself() throws {
    let fixture = try areas()
    fixture.editor.avoidsOverlapsWith = ["vaults"]
    let vault = FeatureID(table: try fixture.table("vaults"), row: 1)
    try fixture.editor.start(editing: vault)
    try fixture.editor.move(dx: 1, dy: 0)
    let moved = try wkt("POLYGON ((105 20, 107 20, 107 40, 105 40, 105 20))")
    #expect(try fixture.editor.save().geometry == moved)
  }
}
