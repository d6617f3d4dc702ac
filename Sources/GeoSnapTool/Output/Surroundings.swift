import Foundation
import GeoSnapPostgres
import Synchronization

/// What a verb runs in: a program of its own, with stdout and stderr, or somebody else's, which has asked a question.
final class Surroundings: Sendable {
  @TaskLocal static var current = Surroundings.program

  /// The program of that name, which runs one verb.
  static let program = Surroundings(
    words: Array(CommandLine.arguments.dropFirst()),
    output: .standardOutput,
    errors: .standardError
  )

  /// The words of the command line, behind the program's name.
  let words: [String]
  /// Where answers go.
  let output: ByteSink
  /// Where notes and errors go.
  let errors: ByteSink
  /// The document of the verb.
  let document = HeldDocument()
  /// The images of the networks that the verb has opened.
  let images = HeldImages()
  /// The network that is open already; nil where a verb opens its own.
  let network: OpenNetwork?
  /// Told what share is done, from 0 to 1; nil where a person is told.
  let progress: (@Sendable (Double) -> Void)?
  /// Whether it is the program, whose lines a person reads.
  let isProgram: Bool

  /// Those of the program.
  private init(words: [String], output: ByteSink, errors: ByteSink) {
    self.words = words
    self.output = output
    self.errors = errors
    network = nil
    progress = nil
    isProgram = true
  }

  /// Those of a question that a program asks.
  init(
    words: [String],
    network: OpenNetwork?,
    progress: (@Sendable (Double) -> Void)?
  ) {
    self.words = words
    output = .memory("the answer")
    errors = .memory("the notes")
    self.network = network
    self.progress = progress
    isProgram = false
  }

  /// Says a line on stderr.
  func tell(_ line: String) {
    // Nobody can be told that stderr fails.
    try? errors.write(Array("\(PostgresAddress.withoutPasswords(in: line))\n".utf8))
  }
}
