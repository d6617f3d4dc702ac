internal import Foundation
internal import Synchronization

/// The files that are being written and not complete yet, for a program that has to end at once.
package enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])

  /// Adds a file that is about to be written.
  package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  /// Removes a file, or forgets it when it is not there any more.
  package static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes all of them.
  package static func removeAll() {
    paths.withLock { for path in $0 { try? FileManager.default.removeItem(atPath: path) } }
  }
}
