import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

/// The program `geosnap`, which runs a verb and ends with its exit code.
package enum Program {
  /// Runs the verb of the command line, and ends the program where that fails.
  package static func main() async {
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
  @inline(never) private static func tell(_ failure: Failure) {
    Surroundings.program.tell(Paint.errors.message("\(failure)", isNote: false))
  }
}

extension GeoSnapCommand {
  /// Runs the verb of a command line, which is given without the name of the program; throws ``Failure``, errors of
  /// swift-argument-parser, and `CancellationError`.
  static func run(_ words: [String]) async throws {
    let words = try Paint.taking(words).words
    try OptionCheck.checkVerb(words, of: GeoSnapCommand.self)
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
    } catch { throw Failure.explained(error) }
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

extension Failure {
  /// The exit code of the program.
  public var status: Int32 { exitCode.rawValue }
  package var file: String? { places.first?.file }
  /// The place in the file: a JSON path, a section, or a table and row.
  package var path: String? { places.first?.path }

  /// The failure for invalid arguments of a caller.
  public static func misuse(_ message: String) -> Failure { usage(message) }

  /// The failure for an error of a store or of an import; other errors unchanged.
  static func explained(_ error: any Error) -> any Error {
    switch error {
    case let error as StoreError: Failure(error)
    case let error as ImportError: Failure(error)
    default: error
    }
  }

  /// Converts an error of any kind; `arguments` is the type that was parsed when the command line is wrong.
  static func telling(_ error: any Error, of arguments: any ParsableArguments.Type) -> Failure {
    switch explained(error) {
    case let failure as Failure: failure
    case is CancellationError: stopped
    default:
      Failure(exitCode: arguments.exitCode(for: error), message: arguments.message(for: error))
    }
  }

  /// Converts an error of any kind.
  public static func telling(_ error: any Error) -> Failure {
    telling(error, of: GeoSnapCommand.self)
  }
}

/// The checks of options that the parser makes too late, or omits.
enum OptionCheck {
  /// Refuses an option that the verb does not have: the parser first reports the one that is missing instead.
  static func checkNames(_ words: [String]) throws {
    try forEachOption(words) { name, argument, verb, path in
      // The parser's list of options lacks this one.
      guard argument == nil, name != "generate-completion-script" else { return }
      guard path != "geosnap help" else {
        throw Failure.usage("\(path) has no option --\(name): leave it out.")
      }
      let meant = NearNames.suggestion(for: name, in: verb.optionNames)
      throw Failure.usage(
        "\(path) has no option --\(name). "
          + (meant.map { "Did you mean --\($0)?" } ?? "\(path) --help lists the options.")
      )
    }
  }

  /// Refuses a file without its option: the parser names only the unexpected word.
  static func checkFiles(_ words: [String], _ message: String) throws {
    guard message.hasPrefix("Unexpected argument '"), message.hasSuffix("'") else { return }
    let word = String(message.dropFirst(21).dropLast())
    var verb = VerbCatalog.current.program
    for name in words.prefix(2) { verb = verb.subcommand(named: name) ?? verb }
    let options = word.hasSuffix(".json") ? ["config"] : ["svg", "output"]
    let isFile = [".json", ".svg", ".png"].contains { word.hasSuffix($0) }
    guard isFile, let option = options.first(where: verb.optionNames.contains) else { return }
    throw Failure.usage(
      "Unexpected argument '\(word)'. Give it with its option: --\(option) \(word)."
    )
  }

  /// Refuses a command line that gives an option of one value more than once, as the parser would use only the last.
  static func checkRepetitions(_ words: [String]) throws {
    let given = words.filter { $0.hasPrefix("--") }.map(optionName)
    // The parser's list of options is only needed where a word occurs twice.
    guard Set(given).count < given.count else { return }
    var seen: Set<String> = []
    try forEachOption(words) { name, argument, _, _ in
      guard let argument, argument.kind == .option, !argument.isRepeating else { return }
      guard seen.insert(name).inserted else {
        throw Failure.usage("--\(name) is given twice: it takes one value.")
      }
    }
  }

  /// Calls a function with each option of a command line, and with the verb and its words.
  private static func forEachOption(
    _ words: [String],
    _ check: (
      _ name: String, VerbCatalog.Parameter?, _ verb: VerbCatalog.Verb, _ path: String
    ) throws -> Void
  ) throws {
    var verb = VerbCatalog.current.program
    var path = verb.name
    var index = 0
    while index < words.count, words[index] != "--" {
      let word = words[index]
      index += 1
      if let next = verb.subcommand(named: word) {
        verb = next
        path += " \(word)"
        continue
      }
      verb = verb.standard
      guard word.hasPrefix("--") else { continue }
      let name = optionName(word)
      let argument = verb.argument(named: name)
      try check(name, argument, verb, path)
      if argument?.kind == .option, !word.contains("=") { index += 1 }
    }
  }

  private static func optionName(_ word: String) -> String {
    String(word.drop { $0 == "-" }.prefix { $0 != "=" })
  }

  /// Refuses a word that is not a verb where one is expected: the parser would only report unexpected arguments.
  static func checkVerb(_ words: [String], of root: any ParsableCommand.Type) throws {
    var command = root
    var path = ["geosnap"]
    for word in words {
      let verbs = command.configuration.subcommands
      guard !word.hasPrefix("-"), !verbs.isEmpty, word != "help" else { return }
      if let next = verbs.first(where: { $0.configuration.commandName == word }) {
        command = next
        path.append(word)
        continue
      }
      guard command.configuration.defaultSubcommand == nil else { return }
      let name = path.joined(separator: " ")
      let names = verbs.compactMap { $0.configuration.commandName }
      let operations = path.count == 1 ? GeometryOperation.all.map(\.name) : []
      let meant =
        NearNames.suggestion(for: word, in: names)
        ?? NearNames.suggestion(for: word, in: operations).map { "geometry \($0)" }
      throw Failure.usage(
        "\(name) has no verb \(word). "
          + (meant.map { "Did you mean \(name) \($0)?" } ?? "\(name) --help lists the verbs.")
      )
    }
  }
}
