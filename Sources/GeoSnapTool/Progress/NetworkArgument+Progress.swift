import Foundation
import GeoSnap
import GeoSnapStore

extension NetworkArgument {
  /// Opens the network as the other form does, and shows how far that has come.
  ///
  /// - Throws: `Failure` as the other form; `CancellationError`.
  func open() async throws -> StoredNetwork {
    do {
      let stored = try await withProgress("Opening \(name)") {
        try await GeoPackage.open(network, strict: strict, progress: $0.share)
      }
      tell(setAside: stored.unreadableRowCount, stored.notes)
      return stored
    } catch let error as StoreError {
      throw failure(of: error)
    }
  }

  /// Opens the network though its data may be wrong, and shows how far that has come.
  ///
  /// - Throws: `Failure` as the other form; `CancellationError`.
  func open(tolerating problems: inout [NetworkProblem]) async throws -> StoredNetwork {
    if strict { return try await open() }
    var found: [NetworkProblem] = []
    do {
      let stored = try await withProgress("Opening \(name)") {
        try await GeoPackage.open(network, tolerating: &found, progress: $0.share)
      }
      problems += found
      return stored
    } catch let error as StoreError {
      throw Failure(error)
    }
  }

  /// Opens the network for editing as the other form does, and shows how far that has come.
  ///
  /// - Throws: `StoreError`; `CancellationError`.
  func openStore() async throws -> NetworkStore {
    let store = try await withProgress("Opening \(name)") {
      try await NetworkStore(network, strict: strict, progress: $0.share)
    }
    tell(setAside: store.unreadableRowCount, store.notes)
    return store
  }

  /// Opens the network with the index file beside it, or indexes it in memory.
  func openIndex() async throws -> NetworkIndex { try await index(try await open().network) }

  /// Indexes a network as the other form does, and shows how far that has come.
  func index(_ opened: UtilityNetwork) async throws -> NetworkIndex {
    if let index = try storedIndex(of: opened) { return index }
    do {
      return try await withProgress("Indexing \(name)") {
        try await NetworkIndex(opened, progress: $0.share)
      }
    } catch let error as IndexError {
      throw failure(of: error)
    }
  }

  /// The topology of the network, which was opened; shows how far that has come.
  func topology(of opened: UtilityNetwork) async throws -> Topology {
    try await withProgress("Joining what meets in \(name)") {
      try await Topology(opened, progress: $0.share)
    }
  }
}
