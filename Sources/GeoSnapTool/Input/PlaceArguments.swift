import ArgumentParser
import GeoSnap
import GeoSnapStore

/// The network and the place of a question; without a place, a batch has the places.
struct PlaceArguments: ParsableArguments {
  @OptionGroup var input: NetworkArgument
  @OptionGroup var part: PartArgument
  @Option(
    parsing: .unconditional,
    help: CoordinateArgument.help,
    transform: CoordinateArgument.read
  )
  var at: Coordinate?
  @OptionGroup var reach: ToleranceArguments
  @OptionGroup var reference: ReferenceArguments

  func open() async throws -> StoredSnapshot { try await input.open(part, reference) }

  func place(in stored: StoredSnapshot) throws -> Coordinate? {
    try at.map { try reference.place($0, in: stored.network, edge: stored.edge) }
  }
}
