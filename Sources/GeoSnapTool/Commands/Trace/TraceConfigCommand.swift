import ArgumentParser

struct TraceConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace-config",
    abstract: "Keeps trace configurations in a network's file, each under a name.",
    discussion: """
      `geosnap trace --config NAME` uses one. They stand in the table un_trace_configurations, which \
      Documentation/GeoPackage.md describes; editing the network leaves them as they are.
      """,
    subcommands: [
      TraceConfigListCommand.self, TraceConfigShowCommand.self, TraceConfigSaveCommand.self,
      TraceConfigRemoveCommand.self,
    ]
  )
}
