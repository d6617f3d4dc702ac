import ArgumentParser
import Foundation

/// Options that take one value and are given twice: the parser would use only the last.
enum RepeatedOptions {
  /// Refuses a command line that gives an option of one value more than once; throws ``Failure`` with the option.
  ///
  /// - `words`: The words after the program's name, which the parser accepted.
  static func check(_ words: [String], of root: any ParsableCommand.Type) throws {
    let given = words.filter { $0.hasPrefix("--") }.map(name)
    // The parser's list of options is only needed where a word occurs twice.
    guard Set(given).count < given.count else { return }
    var command = try JSONDecoder().decode(Tool.self, from: Data(root._dumpHelp().utf8)).command
    var seen: Set<String> = []
    var index = 0
    while index < words.count, words[index] != "--" {
      let word = words[index]
      index += 1
      if let next = command.subcommands?.first(where: { $0.commandName == word }) {
        command = next
      } else if word.hasPrefix("--"), let option = command.option(named: name(word)) {
        if !option.isRepeating, !seen.insert(name(word)).inserted {
          throw Failure.usage("--\(name(word)) is given twice: it takes one value.")
        }
        if !word.contains("=") { index += 1 }
      }
    }
  }

  /// The name of an option, without hyphens and value.
  private static func name(_ word: String) -> String {
    String(word.drop { $0 == "-" }.prefix { $0 != "=" })
  }

  private struct Tool: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?

    func option(named name: String) -> Argument? {
      arguments?.first { argument in
        argument.kind == "option" && argument.names?.contains { $0.name == name } ?? false
      }
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
