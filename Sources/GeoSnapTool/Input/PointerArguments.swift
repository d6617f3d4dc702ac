import ArgumentParser
import GeoSnap

/// The geometry that follows the pointer, and the kinds of places that it may snap to.
struct PointerArguments: ParsableArguments {
  @Option(
    help:
      "The edited part: point, line-end or inner-vertex; by default line-end for lines, else point.",
    transform: snapRole
  )
  var role: SnapRole?
  @Option(
    help: "The edited feature, to which the place does not snap: \(ElementReference.forms).",
    completion: Completions.features,
    transform: ElementReference.read
  )
  var editing: ElementReference?
  @Option(
    help: """
      The kinds of places to snap to, separated by commas: point, lineEnd, vertex, intersection, midpoint, \
      centroid, segment, boundary, area; vertices, edges, all. By default vertices,edges.
      """,
    transform: KindsArgument.init
  )
  var kinds: KindsArgument?

  /// The settings with the requested kinds.
  func settings(_ settings: SnapSettings) -> SnapSettings {
    var settings = settings
    settings.kinds = kinds?.kinds ?? .standard
    return settings
  }

  /// The requested role, or the one that fits the asset type; throws `Failure` when the asset type has no such role.
  func role(_ rules: SnapRules?) throws -> SnapRole {
    guard let rules else { return role ?? .point }
    let isJunction = rules.elementKind == .junction
    let role = self.role ?? (isJunction ? .point : .lineEnd)
    guard isJunction == (role == .point) else {
      throw Failure.usage(
        isJunction
          ? "A junction has the role point: leave --role out."
          : "A line does not have the role point: give line-end or inner-vertex."
      )
    }
    return role
  }

  /// The feature that is edited; nil for a new one.
  func edited(in network: EditedNetwork) throws -> FeatureID? {
    try editing?.resolve(in: network).first
  }
}

private func snapRole(_ argument: String) throws -> SnapRole {
  guard let role = SnapRole(rawValue: argument.lowercased()) else {
    throw ValidationError("--role must be point, line-end or inner-vertex.")
  }
  return role
}
