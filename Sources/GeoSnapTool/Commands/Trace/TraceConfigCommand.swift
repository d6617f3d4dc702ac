import ArgumentParser

struct TraceConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace-config",
    abstract: "Manages the named trace configurations in a network.",
    discussion: """
      `geosnap trace --config NAME` uses a configuration. The table un_trace_configurations contains them \
      (Documentation/GeoPackage.md); edits of the network do not change them.
      """,
    subcommands: [
      TraceConfigListCommand.self, TraceConfigShowCommand.self, TraceConfigSaveCommand.self,
      TraceConfigRemoveCommand.self,
    ]
  )
}
