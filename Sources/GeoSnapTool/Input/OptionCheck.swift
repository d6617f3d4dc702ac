import ArgumentParser
import Foundation
import GeoSnap

/// The checks of options that the parser makes too late, or omits.
enum OptionCheck {
  /// Refuses an option that the verb does not have: the parser first reports the one that is missing instead.
  ///
  /// - `words`: The words after the program's name, which the parser refused.
  /// - Throws: ``Failure`` with the option that may be meant.
  static func checkNames(_ words: [String], of root: any ParsableCommand.Type) throws {
    try forEachOption(words, of: root) { name, argument, verb, path in
      // The parser's list of options lacks this one.
      guard argument == nil, name != "generate-completion-script" else { return }
      let meant = NearNames.suggestion(for: name, in: verb.optionNames)
      throw Failure.usage(
        "\(path) has no option --\(name). "
          + (meant.map { "Did you mean --\($0)?" } ?? "\(path) --help lists the options.")
      )
    }
  }

  /// Refuses a command line that gives an option of one value more than once, as the parser would use only the last.
  ///
  /// - `words`: The words after the program's name, which the parser accepted.
  /// - Throws: ``Failure`` with the option.
  static func checkRepetitions(_ words: [String], of root: any ParsableCommand.Type) throws {
    let given = words.filter { $0.hasPrefix("--") }.map(optionName)
    // The parser's list of options is only needed where a word occurs twice.
    guard Set(given).count < given.count else { return }
    var seen: Set<String> = []
    try forEachOption(words, of: root) { name, argument, _, _ in
      guard let argument, argument.kind == "option", !argument.isRepeating else { return }
      guard seen.insert(name).inserted else {
        throw Failure.usage("--\(name) is given twice: it takes one value.")
      }
    }
  }

  /// Calls a function with each option of a command line, and with the verb and its words.
  private static func forEachOption(
    _ words: [String],
    of root: any ParsableCommand.Type,
    _ check: (_ name: String, Argument?, _ verb: Command, _ path: String) throws -> Void
  ) throws {
    var verb = try JSONDecoder().decode(Tool.self, from: Data(root._dumpHelp().utf8)).command
    var path = verb.commandName
    var index = 0
    while index < words.count, words[index] != "--" {
      let word = words[index]
      index += 1
      if let next = verb.subcommand(named: word) {
        verb = next
        path += " \(word)"
        continue
      }
      verb = verb.subcommand(named: verb.defaultSubcommand) ?? verb
      guard word.hasPrefix("--") else { continue }
      let name = optionName(word)
      let argument = verb.argument(named: name)
      try check(name, argument, verb, path)
      if argument?.kind == "option", !word.contains("=") { index += 1 }
    }
  }

  /// The name of an option, without hyphens and value.
  private static func optionName(_ word: String) -> String {
    String(word.drop { $0 == "-" }.prefix { $0 != "=" })
  }

  private struct Tool: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let defaultSubcommand: String?
    let subcommands: [Command]?
    let arguments: [Argument]?

    func subcommand(named name: String?) -> Command? {
      subcommands?.first { $0.commandName == name }
    }

    var optionNames: [String] { (arguments ?? []).flatMap { $0.names ?? [] }.map(\.name) }

    func argument(named name: String) -> Argument? {
      arguments?.first { $0.names?.contains { $0.name == name } ?? false }
    }
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      let name: String
    }

    let kind: String
    let isRepeating: Bool
    let names: [Name]?
  }
}
