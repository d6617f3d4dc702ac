public import GeoSnap
internal import GeoSnapSupport

/// Tells how far an import has come, and lets it be given up.
///
/// Importers find it where they run, so that none of them has to hand it on; an import that nobody watches
/// has none.
package final class ImportMonitor: Sendable {
  @TaskLocal static var current: ImportMonitor?

  /// The parts of an import, each with the share of the time at which it is done.
  enum Part: Double {
    case reading = 0.4
    case placing = 0.6
    case assembling = 0.8
    case checking = 1

    fileprivate var start: Double {
      switch self {
      case .reading: 0
      case .placing: Part.reading.rawValue
      case .assembling: Part.placing.rawValue
      case .checking: Part.assembling.rawValue
      }
    }
  }

  private struct State: Sendable {
    var isCancelled = false
    var byteCount = 0
    var told = 0.0
  }

  private let state = Locked(State())
  /// The bytes of all files.
  private let expected: Int
  private let progress: (@Sendable (Double) -> Void)?

  private init(_ byteCount: Int, _ progress: (@Sendable (Double) -> Void)?) {
    expected = max(byteCount, 1)
    self.progress = progress
  }

  /// Does something that tells how far it has come, on a thread of its own.
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

  /// Whether nobody wants the network any more: whoever asks may stop at once.
  package static var isGivenUp: Bool { current?.state.withLock { $0.isCancelled } ?? false }

  /// Notes what share of a part is done.
  static func note(_ part: Part, _ share: Double) {
    guard let current else { return }
    current.tell(part.start + (part.rawValue - part.start) * min(share, 1))
  }

  /// Notes that so many bytes of the files were read.
  static func note(bytes: Int) {
    guard let current else { return }
    let read = current.state.withLock { state in
      state.byteCount += bytes
      return state.byteCount
    }
    note(.reading, Double(read) / Double(current.expected))
  }

  /// Progress never goes back, though some files are read twice.
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
  /// Reads files as ``read(_:named:appendingTo:)`` does, on a thread of its own.
  ///
  /// - Parameters:
  ///   - files: The files: for a format of one file that one, for a folder all in it.
  ///   - named: What errors call the whole: the file's or the folder's name.
  ///   - network: The network to append to; nil to make one.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network and the report, as the other form gives them.
  /// - Throws: ``ImportError`` as the other form; `CancellationError` when the task was cancelled, at once.
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
