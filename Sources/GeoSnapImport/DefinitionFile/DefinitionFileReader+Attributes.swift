internal import GeoSnap

extension DefinitionFileReader {
  mutating func readAttributes(_ list: [DefinitionNode]) -> [NetworkAttribute] {
    var attributes: [NetworkAttribute] = []
    var objects: [DefinitionObject] = []
    for node in list {
      let keys = [
        "id", "name", "type", "apportionable", "system", "nullable", "inline", "bitSize",
        "substitutes", "domain", "fields",
      ]
      let count = problems.count
      defer { if problems.count > count { lost.insert(.attribute) } }
      guard let entry = object(node, keys), let name = name(entry) else { continue }
      let domain = text(entry, "domain")
      // A file without domains describes a network that only keeps their names.
      if let domain, !definition.domains.isEmpty, definition.domain(named: domain) == nil,
        !lost.contains(.domain)
      {
        reportUnknown(
          "domain \(domain)",
          entry.path("domain"),
          "There is no domain '\(domain)'\(self.alternatives(definition.domains.map(\.name)))"
        )
      }
      var attribute = NetworkAttribute(
        id: 0,
        name: name,
        dataType: choice(entry, "type", DefinitionWords.dataTypes),
        isApportionable: flag(entry, "apportionable"),
        isSystemDefined: flag(entry, "system"),
        isNullable: flag(entry, "nullable"),
        isInline: flag(entry, "inline"),
        bitSize: identifier(entry, "bitSize"),
        substitutedAttributeName: text(entry, "substitutes"),
        domainName: domain
      )
      for node in nodes(entry, "fields") {
        guard let text = text(node) else { continue }
        // Source names may contain slashes; field names may not.
        guard let slash = text.lastIndex(of: "/"),
          let source = definition.source(named: String(text[..<slash]))
        else {
          let name = text.lastIndex(of: "/").map { String(text[..<$0]) } ?? text
          if lost.contains(path: name) { continue }
          reportUnknown(
            name,
            node.path,
            "'\(text)' does not have the form Source/FIELD. The sources are "
              + "\(self.list(definition.sources.map(\.name)))."
          )
          continue
        }
        let field = String(text[text.index(after: slash)...])
        attribute.assignments.append(.init(sourceID: source.sourceID, fieldName: field))
      }
      attributes.append(attribute)
      objects.append(entry)
    }
    let names = attributes.map(\.name)
    checkNames(zip(names, objects).map { ($0, $1.path("name")) }, "attributes")
    for (attribute, entry) in zip(attributes, objects) {
      guard let other = attribute.substitutedAttributeName, !names.contains(other),
        !lost.contains(.attribute)
      else { continue }
      report(
        entry.path("substitutes"),
        "There is no attribute '\(other)'\(self.alternatives(names))"
      )
    }
    let stated = objects.map { (identifier($0, "id"), $0.path("id")) }
    for (index, id) in numbers(stated, from: 1).enumerated() { attributes[index].id = id }
    return attributes
  }
}
