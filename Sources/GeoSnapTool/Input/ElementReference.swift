import ArgumentParser
import GeoSnap

/// A name of features on the command line: a global id, `row:PipelineLine/12` for a row of a table, or
/// `origin:line/42` for the features of an element in the imported file.
///
/// Semicolons separate several elements, as they do in the origin of a feature that stands for several.
struct ElementReference {
  private enum Name {
    case globalID(GlobalID)
    case origin(String)
    case row(table: String, rowID: Int64)

    init?(_ text: String) {
      // Bytes are compared: a name may begin with a character that combines with the colon.
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

  /// The description of names in the help.
  static let forms = "a global id, origin:line/42 or row:PipelineLine/12"

  /// Reads a name; throws ``Failure`` with the syntax, and with the command that finds other names.
  @Sendable
  static func read(_ text: String) throws -> ElementReference {
    guard let name = Name(text) else {
      let quoted = PastedCommand.quoted(text)
      let isPlace = (try? CoordinateArgument.read(text)) != nil
      throw Failure.usage(
        "\(text) is not an id: give \(forms). geosnap "
          + (isPlace
            ? "identify NETWORK --at \(quoted) --tolerance T looks for features there."
            : "find NETWORK \(quoted) looks for names.")
      )
    }
    return ElementReference(name: name, text: text)
  }

  /// The single feature that it names, for edits; throws ``Failure`` for none or several.
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

  /// The features that it names: several when an origin was split into, or is part of, several; throws ``Failure``
  /// for none, with features that have such a name.
  func resolve(in network: EditedNetwork) throws -> [FeatureID] {
    let features = features(in: network)
    guard features.isEmpty else { return features }
    throw Failure.usage("No feature is named \(text).\(hint(in: network))")
  }

  /// The features that it names; empty for none.
  func features(in network: EditedNetwork) -> [FeatureID] {
    switch name {
    case .globalID(let globalID): network.feature(globalID: globalID).map { [$0] } ?? []
    case .row(let table, let rowID):
      network.feature(.row(table: table, rowID: rowID)).map { [$0] } ?? []
    case .origin(let origin):
      origin.split(separator: ";").flatMap { network.features(origin: String($0)) }.unique
    }
  }

  /// A hint for a name that was taken for an origin: whether a feature has that name, and how to find it.
  private func hint(in network: EditedNetwork) -> String {
    if case .row(let table, let rowID) = name,
      network.setAside.contains(rowID: rowID, ofTable: table)
    {
      return " The row cannot be read and is set aside: correct it with QGIS or ogrinfo -sql."
    }
    guard case .origin(let origin) = name else { return "" }
    let hits = FeatureSearch(origin, in: network, sources: []).hits.filter { $0.rank == 0 }
    guard let first = hits.first else { return "" }
    return " \(first.field) of \(network.rowReference(first.feature)) is \(first.value): "
      + "geosnap find NETWORK \(PastedCommand.quoted(origin)) finds \(count(hits.count, "feature"))."
  }
}

extension EditedNetwork {
  /// The reference of a feature by its row.
  func rowReference(_ feature: FeatureID) -> String {
    "row:\(base.tables[Int(feature.table)].name)/\(rowID(of: feature) ?? 0)"
  }
}
