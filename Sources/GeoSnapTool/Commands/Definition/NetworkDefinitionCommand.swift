import ArgumentParser

struct NetworkDefinitionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "definition",
    abstract: "Checks and shows network definitions: asset types, tiers, terminals and rules.",
    discussion: """
      A definition file is JSON and contains the definition and its rules, with names in place of numbers; \
      Documentation/network-definition.schema.json is its schema. `geosnap import definition` makes a network from \
      it.
      """,
    subcommands: [DefinitionCheckCommand.self, DefinitionShowCommand.self]
  )
}
