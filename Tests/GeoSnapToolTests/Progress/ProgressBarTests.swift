import GeoSnapTool
import Synchronization
import Testing

/// A terminal that keeps what is written, with a clock that is set by hand.
private final class Screen: Sendable {
  private let text = Mutex("")
  private let time = Mutex(ContinuousClock.now)

  var written: String { text.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  func console(_ style: ProgressConsole.Style) -> ProgressConsole {
    ProgressConsole(
      style: style,
      now: { self.time.withLock { $0 } },
      write: { more in self.text.withLock { $0 += more } }
    )
  }

  /// What stands on the last line: a return and an erasure take it away.
  var line: String {
    written.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last.map(String.init)
      ?? ""
  }
}

@Suite("The progress bar")
struct ProgressBarTests {
  private let screen = Screen()

  @Test("Nothing is shown in the first second, whatever is noted")
  func patience() {
    let bar = ProgressBar("Opening a.gpkg", on: screen.console(.bar))
    bar.share(0.5)
    bar.draw()
    screen.advance(by: .milliseconds(999))
    bar.draw()
    bar.end()
    #expect(screen.written.isEmpty)
  }

  @Test("After a second it shows what was noted last, and goes away at the end")
  func shows() {
    let bar = ProgressBar("Opening a.gpkg", on: screen.console(.bar))
    screen.advance(by: .seconds(1))
    bar.draw()
    #expect(screen.line == "Opening a.gpkg  1 s")
    bar.share(0.25)
    bar.share(0.5)
    bar.draw()
    #expect(screen.line == "Opening a.gpkg  [############............] 50 %")
    bar.count(of: "element")(1)
    bar.draw()
    #expect(screen.line == "Opening a.gpkg  1 element")
    bar.note("Moving", 2, of: "feature", share: 1.2)
    bar.draw()
    #expect(screen.line == "Moving  2 features  [########################] 100 %")
    bar.end()
    #expect(screen.line.isEmpty)
    let written = screen.written
    bar.share(1)
    bar.draw()
    #expect(screen.written == written)
  }

  @Test("A line fits a narrow terminal, however long the name of the file is")
  func width() {
    let bar = ProgressBar(
      "Opening " + String(repeating: "x", count: 300),
      on: screen.console(.bar)
    )
    screen.advance(by: .seconds(2))
    bar.share(1)
    bar.draw()
    #expect(screen.line.count <= 79 && screen.line.hasSuffix("100 %"))
  }

  @Test("What is told in between stands on a line of its own, above the bar")
  func tells() {
    let bar = ProgressBar("Answering", on: screen.console(.bar))
    bar.tell("row 1 is bad\n")
    screen.advance(by: .seconds(1))
    bar.share(0)
    bar.draw()
    bar.tell("row 2 is bad\n")
    bar.draw()
    bar.end()
    let shown = "\r\u{1B}[KAnswering  [........................] 0 %"
    #expect(screen.written == "row 1 is bad\n\(shown)\r\u{1B}[Krow 2 is bad\n\(shown)\r\u{1B}[K")
  }

  @Test("In a log there is a line a second, and nothing is written over")
  func lines() {
    let bar = ProgressBar("Reading", on: screen.console(.lines))
    for tenth in 1...25 {
      screen.advance(by: .milliseconds(100))
      bar.note("Reading", tenth, of: "feature", share: nil)
      bar.draw()
    }
    bar.end()
    #expect(screen.written == "Reading  10 features\nReading  20 features\n")
  }

  @Test("Where no terminal is, nothing is shown")
  func hidden() {
    let bar = ProgressBar("Reading", on: screen.console(.hidden))
    screen.advance(by: .seconds(5))
    bar.share(0.5)
    bar.draw()
    bar.end()
    #expect(screen.written.isEmpty)
  }
}
