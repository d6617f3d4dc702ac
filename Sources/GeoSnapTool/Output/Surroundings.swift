import Foundation
import GeoSnapPostgres
import Synchronization

/// The environment of a verb: a program with stdout and stderr, or another program that calls the verb.
final class Surroundings: Sendable {
  @TaskLocal static var current = Surroundings.program

  static let program = Surroundings(
    words: Array(CommandLine.arguments.dropFirst()),
    output: .standardOutput,
    errors: .standardError,
    isProgram: true
  )

  /// The words of the command line, after the program's name.
  let words: [String]
  let output: ByteSink
  let errors: ByteSink
  let document = PendingDocument()
  let images = OpenedImages()
  /// The network that the caller has open; nil where a verb opens the network itself.
  let network: OpenNetwork?
  /// Receives the share that is done, from 0 to 1; nil where stderr shows the progress.
  let progress: (@Sendable (Double) -> Void)?
  /// Whether it is the program, whose output a person reads.
  let isProgram: Bool

  /// An environment; by default that of a call from another program, which keeps the output in memory.
  init(
    words: [String],
    output: ByteSink = .memory("the answer"),
    errors: ByteSink = .memory("the notes"),
    network: OpenNetwork? = nil,
    progress: (@Sendable (Double) -> Void)? = nil,
    isProgram: Bool = false
  ) {
    self.words = words
    self.output = output
    self.errors = errors
    self.network = network
    self.progress = progress
    self.isProgram = isProgram
  }

  func tell(_ line: String) {
    // An error of stderr cannot be reported.
    try? errors.write(Array("\(PostgresAddress.withoutPasswords(in: line))\n".utf8))
  }
}
