import ArgumentParser
import Foundation

/// What a verb answers to a program that asks it.
package struct Reply: Sendable {
  /// What a program would leave with: 0 for an answer.
  package var exitCode: Int32
  /// What a program would print on stdout: with `--json` one document.
  package var output: [UInt8]
  /// What a program would say on stderr, line by line.
  package var notes: String
  /// The word for the kind of failure; nil for an answer.
  package var code: String?
  /// What is wrong, and what to do.
  package var message: String?
  /// The file in which something is wrong.
  package var file: String?
  /// Where in it: a JSON path, a section, a table and row.
  package var path: String?
}

/// A verb that a program asks, in the words of the command line.
package struct Question: Sendable {
  /// The verb and what follows it.
  package var words: [String]
  /// What a verb reads where it is told to read stdin.
  package var input: [UInt8] = []
  /// The network that is open already.
  package var network: (any OpenNetwork)?
  /// Told what share is done, from 0 to 1, not a number where nobody knows; never by two threads at once.
  package var progress: (@Sendable (Double) -> Void)?

  package init(_ words: [String]) { self.words = words }

  /// Verbs that are a program, and no question: they run the program again, or read what a person types.
  private static let programs = ["demo", "conformance"]

  /// Runs the verb.
  package func reply() async -> Reply {
    let surroundings = Surroundings(
      words: words,
      input: input,
      network: network,
      progress: progress
    )
    return await Surroundings.$current.withValue(surroundings) {
      var reply = Reply(exitCode: 0, output: [], notes: "")
      do {
        if let verb = words.first, Question.programs.contains(verb) {
          throw Failure.usage("\(verb) is a program of its own: run geosnap \(verb).")
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
}

extension Reply {
  /// Takes over how a verb has failed.
  fileprivate mutating func note(_ error: any Error) {
    if error is CancellationError { return note(Failure.stopped) }
    let failure = error as? Failure
    exitCode = (failure?.exitCode ?? GeoSnapCommand.exitCode(for: error)).rawValue
    if let failure { return note(failure) }
    // Help is asked for, and a verb has told its answer when it leaves with a code alone.
    if exitCode == 0 || error is ExitCode {
      if exitCode == 0 { try? Surroundings.current.output.write(Array(GeoSnapCommand.fullMessage(for: error).utf8)) }
      return
    }
    code = ExitCode(exitCode).word
    message = GeoSnapCommand.message(for: error)
  }

  private mutating func note(_ failure: Failure) {
    exitCode = failure.exitCode.rawValue
    code = failure.code
    message = failure.message
    file = failure.places.first?.file
    path = failure.places.first?.path
  }
}
