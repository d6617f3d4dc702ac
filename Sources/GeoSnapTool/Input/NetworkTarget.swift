import Foundation
import GeoSnapPostgres
import GeoSnapStore

/// The network that a verb makes: a file, or a schema of a database.
struct NetworkTarget {
  let place: NetworkPlace

  /// Reads its name; throws `StoreError` when an address cannot be read, ``Failure`` when it names no schema.
  init(_ text: String) throws {
    place = try NetworkPlace(text)
    if case .database(let address) = place, address.schema == nil {
      throw Failure.usage(
        "\(place): The address names no schema to put the network into: add schema=NAME."
      )
    }
  }

  /// Refuses an impossible place, an input, and an existing network that may not be replaced; throws ``Failure``, and
  /// `StoreError`.
  ///
  /// - `read`: The files that are read, each with a description.
  /// - `remedy`: The option that allows the replacement.
  func check(
    isReplaced: Bool,
    read: [(path: String, what: String)] = [],
    remedy: String = "--force replaces it"
  ) throws {
    if case .file(let path) = place {
      try OutputFolder.check(path)
      try FileIdentity.refuse(path, asOneOf: read, "OUT")
    }
    if !isReplaced, try place.isTaken() { throw Failure.usage("\(place) exists: \(remedy).") }
  }
}
