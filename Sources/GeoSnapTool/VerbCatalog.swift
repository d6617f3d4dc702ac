import ArgumentParser
import Foundation

/// The arguments of all verbs, in the words of their help.
package struct VerbCatalog: Decodable, Sendable {
  package struct Verb: Decodable, Sendable {
    private let commandName: String
    /// The purpose, in a sentence.
    package let abstract: String?
    /// The other paragraphs of the help.
    package let discussion: String?
    package let arguments: [Argument]?
    fileprivate let subcommands: [Verb]?

    package var name: String { commandName }
  }

  /// An argument, an option or a flag.
  package struct Argument: Decodable, Sendable {
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
    private let names: [Name]?
    private let valueName: String?

    /// The name without dashes.
    package var name: String {
      names?.first { $0.kind == "long" }?.name ?? valueName ?? ""
    }
  }

  private struct Document: Decodable {
    let command: Verb
  }

  private let verbs: [Verb]

  /// The catalog of this version.
  package static let current = VerbCatalog()

  private init() {
    do {
      let document = Data(GeoSnapCommand._dumpHelp().utf8)
      verbs = try JSONDecoder().decode(Document.self, from: document).command.subcommands ?? []
    } catch {
      preconditionFailure("The command describes itself in JSON: \(error)")
    }
  }

  /// A verb by its name; `validate network` for one of several words.
  package subscript(name: String) -> Verb {
    var verbs = verbs
    var found: Verb?
    for word in name.split(separator: " ") {
      found = verbs.first { $0.name == word }
      verbs = found?.subcommands ?? []
    }
    guard let found else { preconditionFailure("There is no verb \(name)") }
    return found
  }
}
