public import GeoSnap
import GeoSnapPostgres
public import GeoSnapStore
import Synchronization

/// The state of a network that a program has open, from which verbs answer without reading the file.
package final class OpenNetwork: Sendable {
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

package final class SharedIndex: Sendable {
  package let index: NetworkIndex

  init(_ index: NetworkIndex) { self.index = index }

  /// Calls ``NetworkIndex/identify(_:)`` without a copy of the index.
  package func identify(_ request: IdentifyRequest) -> [IdentifyHit] { index.identify(request) }
}

/// A network that a caller has open, with its current state; it can be read again.
public final class NetworkHandle: Sendable {
  package let path: String
  private let place: NetworkPlace
  private let images: ImageCache
  private let extent: Envelope?
  private let isStrict: Bool
  private let now: Mutex<(open: OpenNetwork, stamp: NetworkStamp?, revision: UInt64)>

  /// Opens a network; throws errors of reading, and `CancellationError`.
  public init(
    _ path: String,
    _ images: ImageCache,
    _ extent: Envelope?,
    isStrict: Bool,
    progress: (@Sendable (Double) -> Void)?
  ) async throws {
    // Verbs take a word with a leading dash for an option.
    self.path = path.hasPrefix("-") ? "./" + path : path
    place = try NetworkPlace(path)
    self.images = images
    self.extent = extent
    self.isStrict = isStrict
    // The stamp is taken before reading: changes made meanwhile cause another reading.
    let look = try place.look()
    let snapshot: StoredSnapshot
    if let extent {
      snapshot = StoredSnapshot(try place.open(extent: extent, strict: isStrict, images: images))
    } else {
      snapshot = try await place.openSnapshot(strict: isStrict, images: images, progress: progress)
    }
    now = Mutex((OpenNetwork(path: path, snapshot), look.stamp, 1))
  }

  /// The name of the network's file or schema.
  public var name: String { open.name }

  /// The network as it is now.
  package var open: OpenNetwork { now.withLock { $0.open } }

  package var asked: (open: OpenNetwork, revision: UInt64) {
    now.withLock { ($0.open, $0.revision) }
  }

  /// The revision, which grows with each change of the network.
  package var revision: UInt64 { now.withLock { $0.revision } }

  /// Reads the network again, if it was written to; returns whether it has changed.
  package func refresh() throws(Failure) -> Bool {
    do {
      let look = try place.look(since: now.withLock { $0.stamp })
      if case .same = look { return false }
      let snapshot =
        if let extent {
          StoredSnapshot(try place.open(extent: extent, strict: isStrict, images: images))
        } else {
          try place.openSnapshot(strict: isStrict, images: images)
        }
      now.withLock { $0 = (OpenNetwork(path: path, snapshot), look.stamp, $0.revision + 1) }
      return true
    } catch {
      throw .telling(error)
    }
  }
}

extension NetworkLook {
  fileprivate var stamp: NetworkStamp? {
    if case .other(let stamp) = self { stamp } else { nil }
  }
}

/// The images of the networks that a verb has opened; missing parts are written after the verb's answer.
final class OpenedImages: Sendable {
  private let held = Mutex<[NetworkImage]>([])

  func hold(_ stored: StoredNetwork) {
    if let image = stored.image { held.withLock { $0.append(image) } }
  }

  func write() {
    for image in held.withLock({ $0 }) { image.write() }
  }
}
