import Foundation
import GeoSnapTool
import Testing

@Suite("Words for a shell")
struct QuotingTests {
  @Test("A word is quoted so that a shell reads it back")
  func quoting() throws {
    for word in ["plain", "", "two words", "it's", "$HOME", "a;b", "\"q\"", "a\\b", "'", "*"] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", "printf %s \(PastedCommand.quoted(word))"]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      process.waitUntilExit()
      let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
      #expect(String(decoding: bytes, as: UTF8.self) == word)
    }
  }
}
