import Foundation

/// What a run tells on stderr while it lasts.
struct ConformProgress {
  private let isShown: Bool
  /// Whether the line is written over itself.
  private let isTerminal: Bool
  private let clock = ContinuousClock()
  private var lastLine: ContinuousClock.Instant

  init(isWanted: Bool) {
    isTerminal = isatty(STDERR_FILENO) == 1
    isShown = isWanted || isTerminal
    lastLine = clock.now
  }

  /// Notes how far a step is.
  mutating func note(_ step: String, features: Int, share: Double?) {
    let now = clock.now
    guard isShown, now - lastLine >= .milliseconds(isTerminal ? 200 : 1000) else { return }
    lastLine = now
    let percent = share.map { ", \(Int(min($0, 1) * 100))%" } ?? ""
    write("\(clear)\(step): \(count(features, "feature"))\(percent)\(isTerminal ? "" : "\n")")
  }

  /// Takes the line away.
  func end() { write(clear) }

  private var clear: String { isTerminal && isShown ? "\r\u{1B}[K" : "" }

  private func write(_ text: String) {
    // Nobody can be told that stderr fails.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
