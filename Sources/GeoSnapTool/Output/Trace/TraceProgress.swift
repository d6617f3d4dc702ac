import Foundation

/// What a long trace tells on stderr while it lasts, when that is a terminal.
final class TraceProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let clock = ContinuousClock()
  private var lastLine: ContinuousClock.Instant
  private var isShown = false

  init() { lastLine = clock.now }

  /// Notes how many elements were visited.
  func note(_ visited: Int) {
    let now = clock.now
    guard isTerminal, now - lastLine >= .milliseconds(200) else { return }
    lastLine = now
    isShown = true
    write("\r\u{1B}[K\(count(visited, "element")) visited")
  }

  /// Takes the line away.
  func end() {
    if isShown { write("\r\u{1B}[K") }
    isShown = false
  }

  private func write(_ text: String) {
    // Nobody can be told that stderr fails.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
