import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Field crews check a network out and in", TestDatabase.isThere)
struct FieldworkTests {
  private let folder: ScratchFolder
  private let schema: TemporarySchema
  private let whole: UtilityNetwork
  private let extent: Envelope

  private var file: String { folder.path("field.gpkg") }

  init() async throws {
    folder = try ScratchFolder()
    schema = try TemporarySchema("Tom's \"town\", 1.2")
    whole = try GeoPackage.open(SampleFile.path, images: .none).network
    let table = try #require(whole.tables.firstIndex { $0.name == "PipelineDevice" })
    let place = whole.geometry(of: FeatureID(table: table, row: 700))?.coordinates.first
    extent = Envelope(try #require(place)).expanded(by: 150)
    try await PostGIS.write(whole, to: schema.address)
  }

  private static func seed() -> UInt64 {
    ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
      ?? .random(in: 0...UInt64.max)
  }

  /// Edits the file at random; what it accepts is done in another database as well.
  private func edit(
    _ count: Int,
    _ edits: inout RandomNetworkEdits,
    _ session: PostgresSession?
  ) throws -> Int {
    let store = try NetworkStore(file, images: .none)
    var refused = 0
    var accepted = 0
    // Steps that are there and were not there before: one that was brought in already must not be undone in the file.
    var fresh = 0
    for _ in 0..<count * 50 where accepted < count {
      if edits.generator.oneIn(8), fresh > 0 {
        try store.undo()
        try session?.undo()
        fresh -= 1
        if edits.generator.oneIn(2) {
          try store.redo()
          try session?.redo()
          fresh += 1
        }
      }
      guard let transaction = try? edits.next(store.snapshot), !transaction.edits.isEmpty else {
        continue
      }
      do {
        guard try !store.commit(transaction).transaction.edits.isEmpty else { continue }
      } catch let error as TransactionError {
        if error.problems.contains(where: { $0.code == .beyondExtent }) { refused += 1 }
        continue
      }
      try session?.commit(transaction)
      accepted += 1
      fresh += 1
    }
    #expect(accepted == count)
    return refused
  }

  @Test("After random edits the database is as after the same edits by a session")
  func roundTrip() async throws {
    let seed = Self.seed()
    let twin = try TemporarySchema("twin")
    try await PostGIS.write(whole, to: twin.address)
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
      refused += try edit(Extent.count(40, long: 200), &edits, session)
      // Others edit meanwhile, elsewhere.
      let others = try await PostgresSession(schema.address, images: .none, lookingEvery: nil)
      for both in [others, session] { try elsewhere(both, stored) }
      let checkIn = try await PostGIS.checkIn(file, allowsUnconnected: true, images: .none)
      #expect(checkIn.isComplete, "seed \(seed): \(checkIn.steps.filter(\.isHeldUp))")
    }
    #expect(refused > 0, "seed \(seed)")
    let there = try Content(PostGIS.open(schema.address, strict: true).network)
    let expected = try Content(PostGIS.open(twin.address, strict: true).network)
    #expect(there.difference(from: expected) == nil, "seed \(seed)")
    let names = "SELECT count(*), count(DISTINCT \"commit\") FROM un_history WHERE kind = 'commit'"
    let counts = try schema.execute(names).split(separator: "|")
    #expect(counts.first == counts.last, "seed \(seed)")
    // The file has what the database has there, but for its new row ids.
    let again = try PostGIS.open(schema.address, extent: extent)
    let inFile = try GeoPackage.open(file, images: .none)
    #expect(
      Content(again.network).difference(from: Content(inFile.network)) == nil,
      "seed \(seed)"
    )
  }

  /// Gives a feature outside the extent another origin.
  private func elsewhere(_ session: PostgresSession, _ taken: StoredNetwork) throws {
    let network = session.state.network
    let table = try #require(network.table(named: "PipelineDevice"))
    let other = try #require(
      network.features(table: table).first { id in
        network.globalID(of: id).map { taken.network.feature(globalID: $0) == nil } ?? false
      }
    )
    let id = try #require(network.globalID(of: other))
    let origin = (network.origin(of: other) ?? "") + "+"
    try session.commit(NetworkTransaction("Elsewhere", [.setOrigin(.globalID(id), origin)]))
  }

  @Test("A check-in that is killed at any instant is repeated, and nothing is done twice")
  func killed() async throws {
    let seed = Self.seed()
    var generator = SeededGenerator(seed: seed)
    let stored = try PostGIS.checkOut(schema.address, extent: extent, to: file)
    var edits = RandomNetworkEdits(stored.network, seed: seed)
    _ = try edit(60, &edits, nil)
    let steps = try NetworkStore(file, images: .none).history().filter { !$0.isUndone }
    var kills = 0
    for round in 0..<Extent.count(12, long: 60) {
      let process = Process()
      process.executableURL = CommandLineRun.program
      process.arguments = ["checkin", file, "--allow-unconnected", "--image", "none"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // At first when nothing can be done yet, then often early, as one that ends leaves nothing to the next.
      let latest = round == 0 ? 20_000 : generator.oneIn(3) ? 600_000 : 150_000
      usleep(UInt32(generator.int(5_000...latest)))
      if process.isRunning {
        kills += 1
        Foundation.kill(process.processIdentifier, SIGKILL)
      }
      process.waitUntilExit()
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
    let again = try PostGIS.open(schema.address, extent: extent)
    let inFile = try GeoPackage.open(file, images: .none)
    #expect(
      Content(again.network).difference(from: Content(inFile.network)) == nil,
      "seed \(seed)"
    )
  }

  @Test("The verbs tell what was taken, what came back and what did not")
  func verbs() async throws {
    let address = try TestDatabase.text(of: schema)
    let corners = [extent.minX, extent.minY, extent.maxX, extent.maxY].map { "\($0)" }
      .joined(separator: ",")
    let out = try CommandLineRun(["checkout", address, "--extent", corners, file, "--json"])
    #expect(out.exitCode == 0, "\(out.errors)")
    let taken = try out.json()
    #expect((taken["atEdge"] as? Int ?? 0) > 0 && taken["revision"] as? Int == 0)
    #expect(!(taken["network"] as? String ?? "password").contains("password"))
    let again = try CommandLineRun(["checkout", address, "--extent", corners, file])
    #expect(again.exitCode == 64 && again.errors.contains("--force replaces it"))
    let forced = try CommandLineRun(["checkout", address, "--extent", corners, file, "--force"])
    #expect(forced.exitCode == 0 && forced.output.contains("at the edge"))
    let network = try GeoPackage.open(file).network
    let table = try #require(network.tables.first { $0.name == "PipelineDevice" })
    let id = try #require(table.globalIDs.first ?? nil)
    let transactions = folder.path("edit.json")
    func edit(_ network: String, _ name: String, _ origin: String) throws -> CommandLineRun {
      try Data(
        "{\"name\": \"\(name)\", \"edits\": [{\"setOrigin\": \"\(id)\", \"origin\": \"\(origin)\"}]}"
          .utf8
      )
      .write(to: URL(fileURLWithPath: transactions))
      return try CommandLineRun(["edit", network, "--transaction", transactions])
    }
    #expect(try edit(file, "In the field", "field").exitCode == 0)
    let check = try CommandLineRun(["checkin", file, "--check"])
    #expect(check.exitCode == 0 && check.output.contains("1 step of 1 can be brought back"))
    #expect(try edit(address, "In the office", "office").exitCode == 0)
    let conflict = try CommandLineRun(["checkin", file, "--json"])
    #expect(conflict.exitCode == 65 && conflict.errors.contains("(In the office), and this step"))
    let told = try conflict.json()
    let steps = try #require(told["steps"] as? [[String: Any]])
    #expect(steps.first?["outcome"] as? String == "conflict" && told["error"] != nil)
    #expect(told["isComplete"] as? Bool == false)
    #expect(try CommandLineRun(["edit", address, "--undo"]).exitCode == 0)
    let done = try CommandLineRun(["checkin", file, address])
    #expect(done.exitCode == 0 && done.output.contains("Brought back 1 step of 1"))
    let twice = try CommandLineRun(["checkin", file])
    #expect(twice.exitCode == 0 && twice.output.contains("nothing to do"))
    #expect(try CommandLineRun(["checkout", file, "--extent", corners, "x.gpkg"]).exitCode == 64)
    #expect(try CommandLineRun(["checkin", SampleFile.path]).exitCode == 66)
  }
}

/// A network without row ids: features by their global ids, others by what they hold.
private struct Content {
  private var features: [String: [String]] = [:]
  private var associations: [GlobalID: GeoSnap.Association] = [:]

  init(_ network: UtilityNetwork) {
    for table in network.tables {
      for row in 0..<table.count {
        let feature = table[row]
        let text =
          "\(feature.assetGroup) \(feature.assetType) \(feature.origin ?? "-") \(feature.geometry?.wkt ?? "-") "
          + "\(feature.attributes)"
        features["\(table.name) \(feature.globalID.map { "\($0)" } ?? "")", default: []].append(
          text
        )
      }
    }
    for association in network.associations { associations[association.globalID] = association }
  }

  func difference(from other: Content) -> String? {
    for key in Set(features.keys).union(other.features.keys).sorted() {
      let (mine, theirs) = (features[key]?.sorted(), other.features[key]?.sorted())
      if mine != theirs { return "\(key): \(mine ?? []) and \(theirs ?? [])" }
    }
    for key in Set(associations.keys).union(other.associations.keys)
    where associations[key] != other.associations[key] {
      return "association \(key)"
    }
    return nil
  }
}
