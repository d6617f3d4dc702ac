import ArgumentParser
import Dispatch
import Foundation
import GeoSnapStore

/// Runs a verb that Control-C and `kill` cancel, so that it can clean up.
///
/// Work that does not react, for example while it waits for input, is ended after a second. Throws ``Failure`` with
/// the exit code that a shell expects when the work was cancelled.
///
/// - `end`: Ends the program where the work does not react.
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
        // The message waits for its reader, which may never read it.
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
    // A thread that has not reacted yet may be writing a file.
    UnfinishedFiles.removeAll()
    throw Failure.stopped
  }
}

extension Failure {
  /// The failure of a verb that a signal ended; some verbs commit one transaction after the other.
  static var stopped: Failure {
    let verb = (try? Paint.taking(Surroundings.current.words))?.words.first ?? ""
    let kept = ["edit": "transactions", "checkin": "steps"][verb]
    return Failure(
      exitCode: .interrupted,
      message: kept.map { "Stopped: the \($0) committed so far are kept." }
        ?? "Stopped: no file was written."
    )
  }
}
