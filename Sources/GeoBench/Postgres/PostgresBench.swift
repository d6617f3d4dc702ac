import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// Measures the opening of a network in a database, and how soon another session has a commit.
struct PostgresBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "postgres",
    abstract:
      "Measures opening a network in a database, and how soon another session sees a commit.",
    discussion: """
      The network of a file is written into the schema geobench of the database that GEOSNAP_POSTGRES names, unless \
      it is there. COPY is how long psql takes to get all rows in binary, one table after the other.
      """
  )

  @Argument(help: "The network, a GeoPackage file.") var network: String
  @Option(help: "How often each is measured; the median counts.") var repetitions = 3
  @Option(
    help: "How many commits are made after the image from which it is opened again; 0 for none."
  )
  var commits = 1000
  @Flag(help: "Write the network into the schema though it is there.") var anew = false

  func run() throws {
    let url = try databaseURL()
    let address = try PostgresAddress(url, schema: "geobench")
    if anew || (try? PostGIS.open(address, extent: nowhere)) == nil {
      let stored = try GeoPackage.open(network, images: .none)
      let written = try time(in: .seconds(1)) {
        try waited {
          try await NetworkPlace.database(address).write(stored.network, replacing: true)
        }
      }
      print("write: \(text(written)) s")
    }
    let opened = try PostGIS.open(address).network
    print("\(opened.featureCount) features, \(opened.associations.count) associations")
    let tables =
      try psql("SELECT relation FROM geobench.un_tables ORDER BY position", at: url)
      .split(separator: "\n").map(String.init) + ["un_associations"]
    let copies = tables.map { "COPY geobench.\"\($0)\" TO STDOUT (FORMAT binary)" }
    func median(_ body: () throws -> Void) throws -> Double {
      try medianTime(of: repetitions, in: .seconds(1), body)
    }
    let copy = try median { for sql in copies { try psql(sql, at: url, keeps: false) } }
    let open = try median { _ = try PostGIS.open(address) }
    let extent = middle(of: opened)
    let part = try PostGIS.open(address, extent: extent).network.featureCount
    let cut = try median { _ = try PostGIS.open(address, extent: extent) }
    print("COPY: \(text(copy)) s")
    print("open: \(text(open)) s, \(text(open / copy)) of COPY")
    print("extent of \(part) features: \(text(cut)) s, \(text(cut / open)) of all")
    if commits > 0 { try FollowingBench(address).run(commits: commits, repetitions: repetitions) }
  }

  private var nowhere: Envelope { Envelope(around: Coordinate(x: 0, y: 0), radius: 0) }

  /// A square in the middle with about a hundredth of the features.
  private func middle(of network: UtilityNetwork) -> Envelope {
    let boxes = network.geometries.compactMap { $0?.envelope }
    guard let all = Envelope.combining(boxes) else { return nowhere }
    var (low, high) = (0.0, max(all.width, all.height))
    for _ in 0..<30 {
      let middle = (low + high) / 2
      let box = Envelope(around: all.center, radius: middle)
      if boxes.count(where: box.intersects) > boxes.count / 100 {
        high = middle
      } else {
        low = middle
      }
    }
    return Envelope(around: all.center, radius: high)
  }

  private func text(_ number: Double) -> String { fixed(number, 3) }
}

/// Measures the opening from an image with commits made since, and how soon another session has a commit.
struct FollowingBench {
  private let address: PostgresAddress
  private let folder: ImageFolder

  init(_ address: PostgresAddress) throws {
    self.address = address
    folder = try ImageFolder()
  }

  private var images: ImageCache {
    ImageCache(folder: folder.url.path, leastFeatures: 0, writesByItself: false)
  }

  /// Measures `repetitions` openings after an image and `commits`; throws errors of the server.
  func run(commits: Int, repetitions: Int) throws {
    let made = try PostGIS.openSnapshot(address, images: images)
    _ = try made.state()
    made.stored.image?.write()
    let (writer, reader) = (try session(), try session())
    let lines = Self.lines(of: writer.state.network, commits)
    let seen = try Self.follow(from: writer, to: reader, lines)
    print("another session sees a commit after: \(seen.summary(3, "ms")), of \(seen.count)")
    var (read, held): ([Double], [Double]) = ([], [])
    for _ in 0..<repetitions {
      let start = ContinuousClock.now
      let snapshot = try PostGIS.openSnapshot(address, images: images)
      read.append((ContinuousClock.now - start) / .seconds(1))
      guard snapshot.commitCount >= commits else {
        throw BenchError("The image was not used: \(snapshot.commitCount) commits were read.")
      }
      held.append(try time(in: .seconds(1)) { _ = try session() })
    }
    print(
      "open with image and \(commits) commits: \(fixed(read.median, 3)) s, "
        + "as a session with index, scene and topology: \(fixed(held.median, 3)) s"
    )
  }

  private func session() throws -> PostgresSession {
    try waited { [address, images] in
      try await PostgresSession(address, allowsUnconnected: true, images: images)
    }
  }

  private static func lines(of network: EditedNetwork, _ count: Int) -> [FeatureID] {
    let lines = network.base.tables.indices.flatMap { table in
      network.base.tables[table].geometryType == .lineString ? network.features(table: table) : []
    }
    let step = max(1, lines.count / max(count, 1))
    return stride(from: 0, to: lines.count, by: step).prefix(count).map { lines[$0] }
  }

  /// Adds a vertex to each line, and waits until the other session has it; returns the delays in milliseconds.
  private static func follow(
    from writer: PostgresSession,
    to reader: PostgresSession,
    _ lines: [FeatureID]
  ) throws -> [Double] {
    var times: [Double] = []
    for line in lines {
      let network = writer.state.network
      guard case .lineString(let old)? = network.geometry(of: line), old.coordinates.count > 1,
        let key = network.key(of: line)
      else { continue }
      var places = Array(old.coordinates)
      let (a, b) = (places[0], places[1])
      places.insert(Coordinate(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2), at: 1)
      let shape = Geometry.lineString(try LineString(CoordinateSequence(places), srid: old.srid))
      try writer.commit(NetworkTransaction("Add a vertex", [.setGeometry(key, shape)]))
      let start = ContinuousClock.now
      while reader.state.network.geometry(of: line) != shape {
        guard ContinuousClock.now - start < .seconds(10) else {
          throw BenchError("The other session does not see what was committed.")
        }
        usleep(100)
      }
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    guard !times.isEmpty else { throw BenchError("The network has no line.") }
    return times
  }
}

/// The database that GEOSNAP_POSTGRES names; throws `ValidationError` without one.
func databaseURL() throws -> String {
  guard let url = ProcessInfo.processInfo.environment["GEOSNAP_POSTGRES"], !url.isEmpty else {
    throw ValidationError("GEOSNAP_POSTGRES names no database: use Scripts/with-postgres.")
  }
  return url
}

extension PostgresAddress {
  init(_ url: String, schema: String, user: String? = nil) throws {
    let user = user.map { "&user=\($0)" } ?? ""
    try self.init("\(url)\(url.contains("?") ? "&" : "?")schema=\(schema)\(user)")
  }
}

/// What psql prints for SQL, unless its output is not kept.
@discardableResult func psql(_ sql: String, at url: String, keeps: Bool = true) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url]
  let output = Pipe()
  process.standardOutput = keeps ? output : FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  process.standardInput = FileHandle.nullDevice
  try process.run()
  let data = keeps ? output.fileHandleForReading.readDataToEndOfFile() : Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw BenchError("psql does not do: \(sql)") }
  return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}
