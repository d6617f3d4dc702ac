import ArgumentParser
import GeoSnap

struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Prints the extent, sources, rules and counts of a network.",
    discussion: """
      JSON: {srid, extent[xmin, ymin, xmax, ymax], sources[{name, sourceID, kind, usage, features, extent}], \
      rules{junctionJunction, containment, attachment, junctionEdge, edgeJunctionEdge}, \
      associations{connectivity, containment, attachment}, origins{bus: 2940, ...}, notImported{table: count}, \
      setAside{rows, tables{table: rows}}}. kind is junction, edge or plain. origins counts the distinct \
      elements of the imported files. setAside counts the rows that cannot be read.
      """
  )

  @OptionGroup var input: NetworkArgument
  @OptionGroup var form: JSONOption

  func run() async throws {
    let stored = try await input.open()
    let summary = NetworkSummary(stored)
    try form.print(summary.document, summary.lines)
  }
}
