import ArgumentParser

struct NetworkDefinitionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "definition",
    abstract: "Checks and shows network definitions: asset types, tiers, terminals and rules.",
    discussion: """
      A definition with its rules is one JSON file with names in place of numbers; \
      Documentation/network-definition.schema.json is its schema. `geosnap import definition` makes \
      a network of it.
      """,
    subcommands: [DefinitionCheckCommand.self, DefinitionShowCommand.self]
  )
}
