package import Foundation

/// The program itself, run again as a user runs it.
package struct DemoProgram {
  let url: URL
  /// What stands before the verb when a command is printed.
  let name: String

  package init(url: URL, name: String) {
    self.url = url
    self.name = name
  }

  /// The program that runs now, by the name that it was called by.
  static var current: DemoProgram {
    let name = CommandLine.arguments[0]
    return DemoProgram(
      url: Bundle.main.executableURL ?? URL(fileURLWithPath: name),
      name: name
    )
  }

  /// Runs a verb to its end.
  ///
  /// - Parameters:
  ///   - words: The verb and what follows it.
  ///   - exitCode: What it has to end with.
  /// - Returns: The lines of stdout and stderr.
  /// - Throws: `Failure` when the program cannot be run, or ends otherwise.
  package func lines(_ words: [String], endingWith exitCode: Int32 = 0) throws -> [String] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = url
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    let data: Data
    do {
      try process.run()
      data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(url.relativePath) cannot be run: \(error.localizedDescription)"
      )
    }
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationReason == .exit, process.terminationStatus == exitCode else {
      throw Failure(
        exitCode: .badData,
        message: "\(command(words)) ended with \(process.terminationStatus):\n\(text)"
      )
    }
    return text.split(separator: "\n").map(String.init)
  }

  /// The command as a shell takes it.
  package func command(_ words: [String]) -> String {
    ([name] + words).map(DemoProgram.quoted).joined(separator: " ")
  }

  /// A word as a shell takes it, in quotes where it needs them.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { character in
      character.isLetter || character.isNumber || "-_./,:@#=+".contains(character)
    }
    return isPlain && !word.isEmpty
      ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
