import ArgumentParser

/// The command line: one verb for each question to a network.
struct GeoSnapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geosnap",
    abstract: """
      Opens utility networks and answers: what is here, what belongs together, what snaps, what feeds \
      what.
      """,
    discussion: """
      Networks are GeoPackage files as `geosnap import` writes them; QGIS and GDAL open the same \
      files. Wherever a network is named, an address of PostgreSQL with PostGIS does as well: \
      postgresql://USER@HOST/DATABASE?schema=NAME, with all that libpq takes; a password in it is printed nowhere. \
      Coordinates, tolerances and lengths are planar, in the units of the network.

      Exit codes: 0 done; 1 `geosnap validate` has found errors, `geosnap find` has found nothing, or a trace has no \
      result; 3 done, but some rows or geometries were left out; 64 the command line is wrong; 65 the data is wrong; \
      66 a file cannot be opened or created; 74 the output cannot be written; 130 a signal ended it.

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
      ImportCommand.self, CopyCommand.self, DatabaseCommand.self, ImageCommand.self,
      NetworkDefinitionCommand.self,
      ServeCommand.self, EditCommand.self, CheckoutCommand.self, CheckinCommand.self,
      GeometryCommand.self, TraceCommand.self,
      ReportCommand.self,
      SubnetworksCommand.self, DistancesCommand.self, SegmentsCommand.self,
      DisconnectedCommand.self,
      WhyCommand.self,
      TraceConfigCommand.self,
    ]
  )
}
