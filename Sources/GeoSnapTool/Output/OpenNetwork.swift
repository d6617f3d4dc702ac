package import GeoSnap
package import GeoSnapStore
import Synchronization

/// A network that a program has open, as it is at one moment: verbs are asked of it without reading it again.
public final class OpenNetwork: Sendable {
  /// The path of its file.
  package let path: String
  /// The network, with what the file says about it besides.
  package let snapshot: StoredSnapshot

  private let made = Mutex<(index: HeldIndex?, topology: Topology?)>((nil, nil))

  package init(path: String, _ snapshot: StoredSnapshot) {
    self.path = path
    self.snapshot = snapshot
  }

  /// The network.
  package var network: EditedNetwork { snapshot.network }

  /// The index, made when it is first asked for.
  package func index() throws(IndexError) -> NetworkIndex { try heldIndex().index }

  /// The index, in one place: whoever asks a single question takes no copy of it.
  package func heldIndex() throws(IndexError) -> HeldIndex {
    if let held = made.withLock({ $0.index }) { return held }
    let held = HeldIndex(try snapshot.index())
    return made.withLock { made in
      // Another thread may have made it meanwhile.
      let first = made.index ?? held
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

/// An index of a network that is open.
package final class HeldIndex: Sendable {
  package let index: NetworkIndex

  init(_ index: NetworkIndex) { self.index = index }

  /// What ``NetworkIndex/identify(_:)`` answers, where the index lies.
  package func identify(_ request: IdentifyRequest) -> [IdentifyHit] { index.identify(request) }
}
