import Foundation
import GeoSnapPostgres
import GeoSnapStore

/// The network that a verb makes: a file, or a schema of a database.
struct NetworkTarget {
  let place: NetworkPlace

  /// Reads its name.
  ///
  /// - Throws: ``Failure`` when an address cannot be read, or names no schema.
  init(_ text: String) throws {
    do throws(StoreError) {
      place = try NetworkPlace(text)
    } catch {
      throw Failure(error)
    }
    if case .database(let address) = place, address.schema == nil {
      throw Failure.usage(
        "\(place): The address names no schema to put the network into: add schema=NAME."
      )
    }
  }

  /// Refuses a place where nothing can be, one that is read, and one that nobody meant to replace.
  ///
  /// - Parameters:
  ///   - isReplaced: Whether what is there may be replaced.
  ///   - read: The files that are read, each with what it is.
  ///   - remedy: What replaces it.
  /// - Throws: ``Failure``.
  func check(
    isReplaced: Bool,
    read: [(path: String, what: String)] = [],
    remedy: String = "--force replaces it"
  ) throws {
    if case .file(let path) = place {
      try OutputFolder.check(path)
      try FileIdentity.refuse(path, asOneOf: read, "OUT")
    }
    let isTaken: Bool
    do throws(StoreError) {
      isTaken = isReplaced ? false : try place.isTaken()
    } catch {
      throw Failure(error)
    }
    if isTaken { throw Failure.usage("\(place) exists: \(remedy).") }
  }
}
