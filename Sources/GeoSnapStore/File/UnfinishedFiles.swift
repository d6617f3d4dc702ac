internal import Foundation
internal import Synchronization

/// The incomplete files that are being written, for a program that has to exit at once.
package enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])

  package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  package static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
    paths.withLock { _ = $0.remove(path) }
  }

  package static func removeAll() {
    paths.withLock { for path in $0 { try? FileManager.default.removeItem(atPath: path) } }
  }
}
