import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// Kills the program while it commits, at random instants; 200 times with `GEOSNAP_RANDOM=full`.
@Suite("A writer that is killed")
struct CrashTests {
  private static let kills = Extent.count(4, long: 10, full: 200)

  @Test("Every edit that was reported is there, and nothing is damaged")
  func kill() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    var kills = 0
    var round = 0
    while round < Self.kills { try checkOneFile(&generator, &round, &kills, seed) }
    #expect(kills > Self.kills / 2, "seed \(seed)")
  }

  /// Kills writers of one file until it has about as many transactions as its history keeps, and undoes them all.
  private func checkOneFile(
    _ generator: inout SeededGenerator,
    _ round: inout Int,
    _ kills: inout Int,
    _ seed: UInt64
  ) throws {
    let file = try FixtureFile()
    defer {
      for suffix in [".lock", "-journal"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
    }
    var committed = 0
    while round < Self.kills, committed + 400 < 1_000 {
      let reported = try self.committed(file.path, from: committed, &generator, &kills)
      let place: Comment = "seed \(seed), round \(round), \(committed) then \(reported)"
      let count = try count(file.path, place)
      // One more may have reached the disk before it could be reported.
      #expect(count == committed + reported || count == committed + reported + 1, place)
      committed = count
      round += 1
    }
    let store = try NetworkStore(file.path)
    while try store.undo() != nil {}
    let start = try GasFixture.network()
    #expect(NaiveNetwork(start).difference(from: store.snapshot) == nil, "seed \(seed)")
  }

  private func committed(
    _ path: String,
    from first: Int,
    _ generator: inout SeededGenerator,
    _ kills: inout Int
  ) throws -> Int {
    // Each inserts a numbered point, moves the meter there, and joins and parts two features.
    let transactions = (first..<first + 400).map { number in
      """
      {"name": "\(number)", "edits": [
        {"insert": "survey_points", "geometry": "POINT (\(number) 1)", "origin": "crash/\(number)"},
        {"setGeometry": "\(GasFixture.id(91))", "geometry": "POINT (\(number) 2)"},
        {"dissociate": "\(GasFixture.id(3))"},
        {"associate": "connectivity", "globalID": "\(GasFixture.id(3))",
          "from": {"globalID": "\(GasFixture.id(92))", "terminal": 2}, "to": "\(GasFixture.id(93))"}]}
      """
    }
    let input = path + ".json"
    try Data("[\(transactions.joined(separator: ","))]".utf8).write(to: URL(fileURLWithPath: input))
    defer { try? FileManager.default.removeItem(atPath: input) }
    let process = Process()
    process.executableURL = CommandLineRun.program
    process.arguments = ["edit", path, "--transaction", input]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Some instants are before the first commit, most are between or within commits.
    usleep(UInt32(generator.int(0...(generator.oneIn(4) ? 40_000 : 400_000))))
    if process.isRunning {
      kills += 1
      Foundation.kill(process.processIdentifier, SIGKILL)
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data.count { $0 == UInt8(ascii: "\n") }
  }

  private func count(_ path: String, _ place: Comment) throws -> Int {
    let network = try GeoPackage.open(path).network
    let queue = try DatabaseQueue(path: path)
    let check = try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    #expect(check == "ok", place)
    try queue.close()
    let points = try #require(network.tables.first { $0.name == "survey_points" })
    let inserted = points.count - 1
    for number in 0..<inserted {
      #expect(network.features(origin: "crash/\(number)").count == 1, place)
    }
    let meter = try #require(network.feature(globalID: GasFixture.id(91)))
    if inserted > 0 {
      #expect(network.geometry(of: meter)?.wkt == "POINT (\(inserted - 1) 2)", place)
    }
    #expect(network.associations.count == 5, place)
    let history = try NetworkStore(path).history()
    #expect(history.count == inserted, place)
    try checkWithOGR(path, network, place)
    return inserted
  }

  /// GDAL opens every table and counts as many features, where it is installed.
  private func checkWithOGR(_ path: String, _ network: UtilityNetwork, _ place: Comment) throws {
    let program = "/usr/bin/ogrinfo"
    guard FileManager.default.isExecutableFile(atPath: program) else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-ro", "-al", "-so", path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, place)
    #expect(!text.contains("ERROR") && !text.contains("Warning"), "\(place): \(text)")
    for table in network.tables { #expect(text.contains("Layer name: \(table.name)\n"), place) }
    #expect(text.contains("Layer name: un_associations\n"), place)
  }
}
