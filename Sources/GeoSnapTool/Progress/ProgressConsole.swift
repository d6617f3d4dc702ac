import Foundation

/// The output and the clock of a progress bar.
package struct ProgressConsole: Sendable {
  package enum Style: Sendable {
    case hidden
    /// One line of a terminal that is overwritten, and removed at the end.
    case bar
    /// A line at intervals, for a log.
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
