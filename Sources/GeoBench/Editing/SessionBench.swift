import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization

struct SessionBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Measures saves of an editor into a session, on a workload's trace network.",
    discussion: """
      Each save puts a junction on a line, which is split there: three features, one step of undo. Memory: \
      what it costs beside the disk; file: with the file, which waits for the disk. After each save the next \
      identify, snap and trace must find the junction.
      """
  )

  @OptionGroup var source: WorkloadOptions
  @Option(help: "How many saves to time.") var saves = 500
  @Flag(help: "Save into a file as well, a new one in the temporary folder.") var file = false
  @Option(help: "Save into a new schema of this database as well.") var postgres: String?
  @Option(help: "How many sessions save into the database at once, each in a separate place.")
  var writers = 0
  @Option(help: "For how long they do.") var seconds = 5.0

  func run() throws {
    let workload = try source.graph(labels: "net")
    let network = try workload.network()
    let memory = MemorySession(try NetworkState(network))
    print("\(network.featureCount) features")
    try report("memory", memory)
    if file { try reportFile(network) }
    if let postgres { try reportDatabase(network, postgres) }
  }

  private func reportDatabase(_ network: UtilityNetwork, _ url: String) throws {
    let address = try PostgresAddress(url, schema: "geobench_session")
    let session = try waited {
      try await NetworkPlace.database(address).write(network, replacing: true)
      return try await PostgresSession(address)
    }
    try report("database", session)
    for count in [1, writers] where writers > 0 {
      let perSecond = try EditorThroughput.measure(
        address,
        network,
        writers: count,
        seconds: seconds
      )
      print("database, \(count) writers far apart: \(Int(perSecond)) saves a second")
    }
  }

  private func reportFile(_ network: UtilityNetwork) throws {
    let path = NSTemporaryDirectory() + "session-\(UUID().uuidString).gpkg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try GeoPackage.write(network, to: path)
    let start = ContinuousClock.now
    let session = try waited { try await NetworkSession(path, images: .none) }
    print("open: \(Int((ContinuousClock.now - start) / .milliseconds(1))) ms")
    try report("file", session)
  }

  private func report(_ name: String, _ session: some EditingSession) throws {
    let editor = GeometryEditor(splittingLinesIn: session)
    let lines = session.state.network.base.tables[1]
    var random = SeededGenerator(seed: 11)
    var (asked, saved, seen): ([Double], [Double], [Double]) = ([], [], [])
    while saved.count < saves {
      let row = Int(random.next() % UInt64(lines.count))
      let line = FeatureID(table: 1, row: row)
      guard try editor.placeJunction(on: session.state.network.geometry(of: line)) else { continue }
      var canSave = false
      asked.append(time(in: .microseconds(1)) { canSave = editor.canSave })
      guard canSave else {
        try editor.cancel()
        continue
      }
      let start = ContinuousClock.now
      let edit = try editor.save()
      saved.append((ContinuousClock.now - start) / .microseconds(1))
      seen.append(try time(in: .microseconds(1)) { try check(edit, session.state) })
    }
    for (what, times) in [("canSave", asked), ("save", saved), ("seen next", seen)] {
      print("\(name), \(what): \(times.summary(1, "us"))")
    }
  }

  private func check(_ edit: SavedEdit, _ state: NetworkState) throws {
    guard case .feature(let junction)? = edit.target, let place = edit.geometry.coordinates.first
    else { throw BenchError("What was saved is no feature.") }
    let hits = state.index.identify(IdentifyRequest(at: place, tolerance: 0.001))
    guard hits.contains(where: { $0.feature == junction }), state.scene.network.contains(junction),
      let node = state.topology.nodes(of: junction).first,
      state.topology.halfEdges(of: node).count == 2
    else { throw BenchError("What was saved is not seen.") }
  }
}

extension GeometryEditor {
  /// An editor whose junctions split the lines under them.
  convenience init(splittingLinesIn session: some EditingSession) {
    self.init(for: session)
    settings.isEnabled = true
    settings.tolerance = .mapUnits(1)
    splitsLines = true
  }

  /// Places a new junction some way along a line; returns false when it has no such place.
  func placeJunction(on line: Geometry?) throws -> Bool {
    guard let place = try line?.linearLocation(atFraction: 0.375)?.coordinate else { return false }
    try start(creating: AssetTypeID(sourceID: 1, assetGroup: 1, assetType: 1))
    syncSourceSettings(enabling: .setFromRules)
    try pointerMoved(to: Coordinate(x: place.x + 0.01, y: place.y + 0.01))
    try self.place()
    return true
  }
}

/// Measures the number of edits that several sessions save at once, each in a separate extent.
enum EditorThroughput {
  /// Saves for some time, and returns the number of saves per second of all sessions together.
  static func measure(
    _ address: PostgresAddress,
    _ network: UtilityNetwork,
    writers: Int,
    seconds: Double
  ) throws -> Double {
    let lines = network.tables[1]
    // Successive lines of the workload's streets are near each other; these are far apart.
    let sessions = try (0..<writers).map { number in
      let row = lines.count / writers * number + lines.count / writers / 2
      guard let box = lines.geometries[row]?.envelope else {
        throw BenchError("A line of the workload has no place.")
      }
      let extent = Envelope(around: box.center, radius: 400)
      return try waited { try await PostgresSession(address, extent: extent, images: .none) }
    }
    let total = Mutex(0)
    let failure = Mutex<String?>(nil)
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    let threads = sessions.enumerated().map { number, session in
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        defer { done.signal() }
        do {
          let count = try save(into: session, seed: UInt64(number), until: end)
          total.withLock { $0 += count }
        } catch {
          failure.withLock { $0 = "\(error)" }
        }
      }
      return done
    }
    for thread in threads { thread.wait() }
    if let failure = failure.withLock({ $0 }) { throw BenchError(failure) }
    return Double(total.withLock { $0 }) / ((ContinuousClock.now - start) / .seconds(1))
  }

  private static func save(
    into session: PostgresSession,
    seed: UInt64,
    until end: ContinuousClock.Instant
  ) throws -> Int {
    let editor = GeometryEditor(splittingLinesIn: session)
    var random = SeededGenerator(seed: seed)
    var count = 0
    // The lines of the original network; the parts that splits leave of them get shorter.
    let edge = session.edge
    let lines = session.state.network.features(table: 1).filter { edge?.contains($0) == false }
    while ContinuousClock.now < end {
      let line = lines[Int(random.next() % UInt64(lines.count))]
      guard try editor.placeJunction(on: session.state.network.geometry(of: line)) else { continue }
      guard editor.canSave else {
        try editor.cancel()
        continue
      }
      try editor.save()
      count += 1
    }
    return count
  }
}
