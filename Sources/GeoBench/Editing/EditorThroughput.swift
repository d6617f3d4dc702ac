import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization

/// Measures the number of edits that several sessions save at once, each in a separate extent.
struct EditorThroughput {
  private let address: PostgresAddress
  private let extents: [Envelope]

  /// Chooses an extent for each of `writers` sessions; throws `BenchError` for a line without a geometry.
  init(_ address: PostgresAddress, network: UtilityNetwork, writers: Int) throws {
    self.address = address
    let lines = network.tables[1]
    // Successive lines of the workload's streets are near each other; these are far apart.
    extents = try (0..<writers).map { number in
      let row = lines.count / writers * number + lines.count / writers / 2
      guard let box = lines.geometries[row]?.envelope else {
        throw BenchError("A line of the workload has no place.")
      }
      return Envelope(around: box.center, radius: 400)
    }
  }

  /// Saves for some time, and returns the number of saves per second of all sessions together.
  func measure(seconds: Double) throws -> Double {
    let sessions = try extents.map { extent in
      try waited { try await PostgresSession(address, extent: extent, images: .none) }
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
          let count = try Self.save(into: session, seed: UInt64(number), until: end)
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
