import ArgumentParser
import GeoSnap

/// Snap kinds on the command line: names separated by commas.
struct KindsArgument {
  let kinds: SnapKinds

  /// The names of groups of kinds.
  private static let groups: [(name: String, kinds: SnapKinds)] = [
    ("vertices", .vertices), ("edges", .edges), ("all", .ofFeatures),
  ]

  /// Reads names, compared without case; throws `ValidationError` with the valid names.
  init(_ argument: String) throws {
    var kinds: SnapKinds = []
    for field in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let name = field.lowercased()
      if let group = KindsArgument.groups.first(where: { $0.name == name }) {
        kinds.formUnion(group.kinds)
      } else if let kind = SnapKinds.ofFeatures.kinds.first(where: { $0.name.lowercased() == name })
      {
        kinds.formUnion(SnapKinds(kind))
      } else {
        throw ValidationError(
          "There is no kind of place '\(field)'. \(Words.known("kind", KindsArgument.names))"
        )
      }
    }
    self.kinds = kinds
  }

  /// All names: the groups, then the kinds of features, since a command has no sketch and no grid.
  private static let names = groups.map(\.name) + SnapKinds.ofFeatures.kinds.map(\.name)
}
