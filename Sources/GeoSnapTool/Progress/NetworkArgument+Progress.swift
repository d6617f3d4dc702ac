import Foundation
package import GeoSnap
import GeoSnapPostgres
package import GeoSnapStore

extension NetworkArgument {
  /// Opens the network as it is now, with a progress bar.
  ///
  /// Rows that cannot be read are set aside and reported on stderr, unless they are to be refused. Throws `Failure`
  /// of exit code 66 when the file cannot be opened, 65 when its data is wrong; `CancellationError`.
  package func open() async throws -> StoredSnapshot {
    do {
      if let openNetwork { return openNetwork.snapshot }
      let snapshot = try await withProgress("Opening \(name)") {
        try await place().openSnapshot(
          strict: strict,
          images: images,
          progress: $0.share
        )
      }
      hold(snapshot.stored)
      return snapshot
    } catch let error as StoreError {
      throw failure(of: error)
    }
  }

  /// Opens the network packed, without separate edits, with a progress bar; throws as ``open()`` does.
  func openPacked() async throws -> StoredNetwork {
    do {
      let stored = try await withProgress("Opening \(name)") {
        try await place().open(strict: strict, images: images, progress: $0.share)
      }
      hold(stored)
      return stored
    } catch let error as StoreError {
      throw failure(of: error)
    }
  }

  /// Opens the network even if its data is wrong; problems that were tolerated or set aside are added to `problems`.
  ///
  /// Throws `Failure` of code 66 when the file cannot be opened, 65 when it is damaged; `CancellationError`.
  package func open(tolerating problems: inout [NetworkProblem]) async throws -> StoredNetwork {
    if strict { return try await openPacked() }
    var found: [NetworkProblem] = []
    do {
      let stored = try await withProgress("Opening \(name)") {
        try await place().open(
          tolerating: &found,
          images: images,
          progress: $0.share
        )
      }
      Surroundings.current.images.hold(stored)
      problems += found
      return stored
    } catch let error as StoreError {
      throw Failure(error)
    }
  }

  /// Opens the network's file for editing, with a progress bar; throws `StoreError`, `CancellationError`.
  func openStore(_ path: String) async throws -> NetworkStore {
    let store = try await withProgress("Opening \(name)") {
      try await NetworkStore(path, strict: strict, images: images, progress: $0.share)
    }
    tell(setAside: store.unreadableRowCount, store.notes)
    return store
  }

  /// Opens the network in a database for editing, with a progress bar; throws `StoreError`, `CancellationError`.
  func openSession(
    _ address: PostgresAddress,
    allowsUnconnected: Bool = true,
    timeout: Duration = .seconds(10)
  ) async throws -> PostgresSession {
    let session = try await withProgress("Opening \(name)") {
      try await PostgresSession(
        address,
        allowsUnconnected: allowsUnconnected,
        timeout: timeout,
        strict: strict,
        images: images,
        lookingEvery: nil,
        progress: $0.share
      )
    }
    tell(setAside: session.unreadableRowCount, session.notes)
    return session
  }

  func openIndex() async throws -> NetworkIndex { try await index(try await open()) }

  /// The index of a network that was opened, with a progress bar.
  func index(_ opened: StoredSnapshot) async throws -> NetworkIndex {
    do {
      if let open = openNetwork(opened) { return try open.index() }
      return try await withProgress("Indexing \(name)") {
        try await opened.index(progress: $0.share)
      }
    } catch let error as IndexError {
      throw failure(of: error)
    }
  }

  /// The topology of a network that was opened, with a progress bar.
  func topology(of opened: StoredSnapshot) async throws -> Topology {
    if let open = openNetwork(opened) { return try open.topology() }
    return try await withProgress("Joining what meets in \(name)") {
      try await opened.topology(progress: $0.share)
    }
  }
}
