import ArgumentParser
import Dispatch
import Foundation
import GeoSnapStore
import Synchronization

/// Shows the progress of long work, after its first second, by a timer.
package final class ProgressBar: Sendable {
  private enum Amount: Sendable {
    case unknown
    /// From 0 to 1.
    case share(Double)
    /// A number of things, with the share of all where that is known.
    case count(Int, String, Double?)
  }

  private struct State {
    var title: String
    var amount = Amount.unknown
    var isShown = false
    var hasEnded = false
    var lastLine: ContinuousClock.Instant
  }

  static let patience = Duration.seconds(1)
  private static let width = 24
  private static let titleLimit = 40

  private let console: ProgressConsole
  private let report = Surroundings.current.progress
  private let start: ContinuousClock.Instant
  private let state: Mutex<State>

  package init(_ title: String, on console: ProgressConsole) {
    self.console = console
    start = console.now()
    state = Mutex(State(title: title, lastLine: start))
  }

  deinit { end() }

  /// Starts to draw regularly, until ``end()``.
  func begin() {
    if console.style != .hidden { drawLater(.seconds(1)) }
  }

  private func drawLater(_ interval: DispatchTimeInterval) {
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self, !self.state.withLock({ $0.hasEnded }) else { return }
      self.draw()
      self.drawLater(.milliseconds(200))
    }
  }

  package var share: @Sendable (Double) -> Void { { self.note(.share($0)) } }

  package func count(of thing: String) -> @Sendable (Int) -> Void {
    { self.note(.count($0, thing, nil)) }
  }

  package func note(_ title: String, _ number: Int, of thing: String, share: Double?) {
    state.withLock { state in
      state.title = title
      state.amount = .count(number, thing, share)
    }
  }

  private func note(_ amount: Amount) {
    state.withLock { $0.amount = amount }
    if let report {
      if case .share(let share) = amount { report(share) } else { report(.nan) }
    }
  }

  /// Shows the progress, unless the work began a moment ago.
  package func draw() {
    let now = console.now()
    guard now - start >= Self.patience else { return }
    state.withLock { state in
      guard !state.hasEnded else { return }
      switch console.style {
      case .hidden: return
      case .bar: console.write("\r\u{1B}[K\(line(state, now))")
      case .lines:
        guard now - state.lastLine >= Self.patience else { return }
        console.write("\(line(state, now))\n")
      }
      state.lastLine = now
      state.isShown = true
    }
  }

  /// Prints another text on a separate line.
  package func tell(_ text: String) {
    state.withLock { state in
      let clear = state.isShown && console.style == .bar ? "\r\u{1B}[K" : ""
      state.isShown = false
      console.write(clear + text)
    }
  }

  package func end() {
    state.withLock { state in
      if state.isShown, console.style == .bar { console.write("\r\u{1B}[K") }
      state.isShown = false
      state.hasEnded = true
    }
  }

  private func line(_ state: State, _ now: ContinuousClock.Instant) -> String {
    let isLong = state.title.count > Self.titleLimit
    let title = isLong ? state.title.prefix(Self.titleLimit - 3) + "..." : state.title[...]
    switch state.amount {
    case .unknown: return "\(title)  \((now - start).components.seconds) s"
    case .share(let share): return "\(title)  \(bar(share))"
    case .count(let number, let thing, let share):
      return "\(title)  \(GeoSnapTool.count(number, thing))" + (share.map { "  \(bar($0))" } ?? "")
    }
  }

  private func bar(_ share: Double) -> String {
    let share = min(max(share, 0), 1)
    let done = Int(share * Double(Self.width))
    let filled = String(repeating: "#", count: done)
    let empty = String(repeating: ".", count: Self.width - done)
    return "[\(filled)\(empty)] \(Int(share * 100)) %"
  }
}

/// Does long work, and shows its progress on stderr when it takes more than a second.
func withProgress<Value>(
  _ title: String,
  _ work: (_ bar: ProgressBar) async throws -> Value
) async throws -> Value {
  let bar = ProgressBar(title, on: .standardError())
  bar.begin()
  defer { bar.end() }
  return try await work(bar)
}

package struct ProgressConsole: Sendable {
  package enum Style: Sendable {
    case hidden
    /// One line of a terminal that is overwritten, and removed at the end.
    case bar
    case lines
  }

  let style: Style
  let now: @Sendable () -> ContinuousClock.Instant
  let write: @Sendable (String) -> Void

  package init(
    style: ProgressConsole.Style,
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.style = style
    self.now = now
    self.write = write
  }

  /// Stderr: a bar on a terminal, otherwise lines where they are requested.
  static func standardError(lines: Bool = false) -> ProgressConsole {
    let surroundings = Surroundings.current
    guard surroundings.isProgram else {
      return ProgressConsole(
        style: .hidden,
        now: { ContinuousClock.now },
        write: { try? surroundings.errors.write(Array($0.utf8)) }
      )
    }
    let isTerminal =
      isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    return ProgressConsole(
      style: isTerminal ? .bar : lines ? .lines : .hidden,
      now: { ContinuousClock.now },
      write: { text in
        // An error of stderr cannot be reported.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
      }
    )
  }
}

/// Runs a verb that Control-C and `kill` cancel, so that it can clean up.
///
/// Work that does not react, for example while it waits for input, is ended after a second. Throws ``Failure`` with
/// the exit code that a shell expects when the work was cancelled.
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
