import Foundation

/// Colours for people at a terminal.
///
/// Only what a line begins with is coloured: a heading, or a word that says how something turned out. What is
/// written to a file or a pipe has no colours, nor where `NO_COLOR` is set (no-color.org), unless `--color always` is
/// given.
package struct Paint: Sendable {
  /// What `--color` says.
  enum Choice: String, CaseIterable {
    case auto
    case always
    case never
  }

  private enum Look: Int {
    case heading = 1
    case bad = 31
    case good = 32
    case limited = 33
  }

  /// The colours of what is answered.
  static var output: Paint { Surroundings.current.isProgram ? programOutput : Paint(isOn: false) }
  /// The colours of notes and errors.
  static var errors: Paint { Surroundings.current.isProgram ? programErrors : Paint(isOn: false) }

  private static let programOutput = Paint(STDOUT_FILENO)
  private static let programErrors = Paint(STDERR_FILENO)

  let isOn: Bool

  /// - Parameter isOn: Whether anything is coloured.
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

  private static let choice =
    (try? taking(CommandLine.arguments).choice) ?? .auto

  /// Takes `--color WHEN` out of a command line: it goes with every verb.
  ///
  /// - Returns: The words without it, and what it says.
  /// - Throws: ``Failure`` for anything but auto, always and never.
  static func taking(_ words: [String]) throws -> (words: [String], choice: Choice) {
    var rest: [String] = []
    var choice = Choice.auto
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        rest += [word] + words[index...]
        break
      }
      let value: String?
      if word == "--color" {
        value = index < words.count ? words[index] : nil
        index += 1
      } else if word.hasPrefix("--color=") {
        value = String(word.dropFirst("--color=".count))
      } else {
        rest.append(word)
        continue
      }
      guard let found = value.flatMap(Choice.init(rawValue:)) else {
        throw Failure.usage("--color takes auto, always or never.")
      }
      choice = found
    }
    return (rest, choice)
  }

  /// The words that lines begin with and that say how something turned out.
  private static let words: [String: Look] = [
    "snapped": .good, "allowed": .good, "committed": .good, "remedy": .good, "to": .good,
    "limited": .limited, "condition": .limited,
    "unsnapped": .bad, "refused": .bad, "prevented": .bad, "why": .bad,
  ]

  /// A line with its first word or, of a heading, all of it coloured.
  package func line(_ line: String) -> String {
    guard isOn, let first = line.first else { return line }
    if line == "No errors." { return painted(line[...], .good) }
    if first != " ", line.hasSuffix(":") { return painted(line[...], .heading) }
    let blanks = line.prefix { $0 == " " }
    let word = line.dropFirst(blanks.count).prefix { $0 != " " && $0 != ":" && $0 != "." }
    let rest = line[word.endIndex...]
    guard let look = Paint.words[String(word)] else { return line }
    // "to do:" is one label, and "to" is a word like any other.
    if word == "to", !rest.hasPrefix(" do:") { return line }
    return blanks + painted(word, look) + rest
  }

  /// What the program's own messages begin with.
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
