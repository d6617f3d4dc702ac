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
        try await GeoPackage.open(network, strict: strict, images: images, progress: $0.share)
      }
      HeldImages.hold(stored)
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
        try await GeoPackage.open(
          network,
          tolerating: &found,
          images: images,
          progress: $0.share
        )
      }
      HeldImages.hold(stored)
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
      try await NetworkStore(network, strict: strict, images: images, progress: $0.share)
    }
    tell(setAside: store.unreadableRowCount, store.notes)
    return store
  }

  /// Opens the network with its index.
  func openIndex() async throws -> NetworkIndex { try await index(try await open()) }

  /// The index of a network that was opened; shows how far that has come.
  func index(_ opened: StoredNetwork) async throws -> NetworkIndex {
    do {
      return try await withProgress("Indexing \(name)") {
        try await opened.index(progress: $0.share)
      }
    } catch let error as IndexError {
      throw failure(of: error)
    }
  }

  /// The topology of a network that was opened; shows how far that has come.
  func topology(of opened: StoredNetwork) async throws -> Topology {
    try await withProgress("Joining what meets in \(name)") {
      try await opened.topology(progress: $0.share)
    }
  }
}
