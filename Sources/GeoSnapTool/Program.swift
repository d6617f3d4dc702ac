import ArgumentParser
import Foundation
import GeoSnapPostgres

/// The program `geosnap`, which runs a verb and ends with its exit code.
public enum Program {
  /// Runs the verb of the command line, and ends the program where that fails.
  public static func main() async {
    let surroundings = Surroundings.program
    do {
      try await stoppingAtSignals {
        try await GeoSnapCommand.run(surroundings.words)
      } orEnd: {
        end(with: $0)
      }
      try surroundings.document.release(to: surroundings.output)
      surroundings.images.write()
    } catch {
      end(with: error)
    }
  }

  private static let ending = NSLock()

  /// Ends the program with an error: a sentence on stderr, and one document on stdout with --json.
  private static func end(with error: any Error) -> Never {
    // The first of two threads ends the program; the other one waits.
    ending.lock()
    let surroundings = Surroundings.program
    let failure = error as? Failure
    let exitCode = failure?.exitCode ?? GeoSnapCommand.exitCode(for: error)
    try? surroundings.release(after: error)
    if let failure { tell(failure) }
    // An interrupted program must not wait.
    if failure?.code != "interrupted" { surroundings.images.write() }
    if failure == nil { tellWithoutPasswords(error) }
    GeoSnapCommand.exit(withError: failure == nil ? error : exitCode)
  }

  /// Ends the program with an error of the parser that quotes a password, but without the password.
  private static func tellWithoutPasswords(_ error: any Error) {
    let message = GeoSnapCommand.fullMessage(for: error)
    let told = PostgresAddress.withoutPasswords(in: message)
    guard told != message else { return }
    Surroundings.program.tell(told)
    GeoSnapCommand.exit(withError: GeoSnapCommand.exitCode(for: error))
  }

  /// Prints the failure on stderr.
  ///
  /// In a separate function, since a function that never returns releases nothing, which counts as a leak.
  @inline(never)
  private static func tell(_ failure: Failure) {
    Surroundings.program.tell(Paint.errors.message("\(failure)", isNote: false))
  }
}

extension GeoSnapCommand {
  /// Runs the verb of a command line, which is given without the name of the program; throws ``Failure``, errors of
  /// swift-argument-parser, and `CancellationError`.
  static func run(_ words: [String]) async throws {
    let words = try Paint.taking(words).words
    try MistypedVerb.check(words, of: GeoSnapCommand.self)
    var command: any ParsableCommand
    do {
      command = try parseAsRoot(words)
    } catch {
      if !exitCode(for: error).isSuccess {
        try OptionCheck.checkNames(words)
        try OptionCheck.checkFiles(words, message(for: error))
      }
      throw error
    }
    try OptionCheck.checkRepetitions(words)
    do {
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      throw Failure.explained(error)
    }
  }
}

extension Surroundings {
  /// Prints the document of a verb that has failed; with --json the failure is added.
  func release(after error: any Error) throws {
    let failure = error as? Failure
    let exitCode = failure?.exitCode ?? GeoSnapCommand.exitCode(for: error)
    // An exit code without a message: of help, or of a verb whose answer was printed.
    let isMere = error is ExitCode || exitCode.isSuccess
    if isMere || failure?.isTold == true || !isJSONWanted {
      try document.release(to: output)
    } else {
      let told = failure ?? Failure(exitCode: exitCode, message: GeoSnapCommand.message(for: error))
      try document.release(with: told, to: output)
    }
  }

  /// Whether the command line has --json, even where it is invalid.
  private var isJSONWanted: Bool { words.prefix { $0 != "--" }.contains("--json") }
}
