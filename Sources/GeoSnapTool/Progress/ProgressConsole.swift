import Foundation

/// Where progress is shown, and by which clock.
package struct ProgressConsole: Sendable {
  /// How progress is shown.
  package enum Style: Sendable {
    /// Not at all.
    case hidden
    /// As one line of a terminal that is written over itself, and taken away at the end.
    case bar
    /// As a line now and then, for a log.
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

  /// Stderr: a bar where that is a terminal, otherwise lines where they are asked for.
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
        // Nobody can be told that stderr fails.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
      }
    )
  }
}
