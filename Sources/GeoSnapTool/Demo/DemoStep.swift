/// A step of the demo: what it shows, the commands that show it, and what they answer.
package struct DemoStep {
  package let headline: String
  /// What is asked, in a sentence or two.
  let introduction: String
  package let answers: [StepAnswer]
  /// What follows from it; empty for nothing.
  package var conclusion = ""

  /// A command and the lines of its answer that matter.
  package struct StepAnswer {
    /// The verb and what follows it.
    package let words: [String]
    package let lines: [String]
    /// What it is run with, as the exit code.
    package var exitCode: Int32 = 0
  }

  /// The most characters of a line.
  package static let width = 120

  /// The step for a terminal.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - program: Which program a user would call.
  /// - Returns: Its lines, none wider than ``width`` but the commands.
  package func lines(number: Int, _ program: DemoProgram) -> [String] {
    var lines = ["", "\(number). \(headline)"]
    lines += DemoStep.wrapped(introduction, indent: 3)
    for answer in answers {
      // A command stays on one line, so that it can be copied.
      lines.append("   $ \(program.command(answer.words))")
      lines += answer.lines.flatMap { DemoStep.wrapped($0, indent: 5) }
    }
    return lines + (conclusion.isEmpty ? [] : DemoStep.wrapped(conclusion, indent: 3))
  }

  /// A line in pieces of the width, broken between words; what goes on is indented further.
  ///
  /// Of spaces at its beginning two are left: the lines that it stood below may be left out.
  private static func wrapped(_ line: String, indent: Int) -> [String] {
    let own = line.prefix { $0 == " " }.count
    var margin = String(repeating: " ", count: indent + min(own, 2))
    var pieces: [String] = []
    var piece = ""
    // Two spaces stand between columns, and stay.
    for word in line.dropFirst(own).split(separator: " ", omittingEmptySubsequences: false) {
      let isFull = margin.count + piece.count + 1 + word.count > width
      if isFull, !word.isEmpty, piece.contains(where: { $0 != " " }) {
        pieces.append(margin + piece.trimmingSpaces)
        if pieces.count == 1, own > 0 || indent > 3 { margin += "    " }
        piece = String(word)
      } else {
        piece += piece.isEmpty ? String(word) : " \(word)"
      }
    }
    return pieces + [margin + piece.trimmingSpaces]
  }
}

extension String {
  /// The text without the spaces at its end.
  fileprivate var trimmingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
