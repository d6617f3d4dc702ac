internal import GeoSnap

extension DefinitionFileReader {
  mutating func readDomains(_ list: [DefinitionNode]) {
    for node in list {
      let count = problems.count
      defer { if problems.count > count { lost.insert(.domain) } }
      guard let entry = object(node, ["name", "codedValues"]), let name = name(entry) else {
        continue
      }
      var domain = CodedValueDomain(name: name)
      for node in nodes(entry, "codedValues") {
        guard let value = object(node, ["name", "code"]), let name = self.name(value) else {
          continue
        }
        let count = problems.count
        guard let code = number(value, "code").flatMap({ Int64(exactly: $0) }) else {
          if problems.count == count {
            report(value.path("code"), "A code that is a whole number was expected.")
          }
          continue
        }
        if let other = domain.name(of: code) {
          report(value.path("code"), "'\(other)' already has the code \(code).")
        }
        domain.codedValues.append(.init(code: code, name: name))
      }
      if definition.domain(named: name) != nil {
        report(entry.path("name"), "Two domains are named '\(name)': rename one.")
      }
      definition.domains.append(domain)
    }
  }

  mutating func readTerminalConfigurations(_ list: [DefinitionNode]) {
    var configurations: [TerminalConfiguration] = []
    var names: [(name: String, path: DefinitionPath)] = []
    var stated: [(number: Int?, path: DefinitionPath)] = []
    for node in list {
      let keys = ["id", "name", "directional", "terminals", "paths", "defaultPath"]
      let count = problems.count
      guard let entry = object(node, keys), let name = name(entry) else {
        lost.insert(.terminalConfiguration)
        lost.insert(.terminal)
        continue
      }
      let terminals = readTerminals(entry)
      if problems.count > count { lost.insert(.terminal) }
      let configuration = TerminalConfiguration(
        id: 0,
        name: name,
        isDirectional: flag(entry, "directional"),
        terminals: terminals,
        validPaths: readPaths(entry, terminals),
        defaultPath: text(entry, "defaultPath") ?? "All"
      )
      if configuration.isDirectional, problems.count == count,
        configuration.terminals.allSatisfy({ $0.isUpstream == terminals[0].isUpstream })
      {
        report(
          entry.path("terminals"),
          "A directional configuration needs a terminal that is upstream and one that is not."
        )
      }
      if !configuration.validPaths.contains(where: { $0.name == configuration.defaultPath }),
        !configuration.validPaths.isEmpty || entry.has("defaultPath"),
        !configuration.defaultPath.isEmpty, problems.count == count
      {
        report(
          entry.path("defaultPath"),
          "'\(configuration.defaultPath)' is not one of the paths: "
            + "\(self.list(configuration.validPaths.map(\.name)))."
        )
      }
      configurations.append(configuration)
      names.append((name, entry.path("name")))
      stated.append((identifier(entry, "id"), entry.path("id")))
    }
    checkNames(names, "configurations")
    for (index, id) in numbers(stated, from: 1).enumerated() { configurations[index].id = id }
    definition.terminalConfigurations = configurations
  }

  mutating func readTerminals(_ entry: DefinitionObject) -> [Terminal] {
    var terminals: [Terminal] = []
    var names: [(name: String, path: DefinitionPath)] = []
    var stated: [(number: Int?, path: DefinitionPath)] = []
    for node in nodes(entry, "terminals") {
      if case .string(let name) = node.value {
        terminals.append(Terminal(id: 0, name: name))
        names.append((name, node.path))
        stated.append((nil, node.path))
      } else if let value = object(node, ["id", "name", "upstream"]), let name = name(value) {
        terminals.append(Terminal(id: 0, name: name, isUpstream: flag(value, "upstream")))
        names.append((name, node.path))
        stated.append((identifier(value, "id"), node.path))
      }
    }
    if terminals.isEmpty {
      report(
        entry.path("terminals"),
        "A configuration needs terminals: name them, or leave it out."
      )
    }
    checkNames(names, "terminals")
    for (index, id) in numbers(stated, from: 1).enumerated() { terminals[index].id = id }
    return terminals
  }

  mutating func readPaths(
    _ entry: DefinitionObject,
    _ terminals: [Terminal]
  ) -> [TerminalConfiguration.ValidPath] {
    guard entry.has("paths") else { return [.init(id: 1, name: "All", description: "All")] }
    var paths: [TerminalConfiguration.ValidPath] = []
    var names: [(name: String, path: DefinitionPath)] = []
    var stated: [(number: Int?, path: DefinitionPath)] = []
    for node in nodes(entry, "paths") {
      guard let value = object(node, ["id", "name", "description"]), let name = name(value),
        let description = self.name(value, "description")
      else { continue }
      if let pair = terminals.unknownPair(in: description), !lost.contains(.terminal) {
        report(
          value.path("description"),
          "'\(pair)' does not name two terminals as in A-B. The terminals are "
            + "\(list(terminals.map(\.name)))."
        )
      }
      paths.append(.init(id: 0, name: name, description: description))
      names.append((name, node.path))
      stated.append((identifier(value, "id"), node.path))
    }
    checkNames(names, "paths")
    for (index, id) in numbers(stated, from: 1).enumerated() { paths[index].id = id }
    return paths
  }
}
