import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// Proposals of a shell for a command line that is being typed.
enum Completions {
  static let network = CompletionKind.file(extensions: ["gpkg"])

  static let sources = named { network, _ in try network.tableNames() }

  static let networkSources = ofDefinition { $0.sources.map(\.name) }
  static let assetTypes = ofDefinition { $0.assetTypeEntries.map(\.path) }
  /// Asset types of the source on the command line, as Asset group/Asset type.
  static let assetTypesOfSource = CompletionKind.custom { words, _, prefix in
    offered(words, prefix) { network in
      let sources = try network.readDefinition().sources
      let given = Set(words.map { $0.lowercased() })
      return sources.filter { given.contains($0.name.lowercased()) }.flatMap { source in
        source.assetTypeEntries.map { "\($0.group.name)/\($0.type.name)" }
      }
    }
  }

  static let snapSources = named { network, _ in
    try network.tableNames()
      + network.readDefinition().sources.flatMap { source in
        source.assetGroups.map { "\(source.name)/\($0.name)" }
      }
  }

  static let tiers = ofDefinition { $0.domainNetworks.flatMap(\.tiers).map(\.name) }
  static let domainNetworks = ofDefinition {
    $0.domainNetworks.filter { !$0.isStructureNetwork }.map(\.name)
  }
  static let attributes = ofDefinition { $0.networkAttributes.map(\.name) }
  /// Ids of features; the prefixes of ids where nothing was typed.
  static let features = named { network, prefix in
    prefix.isEmpty ? ["origin:", "row:"] : try network.featureNames(beginningWith: prefix)
  }

  private static func ofDefinition(
    _ names: @escaping @Sendable (NetworkDefinition) -> [String]
  ) -> CompletionKind { named { network, _ in names(try network.readDefinition()) } }

  private static func named(
    _ names: @escaping @Sendable (_ network: NetworkPlace, _ prefix: String) throws -> [String]
  ) -> CompletionKind {
    .custom { words, _, prefix in
      offered(words, prefix) { try names($0, String(prefix.drop { $0 == "'" || $0 == "\"" })) }
    }
  }

  private static func offered(
    _ words: [String],
    _ prefix: String,
    _ names: (_ network: NetworkPlace) throws -> [String]
  ) -> [String] {
    guard let network = words.lazy.compactMap(network).first else { return [] }
    // An opening quote is not part of a name.
    let prefix = prefix.drop { $0 == "'" || $0 == "\"" }
    return ((try? names(network)) ?? []).filter { $0.lowercased().hasPrefix(prefix.lowercased()) }
  }

  private static func network(_ word: String) -> NetworkPlace? {
    var path = word.filter { $0 != "'" && $0 != "\"" && $0 != "\\" }
    if PostgresAddress.isAddress(path) { return try? NetworkPlace(path) }
    if path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] {
      path = home + path.dropFirst()
    }
    guard path.lowercased().hasSuffix(".gpkg"), FileManager.default.fileExists(atPath: path) else {
      return nil
    }
    return .file(path)
  }
}
