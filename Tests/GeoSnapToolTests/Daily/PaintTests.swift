import Foundation
import GeoSnapTool
import Testing

@Suite("Colours on a terminal")
struct PaintTests {
  @Test(
    "A terminal has colours, and NO_COLOR and TERM=dumb are obeyed",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script"))
  )
  func terminal() throws {
    let file = try FixtureFile()
    for (environment, isColored) in [
      ("", true), ("NO_COLOR=1", false), ("NO_COLOR=", true), ("TERM=dumb", false),
    ] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
      process.arguments = [
        "-qec",
        "env -u NO_COLOR TERM=xterm \(environment) '\(CommandLineRun.program.path)' snap "
          + "'\(file.path)' --at 5,0.5 --tolerance 1",
        "/dev/null",
      ]
      let output = Pipe()
      process.standardOutput = output
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let text = String(decoding: bytes, as: UTF8.self)
      // A bar, which a slow machine shows, moves the cursor and is no colour.
      let marks = text.matches(of: /\u{1B}\[[0-9;]*m/)
      #expect(text.contains("snapped") && marks.isEmpty != isColored, "\(environment): \(text)")
    }
  }

  @Test("Only the first word of a line and headings are coloured")
  func lines() {
    let (escape, paint) = ("\u{1B}[", Paint(isOn: true))
    #expect(paint.line("refused:") == "\(escape)1mrefused:\(escape)0m")
    #expect(paint.line("  why  refused") == "  \(escape)31mwhy\(escape)0m  refused")
    for plain in ["", "  to the left", "A line that is refused", "  allowedness 1"] {
      #expect(paint.line(plain) == plain)
    }
    #expect(Paint(isOn: false).line("refused:") == "refused:")
  }
}
