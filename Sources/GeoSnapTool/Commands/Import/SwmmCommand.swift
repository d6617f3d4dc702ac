import ArgumentParser
import GeoSnapImport

struct SwmmCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swmm",
    abstract: "Imports an input file of SWMM.",
    discussion: """
      Outfalls control the subnetworks that drain to them, each named by its origin, such as node/O1. Pumps, \
      orifices, weirs and outlets become devices halfway along their link; pump status and flap gates are ignored.

      \(ImportArguments.discussion)
      """
  )

  @OptionGroup var arguments: ImportArguments

  func run() async throws {
    try await arguments.run(SwmmImporter(options: arguments.options), kind: .swmm)
  }
}
