package import GeoSnap
package import GeoSnapStore
import Synchronization

/// A network that a program has open, as it is at one moment: verbs are asked of it without reading it again.
package final class OpenNetwork: Sendable {
  /// The path of its file.
  package let path: String
  /// The network, with what the file says about it besides.
  package let snapshot: StoredSnapshot

  private let made = Mutex<(index: NetworkIndex?, topology: Topology?)>((nil, nil))

  package init(path: String, _ snapshot: StoredSnapshot) {
    self.path = path
    self.snapshot = snapshot
  }

  /// The network.
  package var network: EditedNetwork { snapshot.network }

  /// The index, made when it is first asked for.
  package func index() throws(IndexError) -> NetworkIndex {
    if let index = made.withLock({ $0.index }) { return index }
    let index = try snapshot.index()
    return made.withLock { made in
      // Another thread may have made it meanwhile.
      let first = made.index ?? index
      made.index = first
      return first
    }
  }

  /// The topology, made when it is first asked for.
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
