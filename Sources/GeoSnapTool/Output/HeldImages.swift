import GeoSnapStore
import Synchronization

/// The images of the networks that a verb has opened: what they lack is written when the verb has answered.
final class HeldImages: Sendable {
  private let held = Mutex<[NetworkImage]>([])

  /// Keeps the image of a network in mind.
  func hold(_ stored: StoredNetwork) {
    if let image = stored.image { held.withLock { $0.append(image) } }
  }

  /// Writes what the images lack.
  func write() {
    for image in held.withLock({ $0 }) { image.write() }
  }
}
