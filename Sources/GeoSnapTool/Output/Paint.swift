import Foundation

package struct Paint: Sendable {
  enum Choice: String, CaseIterable {
    case auto, always, never
  }

  private enum Look: Int {
    case heading = 1
    case bad = 31
    case good = 32
    case limited = 33
  }

  static var output: Paint { Surroundings.current.isProgram ? programOutput : Paint(isOn: false) }
  static var errors: Paint { Surroundings.current.isProgram ? programErrors : Paint(isOn: false) }

  private static let programOutput = Paint(STDOUT_FILENO)
  private static let programErrors = Paint(STDERR_FILENO)

  let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  private init(_ descriptor: Int32) {
    switch Paint.choice {
    case .always: isOn = true
    case .never: isOn = false
    case .auto:
      let environment = ProcessInfo.processInfo.environment
      isOn =
        isatty(descriptor) == 1 && environment["NO_COLOR"]?.isEmpty ?? true
        && environment["TERM"] != "dumb"
    }
  }

  private static let choice = (try? taking(CommandLine.arguments).choice) ?? .auto

  /// Takes `--color WHEN`, which every verb accepts, out of a command line;
  /// returns the other words and the value, and throws ``Failure`` for values other than auto, always and never.
  static func taking(_ words: [String]) throws -> (words: [String], choice: Choice) {
    var words = words[...]
    var rest: [String] = []
    var choice = Choice.auto
    while let word = words.popFirst() {
      if word == "--" {
        rest += [word] + words
        break
      }
      guard word == "--color" || word.hasPrefix("--color=") else {
        rest.append(word)
        continue
      }
      let value = word == "--color" ? words.popFirst() : String(word.dropFirst("--color=".count))
      guard let found = value.flatMap(Choice.init(rawValue:)) else {
        throw Failure.usage("--color takes auto, always or never.")
      }
      choice = found
    }
    return (rest, choice)
  }

  private static let words: [String: Look] = [
    "snapped": .good, "allowed": .good, "committed": .good, "remedy": .good, "to": .good,
    "limited": .limited, "condition": .limited,
    "unsnapped": .bad, "refused": .bad, "prevented": .bad, "why": .bad,
  ]

  /// A line with its first word coloured, or all of it for a heading.
  package func line(_ line: String) -> String {
    guard isOn, let first = line.first else { return line }
    if line == "No errors." { return painted(line[...], .good) }
    if first != " ", line.hasSuffix(":") { return painted(line[...], .heading) }
    let blanks = line.prefix { $0 == " " }
    let word = line.dropFirst(blanks.count).prefix { $0 != " " && $0 != ":" && $0 != "." }
    let rest = line[word.endIndex...]
    guard let look = Paint.words[String(word)] else { return line }
    // "to do:" is one label; "to" alone is an ordinary word.
    if word == "to", !rest.hasPrefix(" do:") { return line }
    return blanks + painted(word, look) + rest
  }

  func message(_ text: String, isNote: Bool) -> String {
    guard isOn else { return "geosnap: \(isNote ? "note: " : "")\(text)" }
    return isNote
      ? "geosnap: " + painted("note:", .limited) + " \(text)"
      : painted("geosnap:", .bad) + " \(text)"
  }

  private func painted(_ text: Substring, _ look: Look) -> String {
    "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m"
  }
}

func note(_ sentence: String) {
  Surroundings.current.tell(Paint.errors.message(sentence, isNote: true))
}
