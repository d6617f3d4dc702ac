import GeoSnapStore
import Synchronization

/// The images of the networks that a verb has opened; missing parts are written after the verb's answer.
final class OpenedImages: Sendable {
  private let held = Mutex<[NetworkImage]>([])

  func hold(_ stored: StoredNetwork) {
    if let image = stored.image { held.withLock { $0.append(image) } }
  }

  /// Writes the missing parts of the images.
  func write() {
    for image in held.withLock({ $0 }) { image.write() }
  }
}
