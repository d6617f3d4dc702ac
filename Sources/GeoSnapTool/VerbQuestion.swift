import ArgumentParser
import Foundation

/// The reply of a verb to a calling program.
package struct VerbReply: Sendable {
  /// The exit code of the program `geosnap`: 0 for an answer.
  package var exitCode: Int32
  /// The output on stdout: with `--json` one document.
  package var output: [UInt8]
  /// The output on stderr, line by line.
  package var notes: String
  /// The failure; nil where there is an answer, including one that the network has errors.
  package var failure: Failure?
}

/// A call of a verb from a program, in the words of the command line.
package struct VerbQuestion: Sendable {
  /// The verb and its arguments.
  package var words: [String]
  /// The input of a verb that reads stdin.
  package var input: [UInt8] = []
  /// The network that the caller has open.
  package var network: OpenNetwork?
  /// Receives the share that is done, from 0 to 1, not a number where it is unknown; from one thread at a time.
  package var progress: (@Sendable (Double) -> Void)?

  package init(_ words: [String]) { self.words = words }

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
}

extension VerbQuestion {
  /// Verbs that read files or no input, and do not use an open network.
  package static let verbsWithoutNetwork: Set = [
    "checkin", "checkout", "convert", "copy", "database", "definition", "geometry", "import",
  ]

  /// The position of the network among the words: after the verb and its subcommand.
  package static func networkPlace(in words: [String]) -> Int {
    min(["trace-config", "conform"].contains(words.first) ? 2 : 1, words.count)
  }
}

extension VerbReply {
  /// Sets the exit code and the failure for an error of the verb.
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
