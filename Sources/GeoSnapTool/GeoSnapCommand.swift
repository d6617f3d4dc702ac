import ArgumentParser

/// The command line: one verb for each question to a network.
struct GeoSnapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geosnap",
    abstract: """
      Reads, edits and traces utility networks, and snaps to them.
      """,
    discussion: """
      A network is a GeoPackage file with the tables that `geosnap import` writes. QGIS and GDAL open the same \
      file. Verbs also accept the address of a network in PostgreSQL with PostGIS: \
      postgresql://USER@HOST/DATABASE?schema=NAME. The address may have all parameters of libpq. A password in \
      the address is never printed. Coordinates, tolerances and lengths are planar, in the units of the \
      network.

      Exit codes: 0 success; 1 `geosnap validate` found errors, `geosnap find` found nothing, a trace has no \
      result or cannot isolate, or `geosnap disconnected` found no source; 3 success, but `geosnap geometry`, \
      `geosnap validate geometry` or a batch with --skip-bad-rows left out rows that it could not read; 64 the \
      command line is wrong; 65 the data is wrong; 66 a file cannot be opened or created, or a server cannot \
      be reached; 74 the output cannot be written; 130 a signal stopped the program. An import counts the rows \
      that it leaves out, and exits with 0.

      Errors go to stderr. With --json, stdout holds one JSON document, even if the verb fails: {error{code, \
      message, file, line, path, problems[{file, line, path, message}]}}, with further keys for the work done \
      before the error. file, line and path are null if they are unknown. code is usage, badData, cannotOpen, \
      cannotWrite, interrupted or a more specific word.

      On a terminal, the output is coloured unless the environment variable NO_COLOR is set. Every verb \
      accepts --color auto, always or never.
      """,
    version: "0.1.0",
    subcommands: [
      InfoCommand.self, FindCommand.self, ShowCommand.self, ListCommand.self, ExportCommand.self,
      ConvertCommand.self, IdentifyCommand.self, AssociationsCommand.self, ContainerCommand.self,
      SnapSourcesCommand.self, SnapCommand.self, ExplainCommand.self, RenderCommand.self,
      GraphCommand.self, ValidateCommand.self, ConformCommand.self, FractionCommand.self,
      ImportCommand.self, CopyCommand.self, DatabaseCommand.self, ImageCommand.self,
      NetworkDefinitionCommand.self, ServeCommand.self, EditCommand.self, CheckoutCommand.self,
      CheckinCommand.self, GeometryCommand.self, TraceCommand.self, ReportCommand.self,
      SubnetworksCommand.self, DistancesCommand.self, SegmentsCommand.self,
      DisconnectedCommand.self, WhyCommand.self, TraceConfigCommand.self,
    ]
  )
}
