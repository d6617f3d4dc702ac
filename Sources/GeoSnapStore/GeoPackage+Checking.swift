package import GeoSnap

extension GeoPackage {
  /// The problems that prevent writing a network to a file, such as reserved names.
  package static func problems(writing network: UtilityNetwork) -> [NetworkProblem] {
    var check = FormatCheck(network: network)
    check.visitAll(imports: [])
    return check.problems
  }
}
