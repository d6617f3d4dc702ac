package import GeoSnap

extension GeoPackage {
  /// What keeps a network from being written to a file, such as names that files reserve.
  package static func problems(writing network: UtilityNetwork) -> [NetworkProblem] {
    var check = FormatCheck(network: network)
    check.visitAll(imports: [])
    return check.problems
  }
}
