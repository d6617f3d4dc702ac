import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// Measures the next opening of a network from an image with the commits made since, and the delay until a session
/// has the commits of another one.
struct FollowingBench {
  private let address: PostgresAddress
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("geobench-\(UUID().uuidString)")

  init(_ address: PostgresAddress) { self.address = address }

  private var images: ImageCache {
    ImageCache(folder: folder.path, leastFeatures: 0, writesByItself: false)
  }

  /// Measures `repetitions` openings after an image and `commits`; throws errors of the server.
  func run(commits: Int, repetitions: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try PostGIS.openSnapshot(address, images: images)
    _ = try made.state()
    made.stored.image?.write()
    let (writer, reader) = (try session(), try session())
    let lines = Self.lines(of: writer.state.network, commits)
    let seen = try Self.follow(from: writer, to: reader, lines)
    print(
      "another session sees a commit after: \(seen.summary(3, "ms")), of \(seen.count)"
    )
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

  /// Lines from all over the network.
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
