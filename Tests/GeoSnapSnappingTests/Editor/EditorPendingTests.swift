import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Features that are drawn and not stored yet")
struct EditorPendingTests {
  private let fixture: EditorFixture
  private var editor: GeometryEditor { fixture.editor }
  private let network: EditedNetwork

  init() throws {
    fixture = try EditorFixture()
    network = fixture.index.network
  }

  private func draw(_ type: AssetTypeID, _ places: Coordinate...) throws -> SavedEdit {
    try editor.start(creating: type, attributes: ["no such field": .integer(7)])
    for place in places { try editor.place(at: place) }
    return try editor.save()
  }

  private func commit(_ edits: [SavedEdit]) throws -> EditedNetwork {
    try edits.reduce(network) { network, edit in
      var edit = edit
      edit.attributes = [:]
      return try network.committing(edit.transaction(in: network)).after
    }
  }

  @Test("Edited before it is stored, a feature keeps its id and attributes: both edits make one")
  func keepsIdentity() throws {
    let drawn = try draw(GasFixture.tap, c(7, 0.5))
    try editor.start(editingPending: 0)
    try editor.place(at: c(35, 5))
    let moved = try editor.save()
    let id = try #require(drawn.newID)
    #expect(moved.newID == id && moved.attributes == ["no such field": .integer(7)])

    let both = try commit([drawn, moved])
    #expect(both.featureCount == network.featureCount + 1)
    #expect(both.feature(globalID: id).flatMap { both.geometry(of: $0) } == moved.geometry)
    let last = try commit([moved])
    #expect(last.featureCount == network.featureCount + 1)
    #expect(last.feature(globalID: id).flatMap { last.geometry(of: $0) } == moved.geometry)
  }

  @Test("Another map and a cancelled edit leave the ids of new features as they were")
  func otherMap() throws {
    let drawn = try draw(GasFixture.tap, c(7, 0.5))
    try editor.show(SnapMap(of: network.base))
    try editor.start(editingPending: 0)
    try editor.cancel()
    try editor.start(editingPending: 0)
    try editor.move(dx: 1, dy: 1)
    #expect(try editor.save().newID == drawn.newID)
  }

  @Test("A new line gets the vertex that a later feature needs of it, though it is not stored yet")
  func proposals() throws {
    let main = try draw(GasFixture.main, c(100, 0), c(120, 0))
    let tap = try draw(GasFixture.tap, c(107, 0.2))
    #expect(tap.insertions.map(\.segment.target) == [.pending(0)])
    let after = try commit([main, tap])
    let line = try #require(main.newID.flatMap { after.feature(globalID: $0) })
    let vertex = try #require(tap.insertions.first).location
    #expect(after.geometry(of: line)?.coordinates == [c(100, 0), vertex, c(120, 0)])
  }

  @Test("A new feature that moves along with shared vertices moves in the transaction as well")
  func neighbours() throws {
    editor.movesSharedVertices = true
    let tap = try draw(GasFixture.tap, c(40, 0))
    try editor.start(editing: try fixture.feature("pipe/0"))
    try editor.moveVertex(vertex: 4, to: c(45, 0))
    let after = try commit([tap, try editor.save()])
    let moved = try #require(tap.newID.flatMap { after.feature(globalID: $0) })
    #expect(after.geometry(of: moved)?.wkt == "POINT (45 0)")
  }
}
