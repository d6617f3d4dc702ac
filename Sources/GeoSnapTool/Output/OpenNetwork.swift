package import GeoSnap
package import GeoSnapStore
import Synchronization

/// The state of a network that a program has open, from which verbs answer without reading the file.
public final class OpenNetwork: Sendable {
  package let path: String
  /// The network with the other content of its file.
  package let snapshot: StoredSnapshot

  private let made = Mutex<(index: SharedIndex?, topology: Topology?)>((nil, nil))

  package init(path: String, _ snapshot: StoredSnapshot) {
    self.path = path
    self.snapshot = snapshot
  }

  package var network: EditedNetwork { snapshot.network }

  /// The index, made on first use.
  package func index() throws(IndexError) -> NetworkIndex { try heldIndex().index }

  /// The index in a shared object, so that a single question does not copy it.
  package func heldIndex() throws(IndexError) -> SharedIndex {
    if let held = made.withLock({ $0.index }) { return held }
    let held = SharedIndex(try snapshot.index())
    return made.withLock { made in
      // Another thread may have made it meanwhile.
      let first = made.index ?? held
      made.index = first
      return first
    }
  }

  /// The topology, made on first use.
  package func topology() throws(IndexError) -> Topology {
    if let topology = made.withLock({ $0.topology }) { return topology }
    let topology = try snapshot.topology()
    return made.withLock { made in
      let first = made.topology ?? topology
      made.topology = first
      return first
    }
  }
}

/// The shared index of an open network.
package final class SharedIndex: Sendable {
  package let index: NetworkIndex

  init(_ index: NetworkIndex) { self.index = index }

  /// Calls ``NetworkIndex/identify(_:)`` without a copy of the index.
  package func identify(_ request: IdentifyRequest) -> [IdentifyHit] { index.identify(request) }
}
