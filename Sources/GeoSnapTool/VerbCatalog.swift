import ArgumentParser
import Foundation

/// The arguments of all verbs, in the words of their help.
package struct VerbCatalog: Sendable {
  package struct Verb: Decodable, Sendable {
    private let commandName: String
    /// The purpose, in a sentence.
    package let abstract: String?
    /// The other paragraphs of the help.
    package let discussion: String?
    package let arguments: [Parameter]?
    fileprivate let subcommands: [Verb]?
    private let defaultSubcommand: String?

    package var name: String { commandName }

    /// The verb of a name among its subcommands.
    func subcommand(named name: String?) -> Verb? { subcommands?.first { $0.name == name } }

    /// The verb that runs where none of its subcommands is named.
    var standard: Verb { subcommand(named: defaultSubcommand) ?? self }

    var optionNames: [String] { (arguments ?? []).flatMap { $0.names ?? [] }.map(\.name) }

    func argument(named name: String) -> Parameter? {
      arguments?.first { $0.names?.contains { $0.name == name } ?? false }
    }
  }

  /// An argument, an option or a flag.
  package struct Parameter: Decodable, Sendable {
    package enum Kind: String, Decodable, Sendable {
      case positional
      case option
      case flag
    }

    fileprivate struct Name: Decodable, Sendable {
      let kind: String
      let name: String
    }

    package let kind: Kind
    package let isRepeating: Bool
    package let abstract: String?
    fileprivate let names: [Name]?
    private let valueName: String?

    /// The name without dashes.
    package var name: String {
      names?.first { $0.kind == "long" }?.name ?? valueName ?? ""
    }
  }

  private struct Document: Decodable {
    let command: Verb
  }

  /// The program itself, with its verbs.
  let program: Verb

  /// The catalog of this version.
  package static let current = VerbCatalog()

  private init() {
    do {
      let document = Data(GeoSnapCommand._dumpHelp().utf8)
      program = try JSONDecoder().decode(Document.self, from: document).command
    } catch {
      preconditionFailure("The command describes itself in JSON: \(error)")
    }
  }

  /// A verb by its name; `validate network` for one of several words.
  package subscript(name: String) -> Verb {
    var found: Verb? = program
    for word in name.split(separator: " ") { found = found?.subcommand(named: String(word)) }
    guard let found else { preconditionFailure("There is no verb \(name)") }
    return found
  }
}
