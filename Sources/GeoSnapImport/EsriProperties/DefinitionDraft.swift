internal import GeoSnap

/// An unfinished definition: domain networks, and the classes as rows of several files describe them.
struct DefinitionDraft {
  final class Class {
    let domain: Int
    let usage: NetworkSourceUsage
    var groups: [Int: Group] = [:]
    var fields: [AttributeField] = []

    init(domain: Int, usage: NetworkSourceUsage) {
      self.domain = domain
      self.usage = usage
    }
  }

  final class Group {
    let name: String
    var types: [Int: AssetTypeDraft] = [:]

    init(name: String) { self.name = name }
  }

  final class AssetTypeDraft {
    let name: String
    var terminals: Set<String> = []
    var categories: Set<String> = []
    var role = AssociationRole.none

    init(name: String) { self.name = name }
  }

  struct Key: Hashable {
    let className: String
    let group: Int
    let type: Int
  }

  var domains: [DomainNetwork] = []
  var categories: [String] = []
  /// The network attributes that trace configurations name.
  var attributes: [NetworkAttribute] = []
  private(set) var classes: [String: Class] = [:]

  /// Adds a class if it belongs to a domain network.
  ///
  /// `name` may have the name of a database and owner as prefix.
  ///
  /// - Returns: The name without the prefix; nil for a class that is no source of a network.
  mutating func source(_ name: String) -> String? {
    let name = name.split(separator: ".").last.map(String.init) ?? name
    if classes[name] != nil { return name }
    for domain in domains where name.hasPrefix(domain.name) {
      let usage = NetworkSourceUsage(
        suffix: name.dropFirst(domain.name.count),
        isStructure: domain.isStructureNetwork
      )
      if let usage {
        classes[name] = Class(domain: domain.id, usage: usage)
        return name
      }
    }
    return nil
  }

  /// Adds an asset group; returns the problem, if there is one.
  func add(group code: Int, named name: String, of source: String) -> String? {
    guard let known = classes[source]?.groups[code] else {
      classes[source]?.groups[code] = Group(name: name)
      return nil
    }
    return known.name == name
      ? nil : "Asset group \(code) of \(source) is named \(known.name) elsewhere, but \(name) here."
  }

  /// Adds an asset type to an existing group; returns the problem, if there is one.
  func add(type key: Key, named name: String) -> String? {
    guard let known = assetType(key) else {
      classes[key.className]?.groups[key.group]?.types[key.type] = AssetTypeDraft(name: name)
      return nil
    }
    return known.name == name
      ? nil
      : "Asset type \(key.group)/\(key.type) of \(key.className) is named \(known.name) "
        + "elsewhere, but \(name) here."
  }

  func assetType(_ key: Key) -> AssetTypeDraft? {
    classes[key.className]?.groups[key.group]?.types[key.type]
  }

  /// Adds a field to a class; returns the problem, if there is one.
  func add(field: AttributeField, to source: String) -> String? {
    let known = classes[source]?.fields.first { $0.name.lowercased() == field.name.lowercased() }
    guard let known else {
      classes[source]?.fields.append(field)
      return nil
    }
    return known.storage == field.storage
      ? nil
      : "Field \(field.name) of \(source) is of type \(known.storage.rawValue) in another "
        + "subtype, but \(field.storage.rawValue) here."
  }
}

extension NetworkSourceUsage {
  /// The usage of a class, from the part of its name after that of the domain network.
  fileprivate init?(suffix: Substring, isStructure: Bool) {
    let usages: [Substring: NetworkSourceUsage] =
      isStructure
      ? [
        "Junction": .structureJunction, "Line": .structureLine, "Boundary": .structureBoundary,
        "JunctionObject": .structureJunctionObject, "EdgeObject": .structureEdgeObject,
      ]
      : [
        "Device": .device, "Junction": .junction, "Assembly": .assembly,
        "JunctionObject": .junctionObject, "Line": .line, "SubnetLine": .subnetLine,
        "EdgeObject": .edgeObject,
      ]
    guard let usage = usages[suffix] else { return nil }
    self = usage
  }
}
