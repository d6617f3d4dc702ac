struct DefinitionCheck {
  private var problems: [NetworkProblem] = []

  static func problems(
    in definition: NetworkDefinition,
    _ terminals: TerminalCatalog
  ) -> [NetworkProblem] {
    var check = DefinitionCheck()
    check.visitParts(of: definition)
    for (index, source) in definition.sources.enumerated() {
      check.visit(source, after: definition.sources[..<index], terminals)
    }
    return check.problems
  }

  @inline(never)
  private mutating func report(_ row: String, _ message: String) {
    problems.append(NetworkProblem(table: "definition", row: row, message: message))
  }

  private mutating func reportTwice(_ ids: [Int], _ row: String, _ what: String) {
    var seen: Set<Int> = []
    for id in ids where !seen.insert(id).inserted { report(row, "\(what) \(id) is used twice.") }
  }

  private mutating func visitParts(of definition: NetworkDefinition) {
    reportTwice(definition.domainNetworks.map(\.id), "domainNetworks", "Domain network id")
    reportTwice(
      definition.terminalConfigurations.map(\.id),
      "terminalConfigurations",
      "Terminal configuration id"
    )
    for configuration in definition.terminalConfigurations where configuration.terminals.count > 64
    {
      report(
        "terminalConfigurations",
        "\(configuration.name) has \(configuration.terminals.count) terminals; at most 64 are possible."
      )
    }
    let sourceIDs = definition.sources.map(\.sourceID)
    for attribute in definition.networkAttributes {
      for assignment in attribute.assignments where !sourceIDs.contains(assignment.sourceID) {
        report(
          "networkAttributes",
          "\(attribute.name) is assigned to source \(assignment.sourceID), which is not defined."
        )
      }
    }
  }

  private mutating func visit(
    _ source: NetworkSource,
    after others: ArraySlice<NetworkSource>,
    _ terminals: TerminalCatalog
  ) {
    if others.contains(where: { $0.sourceID == source.sourceID }) {
      report(source.name, "Source id \(source.sourceID) is used twice.")
    }
    if others.contains(where: { $0.name.isSpelled(like: source.name) }) {
      report(source.name, "Two sources have this name.")
    }
    if source.assetGroups.isEmpty && source.usage != .subnetLine {
      report(source.name, "The source has no asset group.")
    }
    var groups: Set<Int> = []
    for group in source.assetGroups {
      if !groups.insert(group.code).inserted {
        report(source.name, "Asset group code \(group.code) is used twice.")
      }
      var types: Set<Int> = []
      for type in group.assetTypes {
        let path = "\(source.name)/\(group.name)/\(type.name)"
        if !types.insert(type.code).inserted {
          report(path, "Asset type code \(type.code) is used twice in its group.")
        }
        if let id = type.terminalConfigurationID, id != 0,
          terminals.terminals(configurationID: id) == nil
        {
          report(path, "Terminal configuration \(id) is not defined.")
        }
      }
    }
  }
}
