import ArgumentParser
import Foundation

/// The command line: one verb for each question a network answers.
@main
struct GeoSnapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geosnap",
    abstract: """
      Opens utility networks and answers: what is here, what belongs together, what snaps, what feeds \
      what.
      """,
    discussion: """
      Networks are GeoPackage files as `geosnap import` writes them; QGIS and GDAL open the same \
      files. Coordinates, tolerances and lengths are planar, in the units of the network.

      Exit codes: 0 done; 1 `geosnap validate` has found errors, or a trace has no result; 3 done, but \
      bad rows of a batch were left out; 64 the command line is wrong; 65 the data is wrong; 66 a file \
      cannot be opened or created; 74 the output cannot be written; 130 a signal ended it.

      Errors go to stderr. With --json, stdout is one JSON document, when something fails as well: \
      {error{code, message, file, line, path, problems[{file, line, path, message}]}}, which stands \
      beside what was done before. file, line and path are null where there is none; code is usage, \
      badData, cannotOpen, cannotWrite, interrupted, or a word more exact.

      On a terminal words are coloured, unless NO_COLOR is set. --color auto, always or never says so for any verb.
      """,
    version: "0.1.0",
    subcommands: [
      InfoCommand.self, FindCommand.self, ShowCommand.self, ListCommand.self, ExportCommand.self,
      ConvertCommand.self, IdentifyCommand.self,
      AssociationsCommand.self, ContainerCommand.self,
      SnapSourcesCommand.self, SnapCommand.self, ExplainCommand.self, RenderCommand.self,
      GraphCommand.self, ValidateCommand.self, ConformCommand.self, FractionCommand.self,
      ImportCommand.self, ImageCommand.self, NetworkDefinitionCommand.self, DemoCommand.self,
      EditCommand.self, ConformanceCommand.self, GeometryCommand.self, TraceCommand.self,
      ReportCommand.self,
      SubnetworksCommand.self, DistancesCommand.self, SegmentsCommand.self, WhyCommand.self,
      TraceConfigCommand.self,
    ]
  )

  static func main() async {
    do {
      try await stoppingAtSignals {
        let words = try Paint.taking(Array(CommandLine.arguments.dropFirst())).words
        try MistypedVerb.check(words, of: GeoSnapCommand.self)
        var command = try parseAsRoot(words)
        try RepeatedOptions.check(words, of: GeoSnapCommand.self)
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      } orEnd: {
        end(with: $0)
      }
      try HeldDocument.release()
      HeldImages.write()
    } catch {
      end(with: error)
    }
  }

  private static let ending = NSLock()

  /// Ends the program with an error: a sentence on stderr, and one document on stdout with --json.
  private static func end(with error: any Error) -> Never {
    // The first of two threads ends the program; the other waits until it has.
    ending.lock()
    let failure = error as? Failure
    let exitCode = failure?.exitCode ?? Self.exitCode(for: error)
    // An exit code without words, as that of help, or of a verb whose answer is told.
    let isMere = error is ExitCode || exitCode.isSuccess
    if isMere || failure?.isTold == true || !isJSONWanted {
      try? HeldDocument.release()
    } else {
      let told = failure ?? Failure(exitCode: exitCode, message: message(for: error))
      try? HeldDocument.release(with: told)
    }
    if let failure { tell(failure) }
    // Who ends a program waits for nothing.
    if failure?.code != "interrupted" { HeldImages.write() }
    exit(withError: failure == nil ? error : exitCode)
  }

  /// Says on stderr what is wrong.
  ///
  /// In a function of its own: one that never returns gives nothing back, which counts as a leak.
  @inline(never)
  private static func tell(_ failure: Failure) {
    let line = Paint.errors.message("\(failure)", isNote: false)
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  /// Whether the command line has --json, even where it is wrong.
  private static var isJSONWanted: Bool {
    CommandLine.arguments.prefix { $0 != "--" }.contains("--json")
  }
}
