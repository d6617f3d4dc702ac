import ArgumentParser
import GeoSnap

struct GraphCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Prints the network as nodes and links, to compare it with other programs.",
    discussion: """
      Connectivity associations, and devices along a link, are contracted: the result has the buses or nodes of \
      the imported file, and the lines, pipes, transformers and switches between them.

      JSON: {nodes[{origin}], links[{origin, from, to, via[], conducting, enabled}]}; from and to are origins \
      of nodes. A link conducts if the definitions of the tiers bar none of its elements. A link is enabled if \
      all its elements are in service.
      """
  )

  @OptionGroup var network: NetworkArgument
  @OptionGroup var assumed: AssumptionArguments
  @OptionGroup var form: JSONOption

  func run() async throws {
    let topology = try await network.topology(of: try await network.open())
    let assumptions = try assumed.assumptions(topology)
    let graph: ContractedGraph
    do {
      graph = try await withProgress("Contracting \(network.name)") {
        try await topology.contracted(assuming: assumptions, progress: $0.share)
      }
    } catch let error as TraceError {
      throw Failure.badData("\(error)")
    }
    let output = GraphOutput(graph)
    try form.print(output.document, output.lines)
  }
}
