import Dispatch
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

  /// The duration of work without a progress bar.
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

  /// Notes the share that is done, from 0 to 1.
  package var share: @Sendable (Double) -> Void { { self.note(.share($0)) } }

  /// Notes the number of things that are done.
  package func count(of thing: String) -> @Sendable (Int) -> Void {
    { self.note(.count($0, thing, nil)) }
  }

  /// Notes the progress of a step.
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

  /// Removes the line; later progress is not drawn.
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
///
/// `title` describes the work, such as `Opening network.gpkg`. Throws errors of the work.
func withProgress<Value>(
  _ title: String,
  _ work: (_ bar: ProgressBar) async throws -> Value
) async throws -> Value {
  let bar = ProgressBar(title, on: .standardError())
  bar.begin()
  defer { bar.end() }
  return try await work(bar)
}
