import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport

/// Measures the cost of saving an edit in a session, and of reading its result.
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
  @Option(help: "How many saves to time.")
  var saves = 500
  @Flag(help: "Save into a file as well, a new one in the temporary folder.")
  var file = false

  @Option(help: "Save into a new schema of this database as well.")
  var postgres: String?
  @Option(help: "How many sessions save into the database at once, each in a separate place.")
  var writers = 0
  @Option(help: "For how long they do.")
  var seconds = 5.0

  func run() throws {
    guard let folder = source.workload else { throw ValidationError("Give --workload DIR.") }
    let workload = try GraphWorkload(folder: URL(fileURLWithPath: folder), labels: "net")
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
      try await PostGIS.write(network, to: address, replacing: true)
      return try await PostgresSession(address)
    }
    try report("database", session)
    for count in [1, writers] where writers > 0 {
      let perSecond = try EditorThroughput(address, network: network, writers: count)
        .measure(seconds: seconds)
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

  /// Checks that identify, the scene and the topology have the saved edit.
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
