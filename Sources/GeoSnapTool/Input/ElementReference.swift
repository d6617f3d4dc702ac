import ArgumentParser
import GeoSnap

/// How the command line names features.
///
/// A global id, `row:PipelineLine/12` for a row of a table, or `origin:line/42` for whatever stands for an element
/// of the imported file. Several elements stand between semicolons, as they do in the origin of a feature that
/// stands for several.
struct ElementReference {
  private enum Name {
    case globalID(GlobalID)
    case origin(String)
    case row(table: String, rowID: Int64)

    init?(_ text: String) {
      // Byte by byte: a name may begin with what combines with the colon.
      func rest(behind prefix: String) -> Substring? {
        guard text.utf8.starts(with: prefix.utf8) else { return nil }
        return Substring(text.utf8.dropFirst(prefix.utf8.count))
      }
      if let origin = rest(behind: "origin:") {
        self = .origin(String(origin))
      } else if let row = rest(behind: "row:") {
        let words = row.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, let rowID = Int64(words[1]) else { return nil }
        self = .row(table: String(words[0]), rowID: rowID)
      } else if let globalID = GlobalID(text) {
        self = .globalID(globalID)
      } else {
        return nil
      }
    }
  }

  private let name: Name
  let text: String

  /// What the help says of them.
  static let forms = "a global id, origin:line/42 or row:PipelineLine/12"

  /// Reads a name of features.
  ///
  /// - Throws: ``Failure`` that says how features are named, and what looks for other names.
  @Sendable
  static func read(_ text: String) throws -> ElementReference {
    guard let name = Name(text) else {
      throw Failure.usage(
        "\(text) is no id: give \(forms). geosnap find NETWORK \(PastedCommand.quoted(text)) "
          + "looks for names."
      )
    }
    return ElementReference(name: name, text: text)
  }

  /// The one feature it names, as edits name it.
  ///
  /// - Throws: ``Failure`` when there is none, or there are several.
  func key(in network: EditedNetwork) throws -> FeatureKey {
    let features = try resolve(in: network)
    guard features.count == 1, let feature = features.first else {
      let output = FeatureOutput(network: network)
      throw Failure.usage(
        "\(text) stands for \(features.count) features: name one of them by its global id or row. "
          + features.prefix(5).map { "\(network.rowReference($0)) is \(output.line($0))" }
          .joined(separator: "; ") + "."
      )
    }
    if let globalID = network.globalID(of: feature) { return .globalID(globalID) }
    return .row(
      table: network.base.tables[Int(feature.table)].name,
      rowID: network.rowID(of: feature) ?? 0
    )
  }

  /// The features it names: several when an origin was split into, or stands in, several.
  ///
  /// - Throws: ``Failure`` when there is none, with the features that have such a name instead.
  func resolve(in network: EditedNetwork) throws -> [FeatureID] {
    let features = features(in: network)
    guard features.isEmpty else { return features }
    throw Failure.usage("No feature is named \(text).\(hint(in: network))")
  }

  /// The features it names; empty when there is none.
  func features(in network: EditedNetwork) -> [FeatureID] {
    switch name {
    case .globalID(let globalID): network.feature(globalID: globalID).map { [$0] } ?? []
    case .row(let table, let rowID):
      network.feature(.row(table: table, rowID: rowID)).map { [$0] } ?? []
    case .origin(let origin):
      origin.split(separator: ";").reduce(into: [FeatureID]()) { found, element in
        found += network.features(origin: String(element)).filter { !found.contains($0) }
      }
    }
  }

  /// Who types an origin may have read a name: whether a feature has that, and how to look for it.
  private func hint(in network: EditedNetwork) -> String {
    guard case .origin(let origin) = name else { return "" }
    let hits = FeatureSearch(origin, in: network, sources: []).hits.filter { $0.rank == 0 }
    guard let first = hits.first else { return "" }
    return " \(first.field) of \(network.rowReference(first.feature)) is \(first.value): "
      + "geosnap find NETWORK \(PastedCommand.quoted(origin)) finds \(count(hits.count, "feature"))."
  }
}

extension EditedNetwork {
  /// How a feature is named by its row.
  func rowReference(_ feature: FeatureID) -> String {
    "row:\(base.tables[Int(feature.table)].name)/\(rowID(of: feature) ?? 0)"
  }
}
