internal import GeoSnap

/// Reads a definition file and collects all its problems.
struct DefinitionFileReader {
  var problems: [ImportProblem] = []
  var lost = UnreadNames()
  /// Unknown names: the index of the problem that reports each, and the number of further uses.
  var unknownNames: [String: (problem: Int, repetitions: Int)] = [:]
  var definition = NetworkDefinition()
  var fields: [Int: [AttributeField]] = [:]

  /// The readable part of the file; valid only when there are no problems.
  mutating func file(_ node: DefinitionNode) -> NetworkDefinitionFile {
    let keys = [
      "$schema", "tolerance", "categories", "domains", "terminalConfigurations",
      "networkAttributes", "domainNetworks", "rules",
    ]
    guard let root = object(node, keys) else {
      return NetworkDefinitionFile(definition: definition)
    }
    if !root.has("domainNetworks") {
      report(root.path, "'domainNetworks' is missing.")
      lost.insert("")
    }
    definition.tolerance = root.node("tolerance").flatMap { readTolerance($0) }
    let categories = nodes(root, "categories")
    definition.categories = categories.compactMap { text($0) }
    if definition.categories.count < categories.count { lost.insert(.category) }
    checkNames(zip(definition.categories, categories.map(\.path)).map { ($0, $1) }, "categories")
    readDomains(nodes(root, "domains"))
    readTerminalConfigurations(nodes(root, "terminalConfigurations"))
    let networks = nodes(root, "domainNetworks").compactMap { readDomainNetwork($0) }
    number(networks)
    definition.networkAttributes = readAttributes(nodes(root, "networkAttributes"))
    let paths = AssetTypePaths(definition)
    readTiers(networks, paths)
    let rules = readRules(nodes(root, "rules"), paths)
    countRepetitions()
    return NetworkDefinitionFile(definition: definition, rules: rules, fields: fields)
  }

  mutating func readTolerance(_ node: DefinitionNode) -> CoincidenceTolerance? {
    guard let entry = object(node, ["xy", "z"]) else { return nil }
    if !entry.has("xy") { report(entry.path, "'xy' is missing: a distance in the plane.") }
    var distances: [Double] = []
    for key in ["xy", "z"] {
      let distance = number(entry, key) ?? CoincidenceTolerance.millimetre.z
      if distance < 0 {
        report(entry.path(key), "A distance cannot be negative; this is \(distance).")
      }
      distances.append(max(distance, 0))
    }
    return CoincidenceTolerance(known: distances[0], z: distances[1])
  }
}
