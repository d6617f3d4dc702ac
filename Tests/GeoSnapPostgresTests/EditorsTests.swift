import Foundation
import GeoBench
import GeoSnap
import GeoSnapPostgres
import GeoSnapTestSupport
import Testing

@Suite("Many editors of one network", Database.isThere)
struct EditorsTests {
  @Test(
    "What 4 editors and 2 readers are told is what the history says, and the history is what the tables hold"
  )
  func trial() async throws {
    let url = try #require(Database.url)
    let schema = "trial_\(UUID().uuidString.prefix(8).lowercased())"
    var trial = EditorsTrial(url: url, schema: schema, network: try EditorsTrial.town(side: 8))
    trial.writers = 4
    trial.readers = 2
    trial.transactions = Extent.count(400, long: 4_000)
    trial.seconds = 300
    let seed = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    trial.seed = seed ?? UInt64(Date.now.timeIntervalSince1970)
    defer { _ = try? TemporarySchema.psql("DROP SCHEMA IF EXISTS \(schema) CASCADE") }
    let outcome = try await trial.run()
    #expect(outcome.faults.isEmpty, "seed \(trial.seed)")
    #expect(outcome.commits >= 400 && outcome.statesRead > 0)
  }
}
