import ArgumentParser
import GeoSnap

/// How the command line names features.
///
/// A global id, `row:PipelineLine/12` for a row of a table, or `origin:line/42` for whatever stands for an element
/// of the imported file. Several elements stand between semicolons, as they do in the origin of a feature that
/// stands for several.
struct ElementReference: ExpressibleByArgument {
  private enum Name {
    case globalID(GlobalID)
    case origin(String)
    case row(table: String, rowID: Int64)
  }

  private let name: Name
  let text: String

  /// What the help says of them.
  static let forms = "a global id, origin:line/42 or row:PipelineLine/12"

  init?(argument: String) {
    text = argument
    if argument.hasPrefix("origin:") {
      name = .origin(String(argument.dropFirst("origin:".count)))
    } else if argument.hasPrefix("row:") {
      let words = argument.dropFirst("row:".count)
        .split(separator: "/", omittingEmptySubsequences: false)
      guard words.count == 2, let rowID = Int64(words[1]) else { return nil }
      name = .row(table: String(words[0]), rowID: rowID)
    } else if let globalID = GlobalID(argument) {
      name = .globalID(globalID)
    } else {
      return nil
    }
  }

  /// The one feature it names, as edits name it.
  ///
  /// - Throws: ``Failure`` when there is none, or there are several.
  func key(in network: UtilityNetwork) throws -> FeatureKey {
    let features = try resolve(in: network)
    guard features.count == 1, let feature = features.first else {
      let output = FeatureOutput(network: network)
      throw Failure.usage(
        "\(text) stands for \(features.count) features: name one of them by its global id or row. "
          + features.prefix(5).map { feature in
            let table = network.tables[Int(feature.table)]
            return "row:\(table.name)/\(table.rowIDs[Int(feature.row)]) is \(output.line(feature))"
          }.joined(separator: "; ") + "."
      )
    }
    let table = network.tables[Int(feature.table)]
    if let globalID = table.globalIDs[Int(feature.row)] { return .globalID(globalID) }
    return .row(table: table.name, rowID: table.rowIDs[Int(feature.row)])
  }

  /// The features it names: several when an origin was split into, or stands in, several.
  func resolve(in network: UtilityNetwork) throws -> [FeatureID] {
    let features =
      switch name {
      case .globalID(let globalID): network.feature(globalID: globalID).map { [$0] } ?? []
      case .row(let table, let rowID):
        network.tables.indices.filter { network.tables[$0].name.lowercased() == table.lowercased() }
          .compactMap { number in
            network.tables[number].rowIDs.firstIndex(of: rowID)
              .map { FeatureID(table: number, row: $0) }
          }
      case .origin(let origin):
        origin.split(separator: ";").reduce(into: [FeatureID]()) { found, element in
          found += network.features(origin: String(element)).filter { !found.contains($0) }
        }
      }
    guard features.isEmpty else { return features }
    throw Failure.usage("No feature is named \(text).")
  }
}
