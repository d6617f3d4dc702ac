import GeoSnapTool
import Synchronization
import Testing

/// A terminal that keeps what is written, with a clock that is set by hand.
private final class Screen: Sendable {
  private let text = Mutex("")
  private let time = Mutex(ContinuousClock.now)

  var written: String { text.withLock { $0 } }

  func bar(_ title: String, _ style: ProgressConsole.Style = .bar) -> ProgressBar {
    let console = ProgressConsole(
      style: style,
      now: { self.time.withLock { $0 } },
      write: { more in self.text.withLock { $0 += more } }
    )
    return ProgressBar(title, on: console)
  }

  /// Lets time pass, draws, and returns the last line: a return and an erasure clear it.
  @discardableResult
  func draw(_ bar: ProgressBar, after milliseconds: Int = 0) -> String {
    time.withLock { $0 += .milliseconds(milliseconds) }
    bar.draw()
    return written.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last
      .map(String.init) ?? ""
  }
}

@Suite("The progress bar")
struct ProgressBarTests {
  private let screen = Screen()

  @Test("After a second it shows what was noted last, and goes away at the end")
  func shows() {
    let bar = screen.bar("Opening a.gpkg")
    #expect(screen.draw(bar, after: 999).isEmpty)
    #expect(screen.draw(bar, after: 1) == "Opening a.gpkg  1 s")
    bar.share(0.25)
    bar.share(0.5)
    #expect(screen.draw(bar) == "Opening a.gpkg  [############............] 50 %")
    bar.count(of: "element")(1)
    #expect(screen.draw(bar) == "Opening a.gpkg  1 element")
    bar.note("Moving", 2, of: "feature", share: 1.2)
    #expect(screen.draw(bar) == "Moving  2 features  [########################] 100 %")
    bar.end()
    let written = screen.written
    #expect(written.hasSuffix("\r\u{1B}[K"))
    bar.share(1)
    screen.draw(bar)
    #expect(screen.written == written)
  }

  @Test("Nothing is shown of work that ends in its first second, whatever is noted")
  func patience() {
    let bar = screen.bar("Opening a.gpkg")
    bar.share(0.5)
    screen.draw(bar, after: 999)
    bar.end()
    #expect(screen.written.isEmpty)
  }

  @Test("A line fits a narrow terminal, however long the name of the file is")
  func width() {
    let bar = screen.bar("Opening " + String(repeating: "x", count: 300))
    bar.share(1)
    let line = screen.draw(bar, after: 2000)
    #expect(line.count <= 79 && line.hasSuffix("100 %"))
  }

  @Test("What is told in between stands on a line of its own, above the bar")
  func tells() {
    let bar = screen.bar("Answering")
    bar.tell("row 1 is bad\n")
    bar.share(0)
    screen.draw(bar, after: 1000)
    bar.tell("row 2 is bad\n")
    screen.draw(bar)
    bar.end()
    let shown = "\r\u{1B}[KAnswering  [........................] 0 %"
    #expect(screen.written == "row 1 is bad\n\(shown)\r\u{1B}[Krow 2 is bad\n\(shown)\r\u{1B}[K")
  }

  @Test("In a log there is a line a second, and nothing is written over; elsewhere nothing")
  func lines() {
    for style in [ProgressConsole.Style.lines, .hidden] {
      let bar = screen.bar("Reading", style)
      for tenth in 1...25 {
        bar.note("Reading", tenth, of: "feature", share: nil)
        screen.draw(bar, after: 100)
      }
      bar.end()
      #expect(screen.written == "Reading  10 features\nReading  20 features\n")
    }
  }
}
