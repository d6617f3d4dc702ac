import ArgumentParser
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies a network with all its rows into a file or a database.",
    discussion: """
      NETWORK and TARGET are each a GeoPackage file or the address of a database. Each row is copied unchanged, \
      with its row id, and so are the definition, rules, associations, reports of imports, trace configurations \
      and history. If a row cannot be read, nothing is written: `geosnap validate NETWORK` lists such rows.

      From file to file, all content of the file is copied. Into a database, only the tables of the network \
      are copied, and stderr lists the others, such as the styles that QGIS stores. If you copy a file into a \
      database, you become the author of its steps. From database to database, the authors are kept. A file \
      keeps neither authors, nor steps that can no longer be redone, nor steps that were made with SQL.

      JSON: {network, target, features, associations, rules, traceConfigurations, imports, steps, leftOut[]}. \
      leftOut lists the tables that were not copied.
      """
  )

  @Argument(
    help: "The network to copy: a GeoPackage file, or postgresql://USER@HOST/DATABASE?schema=NAME.",
    completion: Completions.network
  )
  var network: String
  @Argument(
    help: "The copy to write: a GeoPackage file, or postgresql://USER@HOST/DATABASE?schema=NAME.",
    completion: Completions.network
  )
  var target: String
  @Flag(help: "Replace an existing TARGET and its history.")
  var force = false
  @OptionGroup var form: JSONOption

  func run() async throws {
    let target = try NetworkTarget(target)
    do {
      let source = try NetworkPlace(network)
      guard source != target.place else {
        throw Failure.usage("\(source) is the network to copy: give another TARGET.")
      }
      try target.check(isReplaced: force, read: [(network, "the network")])
      let copy = try await withProgress("Copying \(source.name)") {
        try await source.copy(to: target.place, replacing: force, progress: $0.share)
      }
      if !copy.leftOut.isEmpty {
        note(
          "Tables that are not part of the network and are not copied: \(Words.names(copy.leftOut))."
        )
      }
      let output = CopyOutput(copy: copy, source: source, target: target.place)
      try form.print(output.document, output.lines)
    } catch let error as StoreError {
      // The target may be at fault too.
      throw error.path == "\(target.place)"
        ? Failure(error) : NetworkArgument(path: network).failure(of: error)
    }
  }
}

private struct CopyOutput {
  let copy: NetworkCopy
  let source: NetworkPlace
  let target: NetworkPlace

  private var network: UtilityNetwork { copy.stored.network }

  var lines: [String] {
    let counts = [
      count(EditedNetwork(network).featureCount, "feature"),
      count(network.associations.count, "association"), count(network.rules.count, "rule"),
      count(copy.stored.traceConfigurations.count, "trace configuration"),
      count(copy.stepCount, "step"),
    ]
    return ["Copied \(source) to \(target)", "  \(counts.joined(separator: ", "))"]
  }

  var document: JSONValue {
    .object([
      "network": .string("\(source)"), "target": .string("\(target)"),
      "features": .integer(EditedNetwork(network).featureCount),
      "associations": .integer(network.associations.count),
      "rules": .integer(network.rules.count),
      "traceConfigurations": .integer(copy.stored.traceConfigurations.count),
      "imports": .integer(copy.stored.imports.count), "steps": .integer(copy.stepCount),
      "leftOut": JSONValue(copy.leftOut),
    ])
  }
}
