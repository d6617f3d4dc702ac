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
      cannot be opened or created; 74 the output cannot be written; 130 a signal ended it. Errors go to stderr. With --json, stdout is one JSON document.
      """,
    version: "0.1.0",
    subcommands: [
      InfoCommand.self, IdentifyCommand.self, AssociationsCommand.self, ContainerCommand.self,
      SnapSourcesCommand.self, SnapCommand.self, ExplainCommand.self, RenderCommand.self,
      GraphCommand.self, ValidateCommand.self, ConformCommand.self, FractionCommand.self,
      ImportCommand.self, IndexCommand.self, NetworkDefinitionCommand.self, DemoCommand.self,
      EditCommand.self, ConformanceCommand.self, GeometryCommand.self, TraceCommand.self,
      SubnetworksCommand.self, DistancesCommand.self, SegmentsCommand.self, WhyCommand.self,
      TraceConfigCommand.self,
    ]
  )

  static func main() async {
    do {
      var command = try parseAsRoot()
      try RepeatedOptions.check(Array(CommandLine.arguments.dropFirst()), of: GeoSnapCommand.self)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let failure as Failure {
      FileHandle.standardError.write(Data("geosnap: \(failure)\n".utf8))
      exit(withError: failure.exitCode)
    } catch {
      exit(withError: error)
    }
  }
}
