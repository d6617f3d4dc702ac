import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Field crews check a network out and in", TestDatabase.isThere)
struct FieldworkTests {
  private let folder: ScratchFolder
  private let schema: TemporarySchema
  private let whole: UtilityNetwork
  private let extent: Envelope
  private let seed =
    ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    ?? .random(in: 0...UInt64.max)

  private var file: String { folder.path("field.gpkg") }

  init() async throws {
    folder = try ScratchFolder()
    schema = try TemporarySchema("Tom's \"town\", 1.2")
    whole = try GeoPackage.open(SampleFile.path, images: .none).network
    let table = try #require(whole.tables.firstIndex { $0.name == "PipelineDevice" })
    let place = whole.geometry(of: FeatureID(table: table, row: 700))?.coordinates.first
    extent = Envelope(try #require(place)).expanded(by: 150)
    try await NetworkPlace.database(schema.address).write(whole)
  }

  /// The file has what the database has there, but for its new row ids.
  private func expectSameInFile() throws {
    let there = content(try PostGIS.open(schema.address, extent: extent).network)
    let inFile = content(try GeoPackage.open(file, images: .none).network)
    #expect(there.symmetricDifference(inFile) == [], "seed \(seed)")
  }

  /// A network without row ids: features by their global ids, others by what they hold and how many are alike.
  private func content(_ network: UtilityNetwork) -> Set<String> {
    var counts: [String: Int] = [:]
    for table in network.tables {
      for row in 0..<table.count {
        let feature = table[row]
        let parts: [Any?] = [
          table.name, feature.globalID, feature.assetGroup, feature.assetType, feature.origin,
          feature.geometry?.wkt, feature.attributes,
        ]
        counts[parts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " "), default: 0] += 1
      }
    }
    return Set(counts.map { "\($0) \($1)" } + network.associations.map { "\($0)" })
  }

  @Test("After random edits the database is as after the same edits by a session")
  func roundTrip() async throws {
    let twin = try TemporarySchema("twin")
    try await NetworkPlace.database(twin.address).write(whole)
    let stored = try PostGIS.checkOut(schema.address, extent: extent, to: file)
    #expect(stored.network.featureCount > 20 && !(stored.edge?.features.isEmpty ?? true))
    let session = try await PostgresSession(
      twin.address,
      allowsUnconnected: true,
      images: .none,
      lookingEvery: nil
    )
    var edits = RandomNetworkEdits(stored.network, seed: seed)
    var refused = 0
    // Twice out of the same file: what was brought back does not come again.
    for _ in 0..<2 {
      let count = Extent.count(40, long: 200)
      refused += try edits.commit(count, to: NetworkStore(file, images: .none), and: session)
      // Others edit meanwhile, elsewhere.
      for both in [schema, twin] { try elsewhere(both) }
      let checkIn = try await PostGIS.checkIn(file, allowsUnconnected: true, images: .none)
      #expect(checkIn.isComplete, "seed \(seed): \(checkIn.steps.filter(\.isHeldUp))")
    }
    #expect(refused > 0, "seed \(seed)")
    let there = content(try PostGIS.open(schema.address, strict: true).network)
    let expected = content(try PostGIS.open(twin.address, strict: true).network)
    #expect(there.symmetricDifference(expected) == [], "seed \(seed)")
    let names = "SELECT count(*), count(DISTINCT \"commit\") FROM un_history WHERE kind = 'commit'"
    let counts = try schema.execute(names).split(separator: "|")
    #expect(counts.first == counts.last, "seed \(seed)")
    try expectSameInFile()
  }

  /// Gives a device outside the extent another origin.
  private func elsewhere(_ schema: TemporarySchema) throws {
    let corners = "\(extent.minX), \(extent.minY), \(extent.maxX), \(extent.maxY)"
    try schema.execute(
      """
      UPDATE pipelinedevice SET origin = origin || '+' WHERE objectid = (SELECT min(objectid) FROM pipelinedevice
        WHERE NOT shape && ST_MakeEnvelope(\(corners), ST_SRID(shape)))
      """
    )
  }

  @Test("A check-in that is killed at any instant is repeated, and nothing is done twice")
  func killed() async throws {
    var generator = SeededGenerator(seed: seed)
    let stored = try PostGIS.checkOut(schema.address, extent: extent, to: file)
    var edits = RandomNetworkEdits(stored.network, seed: seed)
    _ = try edits.commit(60, to: NetworkStore(file, images: .none))
    let steps = try NetworkStore(file, images: .none).history().filter { !$0.isUndone }
    var kills = 0
    for round in 0..<Extent.count(12, long: 60) {
      let run = try StartedRun(["checkin", file, "--allow-unconnected", "--image", "none"])
      // At first when nothing can be done yet, then often early, as one that ends leaves nothing to the next.
      let latest = round == 0 ? 20_000 : generator.oneIn(3) ? 600_000 : 150_000
      usleep(UInt32(generator.int(5_000...latest)))
      if run.kill() { kills += 1 }
      let counts = try schema.execute(
        "SELECT count(*), count(DISTINCT \"commit\"), count(DISTINCT edits) FROM un_history"
      ).split(separator: "|")
      #expect(Set(counts).count <= 2, "seed \(seed)")
    }
    #expect(kills > 0)
    let last = try CommandLineRun(["checkin", file, "--allow-unconnected", "--json"])
    #expect(last.exitCode == 0, "seed \(seed): \(last.errors)")
    let count = try schema.execute("SELECT count(*) FROM un_history")
    #expect(count == "\(steps.count)", "seed \(seed)")
    try expectSameInFile()
  }
}
