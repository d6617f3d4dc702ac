import ArgumentParser
import Foundation

package struct VerbReply: Sendable {
  package var exitCode: Int32
  package var output: [UInt8]
  package var notes: String
  /// The failure; nil where there is an answer, including one that the network has errors.
  package var failure: Failure?

  fileprivate mutating func note(_ error: any Error) {
    if let code = error as? ExitCode {
      exitCode = code.rawValue
      // With one of these exit codes alone, the verb has printed an answer; with any other, the errors.
      if ![.success, .networkErrors, .rowsLeftOut].contains(code) {
        let told = String(decoding: Surroundings.current.errors.bytes, as: UTF8.self)
        failure = Failure(
          exitCode: code,
          message: told.isEmpty
            ? "The data is wrong: the JSON document lists the problems." : told.trimmed
        )
      }
      return
    }
    let failure = Failure.telling(error)
    exitCode = failure.exitCode.rawValue
    guard exitCode == 0 else {
      self.failure = failure
      return
    }
    // Help was requested.
    let help = GeoSnapCommand.fullMessage(for: error)
    try? Surroundings.current.output.write(Array("\(help)\n".utf8))
  }
}

package struct VerbQuestion: Sendable {
  package var words: [String]
  package var input: [UInt8]
  package var network: OpenNetwork?
  /// Receives the share that is done, from 0 to 1, not a number where it is unknown; from one thread at a time.
  package var progress: (@Sendable (Double) -> Void)?

  package init(_ words: [String], input: [UInt8] = [], of network: OpenNetwork? = nil) {
    (self.words, self.input, self.network) = (words, input, network)
  }

  package func reply() async -> VerbReply {
    let surroundings = Surroundings(words: words, network: network, progress: progress)
    return await StandardInput.$given.withValue(input) {
      await Surroundings.$current.withValue(surroundings) { await reply(in: surroundings) }
    }
  }

  private func reply(in surroundings: Surroundings) async -> VerbReply {
    var reply = VerbReply(exitCode: 0, output: [], notes: "")
    do {
      // The verb runs another program.
      if words.first == "serve" {
        throw Failure.usage("serve is a separate program: run geosnap serve.")
      }
      try await GeoSnapCommand.run(words)
      try surroundings.document.release(to: surroundings.output)
    } catch {
      reply.note(error)
      try? surroundings.release(after: error)
    }
    surroundings.images.write()
    reply.output = surroundings.output.bytes
    reply.notes = String(decoding: surroundings.errors.bytes, as: UTF8.self)
    return reply
  }

  package static let verbsWithoutNetwork: Set = [
    "checkin", "checkout", "convert", "copy", "database", "definition", "geometry", "import",
  ]

  /// The position of the network among the words: after the verb and its subcommand.
  package static func networkPlace(in words: [String]) -> Int {
    min(["trace-config", "conform"].contains(words.first) ? 2 : 1, words.count)
  }
}

package struct VerbCatalog: Sendable {
  package struct Verb: Decodable, Sendable {
    private let commandName: String
    package let abstract: String?
    package let discussion: String?
    package let arguments: [Parameter]?
    fileprivate let subcommands: [Verb]?
    private let defaultSubcommand: String?

    package var name: String { commandName }

    func subcommand(named name: String?) -> Verb? { subcommands?.first { $0.name == name } }

    var standard: Verb { subcommand(named: defaultSubcommand) ?? self }

    var optionNames: [String] { (arguments ?? []).flatMap { $0.names ?? [] }.map(\.name) }

    func argument(named name: String) -> Parameter? {
      arguments?.first { $0.names?.contains { $0.name == name } ?? false }
    }
  }

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
    package var name: String { names?.first { $0.kind == "long" }?.name ?? valueName ?? "" }
  }

  private struct Document: Decodable {
    let command: Verb
  }

  let program: Verb

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
