import GeoSnapTestSupport
import Synchronization
import Testing

/// A task and what its work has told, so that the work can cancel its own task at a note.
final class Watched: Sendable {
  typealias Work = @Sendable (Watched) async throws -> Void

  private struct State {
    var shares: [Double] = []
    var counts: [Int] = []
    var task: Task<Void, any Error>?
    var isToCancel = false
  }

  private let state = Mutex(State())

  var shares: [Double] { state.withLock { $0.shares } }
  var counts: [Int] { state.withLock { $0.counts } }

  @Sendable
  func note(_ share: Double) {
    state.withLock { $0.shares.append(share) }
    cancelIfWanted()
  }

  @Sendable
  func note(_ count: Int) {
    state.withLock { $0.counts.append(count) }
    cancelIfWanted()
  }

  private func cancelIfWanted() { state.withLock { $0.isToCancel ? $0.task : nil }?.cancel() }

  func runCancelledAtFirstNote(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task {
      while self.state.withLock({ $0.task }) == nil { await Task.yield() }
      try await work()
    }
    state.withLock { state in
      state.isToCancel = true
      state.task = task
    }
    try await task.value
  }

  /// Expects that shares rise to 1, which occurs once.
  static func expectShares(_ name: String, _ work: Work) async throws {
    let watched = Watched()
    try await work(watched)
    let shares = watched.shares
    #expect(shares == shares.sorted() && shares.last == 1, "\(name): \(shares)")
    #expect(shares.count { $0 == 1 } == 1, "\(name) is done once: \(shares.suffix(3))")
    #expect(shares.allSatisfy { (0...1).contains($0) }, "\(name)")
  }

  static func expectCancelled(_ name: String, _ work: @escaping Work) async {
    let early = Task {
      while !Task.isCancelled { await Task.yield() }
      try await work(Watched())
    }
    early.cancel()
    await #expect(throws: CancellationError.self, "\(name), before") { try await early.value }
    let watched = Watched()
    await #expect(throws: CancellationError.self, "\(name), at the first note") {
      try await watched.runCancelledAtFirstNote { try await work(watched) }
    }
  }
}
