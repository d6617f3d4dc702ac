public import GeoSnap
import GeoSnapPostgres
public import GeoSnapStore
import Synchronization

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
      snapshot = try await place.openSnapshot(
        strict: isStrict,
        images: images,
        progress: progress
      )
    }
    now = Mutex((OpenNetwork(path: path, snapshot), look.stamp, 1))
  }

  /// The network as it is now.
  public var open: OpenNetwork { now.withLock { $0.open } }

  /// The network as it is now, and its revision.
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
  /// The stamp for the next look.
  fileprivate var stamp: NetworkStamp? {
    if case .other(let stamp) = self { stamp } else { nil }
  }
}
