import ArgumentParser
import Foundation

/// What a verb answers to a program that asks it.
package struct VerbReply: Sendable {
  /// What a program would leave with: 0 for an answer.
  package var exitCode: Int32
  /// What a program would print on stdout: with `--json` one document.
  package var output: [UInt8]
  /// What a program would say on stderr, line by line.
  package var notes: String
  /// Why there is no answer; nil where there is one, also one such as that a network has errors.
  package var failure: Failure?
}

/// A verb that a program asks, in the words of the command line.
package struct VerbQuestion: Sendable {
  /// The verb and what follows it.
  package var words: [String]
  /// What a verb reads where it is told to read stdin.
  package var input: [UInt8] = []
  /// The network that is open already.
  package var network: OpenNetwork?
  /// Told what share is done, from 0 to 1, not a number where nobody knows; never by two threads at once.
  package var progress: (@Sendable (Double) -> Void)?

  package init(_ words: [String]) { self.words = words }

  /// Runs the verb.
  package func reply() async -> VerbReply {
    let surroundings = Surroundings(
      words: words,
      network: network,
      progress: progress
    )
    return await StandardInput.$given.withValue(input) {
      await Surroundings.$current.withValue(surroundings) { await reply(in: surroundings) }
    }
  }

  private func reply(in surroundings: Surroundings) async -> VerbReply {
    var reply = VerbReply(exitCode: 0, output: [], notes: "")
    do {
      // It runs another program.
      if words.first == "serve" {
        throw Failure.usage("serve is a program of its own: run geosnap serve.")
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
}

extension VerbQuestion {
  /// Verbs that are asked of files or of nothing, and of no network that is open.
  package static let verbsWithoutNetwork: Set = [
    "checkin", "checkout", "convert", "copy", "database", "definition", "geometry", "import",
  ]

  /// Where among the words the network stands: behind the verb, or what belongs to it.
  package static func networkPlace(in words: [String]) -> Int {
    min(["trace-config", "conform"].contains(words.first) ? 2 : 1, words.count)
  }
}

extension VerbReply {
  /// Takes over how a verb has failed.
  fileprivate mutating func note(_ error: any Error) {
    if let code = error as? ExitCode {
      exitCode = code.rawValue
      // A verb has told its answer when it leaves with one of these alone, and what is wrong with any other.
      if ![.success, .networkErrors, .rowsLeftOut].contains(code) {
        let told = String(decoding: Surroundings.current.errors.bytes, as: UTF8.self)
        failure = Failure(
          exitCode: code,
          message: told.isEmpty ? "What was given is wrong: the document says where." : told.trimmed
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
    // Help was asked for.
    let help = GeoSnapCommand.fullMessage(for: error)
    try? Surroundings.current.output.write(Array("\(help)\n".utf8))
  }
}
