import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Images of networks in databases", TestDatabase.isThere)
struct ImageTests {
  private let town: GasTown
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString)
  private var images: ImageCache {
    ImageCache(folder: folder.path, leastFeatures: 0, writesByItself: false)
  }

  init() async throws { town = try await GasTown() }

  private func makeImage() throws {
    let snapshot = try open()
    _ = try snapshot.state()
    snapshot.stored.image?.write()
  }

  private func open() throws -> StoredSnapshot {
    try PostGIS.openSnapshot(town.address, images: images)
  }

  @Test("A network opens from its image, with what was committed since by sessions and by SQL")
  func opens() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeImage()
    let session = try await PostgresSession(town.address, images: images, lookingEvery: nil)
    try session.commit(move(91, 30, 30))
    try session.commit(move(91, 30, 31))
    try session.undo()
    try town.schema.execute("UPDATE pipelinedevice SET origin = 'theirs' WHERE origin = 'valve/0'")
    let snapshot = try open()
    #expect(snapshot.commitCount == 4)
    try town.expectAsStored(snapshot.state())
    let second = try await PostgresSession(town.address, images: images, lookingEvery: nil)
    try second.commit(move(91, 31, 31))
    try session.reload()
    let place = Coordinate(x: 31, y: 31)
    #expect(session.state.index.identify(IdentifyRequest(at: place, tolerance: 1)).count == 1)
  }

  @Test("An image is of no use after another definition, a forgotten history or other columns")
  func doesNotFit() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try makeImage()
    #expect(try open().stored.image?.index != nil)
    try town.schema.execute("UPDATE un_rules SET origin = 'another'")
    let anew = try open()
    #expect(anew.commitCount == 0 && anew.stored.image?.index == nil)
    #expect(anew.network.base.rules.allSatisfy { $0.origin == "another" })
    try makeImage()
    try await town.session().commit(move(91, 30, 30))
    try town.schema.forgetHistory()
    let forgotten = try open()
    #expect(forgotten.commitCount == 0)
    try town.expectAsStored(forgotten.state())
    try makeImage()
    try town.schema.execute("ALTER TABLE pipelinedevice ADD inspected date")
    let wider = try open()
    #expect(wider.network.base.tables.contains { $0.fields.contains { $0.name == "INSPECTED" } })
  }
}
