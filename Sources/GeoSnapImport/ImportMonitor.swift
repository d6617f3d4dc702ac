public import GeoSnap
internal import GeoSnapSupport

/// Reports the progress of an import, and cancels it; importers reach it through a task-local value.
package final class ImportMonitor: Sendable {
  @TaskLocal static var current: ImportMonitor?

  /// The parts of an import, each with the share of the time at which it ends.
  enum Part: Double {
    case reading = 0.4
    case placing = 0.6
    case assembling = 0.8

    fileprivate var start: Double {
      switch self {
      case .reading: 0
      case .placing: Part.reading.rawValue
      case .assembling: Part.placing.rawValue
      }
    }
  }

  private struct State: Sendable {
    var isCancelled = false
    var byteCount = 0
    var told = 0.0
  }

  private let state = Locked(State())
  private let expected: Int
  private let progress: (@Sendable (Double) -> Void)?

  private init(_ byteCount: Int, _ progress: (@Sendable (Double) -> Void)?) {
    expected = max(byteCount, 1)
    self.progress = progress
  }

  package static func watch(
    _ byteCount: Int,
    _ progress: (@Sendable (Double) -> Void)?,
    _ read: @escaping @Sendable () throws -> ImportResult
  ) async throws -> ImportResult {
    let monitor = ImportMonitor(byteCount, progress)
    let result = try await onThread(stop: monitor.cancel) {
      try $current.withValue(monitor, operation: read)
    }
    progress?(1)
    return result
  }

  @Sendable
  @discardableResult
  func cancel() -> Bool {
    state.withLock { $0.isCancelled = true }
    return true
  }

  package static var isGivenUp: Bool { current?.state.withLock { $0.isCancelled } ?? false }

  static func note(_ part: Part, _ share: Double) {
    guard let current else { return }
    current.tell(part.start + (part.rawValue - part.start) * min(share, 1))
  }

  static func note(bytes: Int) {
    guard let current else { return }
    let read = current.state.withLock { state in
      state.byteCount += bytes
      return state.byteCount
    }
    note(.reading, Double(read) / Double(current.expected))
  }

  private func tell(_ done: Double) {
    let isNews = state.withLock { state in
      guard done > state.told else { return false }
      state.told = done
      return true
    }
    if isNews { progress?(done) }
  }
}

extension NetworkImporter {
  /// The asynchronous twin of ``read(_:named:appendingTo:)``, on a separate thread and with progress.
  ///
  /// Throws `CancellationError` when its task is cancelled. `progress` receives the share that is done, from 0 to 1,
  /// from one thread at a time.
  public func read(
    _ files: [ImportFile],
    named: String,
    appendingTo network: UtilityNetwork? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> ImportResult {
    try await ImportMonitor.watch(files.reduce(0) { $0 + $1.bytes.count }, progress) {
      try read(files, named: named, appendingTo: network)
    }
  }
}
