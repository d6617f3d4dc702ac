internal import Foundation
internal import GeoSnap

enum TraceWords {
  /// Condition lists, which may also be written as expressions.
  static let conditions = ["conditionBarriers", "filterBarriers", "outputConditions"]
}

extension DefinitionFileReader {
  mutating func traceConfiguration(
    _ node: DefinitionNode,
    _ definition: NetworkDefinition,
    _ paths: AssetTypePaths
  ) -> TraceConfiguration? {
    guard case .object(var members) = node.value else {
      report(node.path, "An object was expected; this is \(node.value.kind).")
      return nil
    }
    let count = problems.count
    for key in TraceWords.conditions { replaceExpression(in: &members, key, node.path, definition) }
    if case .array(var functions)? = members["functions"] {
      for index in functions.indices {
        guard case .object(var function) = functions[index] else { continue }
        let path = node.path.member("functions").entry(index)
        replaceExpression(in: &function, "conditions", path, definition)
        functions[index] = .object(function)
      }
      members["functions"] = .array(functions)
    }
    var isWhole = replacePaths(in: &members, "outputFilters", node.path, paths)
    if case .object(var search)? = members["nearestNeighbor"] {
      let path = node.path.member("nearestNeighbor")
      isWhole = replacePaths(in: &search, "nearestAssets", path, paths) && isWhole
      members["nearestNeighbor"] = .object(search)
    }
    guard isWhole, problems.count == count else { return nil }
    do {
      let bytes = ParsedJSON.object(members).bytes
      let configuration = try JSONDecoder().decode(TraceConfiguration.self, from: Data(bytes))
      for key in configuration.ignoredKeys { report(node.path.member(key), "This key is unknown.") }
      checkNames(of: configuration, node.path, definition)
      return configuration
    } catch let error as DecodingError {
      let (path, message) = error.place
      report(DefinitionPath("\(node.path)\(path)"), message)
    } catch {
      report(node.path, "\(error)")
    }
    return nil
  }

  private mutating func replaceExpression(
    in members: inout [String: ParsedJSON],
    _ key: String,
    _ path: DefinitionPath,
    _ definition: NetworkDefinition
  ) {
    guard case .string(let text)? = members[key] else { return }
    do {
      let condition = try TraceCondition(parsing: text, in: definition)
      var carrier = TraceConfiguration()
      carrier.output.conditions = condition
      let bytes = [UInt8](try JSONEncoder().encode(carrier))
      guard case .object(let object) = try JSONParser.parse(bytes, path: "\(path)") else { return }
      members[key] = object["outputConditions"]
    } catch let error as TraceExpressionError {
      if lost.contains(.attribute) || lost.contains(.domain) || lost.contains(.category) {
        members[key] = nil
      } else {
        report(path.member(key), "\(error)")
      }
    } catch {
      report(path.member(key), "The expression cannot be written as a list of conditions: \(error)")
    }
  }

  private mutating func replacePaths(
    in members: inout [String: ParsedJSON],
    _ key: String,
    _ path: DefinitionPath,
    _ paths: AssetTypePaths
  ) -> Bool {
    guard case .array(var entries)? = members[key] else { return true }
    var isWhole = true
    for index in entries.indices {
      guard case .string(let text) = entries[index] else { continue }
      let found = paths.assetTypes(text)
      guard found.count == 1, let id = found.first else {
        isWhole = false
        if lost.contains(path: text) { continue }
        let (unknown, hint) = self.hint(text, paths)
        reportUnknown(
          unknown,
          path.member(key).entry(index),
          "'\(text)' names no asset type (Source/Asset group/Asset type); \(hint)"
        )
        continue
      }
      entries[index] = .object([
        "networkSourceId": .number(Double(id.sourceID)),
        "assetGroupCode": .number(Double(id.assetGroup)),
        "assetTypeCode": .number(Double(id.assetType)),
      ])
    }
    members[key] = .array(entries)
    return isWhole
  }

  private mutating func checkNames(
    of configuration: TraceConfiguration,
    _ path: DefinitionPath,
    _ definition: NetworkDefinition
  ) {
    for name in configuration.attributeNames
    where definition.traceAttribute(named: name) == nil && !lost.contains(.attribute) {
      reportUnknown(
        "attribute \(name)",
        path,
        "There is no network attribute '\(name)'"
          + alternatives(definition.networkAttributes.map(\.name))
      )
    }
    for name in configuration.categoryNames
    where !definition.categories.contains(name) && !lost.contains(.category) {
      reportUnknown(
        "category \(name)",
        path,
        "There is no category '\(name)'\(alternatives(definition.categories))"
      )
    }
  }
}

extension TraceConfiguration {
  private var conditions: [TraceCondition] {
    [traversability.barriers, filter.barriers, output.conditions].compactMap { $0 }
      + functions.compactMap(\.conditions)
  }

  fileprivate var attributeNames: [String] {
    let barriers = traversability.functionBarriers + filter.functionBarriers
    return conditions.flatMap(\.attributeNames) + barriers.map(\.attributeName)
      + functions.map(\.attributeName) + propagators.map(\.attributeName)
      + propagators.compactMap(\.substitutionAttributeName)
      + [shortestPathAttributeName, filter.bitsetAttributeName].compactMap { $0 }
      + [filter.nearestNeighbors?.costAttributeName].compactMap { $0 }
  }

  fileprivate var categoryNames: [String] {
    conditions.flatMap(\.categoryNames) + (filter.nearestNeighbors?.categories ?? [])
  }
}

extension DecodingError {
  var place: (path: String, message: String) {
    func path(_ keys: [any CodingKey]) -> String {
      keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
    switch self {
    case .dataCorrupted(let context): return (path(context.codingPath), context.debugDescription)
    case .keyNotFound(let key, let context):
      return (path(context.codingPath), "'\(key.stringValue)' is missing.")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return (path(context.codingPath), "\(type) was expected. \(context.debugDescription)")
    @unknown default: return ("", "\(self)")
    }
  }
}

extension ParsedJSON {
  /// The document on one line; numbers that are not finite become null.
  var bytes: [UInt8] { Array(JSONText(self).line.utf8) }
}
