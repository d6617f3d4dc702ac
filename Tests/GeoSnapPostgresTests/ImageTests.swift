import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Images of networks in databases", TestDatabase.isThere)
struct ImageTests {
  private let schema: TemporarySchema
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    UUID().uuidString
  )
  private var images: ImageCache {
    ImageCache(folder: folder.path, leastFeatures: 0, writesByItself: false)
  }

  init() async throws {
    schema = try TemporarySchema()
    try await PostGIS.write(try GasFixture.network(), to: schema.address)
  }

  private func key(_ number: UInt64) -> FeatureKey { .globalID(GasFixture.id(number)) }

  private func move(_ number: UInt64, _ x: Double, _ y: Double) -> NetworkTransaction {
    NetworkTransaction("Move \(number)", [.setGeometry(key(number), .point(Point(x: x, y: y)))])
  }

  private func makeImage() async throws {
    let snapshot = try PostGIS.openSnapshot(schema.address, images: images)
    _ = try snapshot.state()
    snapshot.stored.image?.write()
  }

  private func expectAsStored(_ snapshot: StoredSnapshot) throws {
    let anew = try NetworkState(PostGIS.open(schema.address).network)
    let places = [(7.0, 0.0), (20, 10), (60, 0), (62, 0), (30, 10), (40, 0), (20, 20)]
    let difference = StateComparison(try snapshot.state(), anew: anew)
      .difference(at: places.map { Coordinate(x: $0, y: $1) })
    #expect(difference == nil)
  }

  @Test("A network opens from its image, with what was committed since by sessions and by SQL")
  func opens() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await makeImage()
    let session = try await PostgresSession(schema.address, images: images, lookingEvery: nil)
    try session.commit(move(91, 30, 30))
    try session.commit(move(91, 30, 31))
    try session.undo()
    try schema.execute("UPDATE pipelinedevice SET origin = 'theirs' WHERE origin = 'valve/0'")
    let snapshot = try PostGIS.openSnapshot(schema.address, images: images)
    #expect(snapshot.commitCount == 4)
    try expectAsStored(snapshot)
    let second = try await PostgresSession(schema.address, images: images, lookingEvery: nil)
    try second.commit(move(91, 31, 31))
    try session.reload()
    let place = Coordinate(x: 31, y: 31)
    #expect(session.state.index.identify(IdentifyRequest(at: place, tolerance: 1)).count == 1)
  }

  @Test("An image is of no use after another definition, a forgotten history or other columns")
  func doesNotFit() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await makeImage()
    #expect(
      try PostGIS.openSnapshot(schema.address, images: images).stored.image?.index != nil
    )
    try schema.execute("UPDATE un_rules SET origin = 'another'")
    let anew = try PostGIS.openSnapshot(schema.address, images: images)
    #expect(anew.commitCount == 0 && anew.stored.image?.index == nil)
    #expect(anew.network.base.rules.allSatisfy { $0.origin == "another" })
    try await makeImage()
    let session = try await PostgresSession(schema.address, images: .none, lookingEvery: nil)
    try session.commit(move(91, 30, 30))
    try schema.forgetHistory()
    let forgotten = try PostGIS.openSnapshot(schema.address, images: images)
    #expect(forgotten.commitCount == 0)
    try expectAsStored(forgotten)
    try await makeImage()
    try schema.execute("ALTER TABLE pipelinedevice ADD inspected date")
    let wider = try PostGIS.openSnapshot(schema.address, images: images)
    #expect(wider.network.base.tables.contains { $0.fields.contains { $0.name == "INSPECTED" } })
  }
}
