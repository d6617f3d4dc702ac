import ArgumentParser
import Dispatch
import Foundation
import GeoSnapStore

/// Runs a verb that Control-C and `kill` cancel, so that it can clean up.
///
/// Work that does not notice, such as that which waits for its input, gets a second.
///
/// - Parameters:
///   - work: What the verb does.
///   - end: Ends the program where the work does not.
/// - Throws: ``Failure`` with the exit code that a shell expects when the work was cancelled.
func stoppingAtSignals(
  _ work: sending @escaping () async throws -> Void,
  orEnd end: @escaping @Sendable (any Error) -> Never
) async throws {
  let task = Task { try await work() }
  let sources = [SIGINT, SIGTERM].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler {
      task.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        UnfinishedFiles.removeAll()
        // Telling it waits for whoever reads, who may never do so.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
          _exit(Failure.stopped.exitCode.rawValue)
        }
        end(Failure.stopped)
      }
    }
    source.resume()
    return source
  }
  defer { for source in sources { source.cancel() } }
  do {
    try await task.value
  } catch is CancellationError {
    // A thread that has not noticed yet may have a file in hand.
    UnfinishedFiles.removeAll()
    throw Failure.stopped
  }
}

extension Failure {
  /// That a signal ended the run.
  static let stopped = Failure(
    exitCode: .interrupted,
    message: "Stopped: no file was written."
  )
}
