import Foundation
import Synchronization

/// A file that appears under its name when it is complete; stdout, devices and pipes are written at
/// once.
final class OutputFile {
  let sink: ByteSink
  private let path: String
  /// The file until it is complete; nil when `path` is written at once.
  private var draft: String?
  /// The files that are not complete yet, for a program that ends at once.
  private static let drafts = Mutex<Set<String>>([])

  /// Begins a file, or stdout for `-`.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - replacing: Whether a file that exists is replaced.
  /// - Throws: ``Failure`` when the file exists or cannot be made.
  init(_ path: String, replacing: Bool) throws {
    self.path = path
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    let type = attributes?[.type] as? FileAttributeType
    guard path != "-", type == nil || type == .typeRegular else {
      sink = try ByteSink.open(path, replacing: replacing)
      return
    }
    guard type == nil || replacing else {
      throw Failure.usage("\(path) exists: --force replaces it.")
    }
    let draft = "\(target).\(UUID().uuidString).part"
    sink = try ByteSink.open(draft, replacing: false)
    self.draft = draft
    Self.drafts.withLock { _ = $0.insert(draft) }
  }

  deinit {
    guard let draft else { return }
    try? FileManager.default.removeItem(atPath: draft)
    Self.drafts.withLock { _ = $0.remove(draft) }
  }

  /// Removes all files that are not complete.
  static func removeDrafts() {
    drafts.withLock { for draft in $0 { try? FileManager.default.removeItem(atPath: draft) } }
  }

  /// Puts the complete file in its place.
  func publish() throws {
    guard let draft else { return }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let old = draft + ".old"
    let files = FileManager.default
    let exists = files.fileExists(atPath: target)
    do {
      if exists { try files.moveItem(atPath: target, toPath: old) }
      do {
        try files.moveItem(atPath: draft, toPath: target)
      } catch {
        if exists { try files.moveItem(atPath: old, toPath: target) }
        throw error
      }
      if exists { try files.removeItem(atPath: old) }
    } catch {
      throw Failure(
        exitCode: .cannotWrite,
        message: "\(path) cannot be written: \(error.localizedDescription)"
      )
    }
    Self.drafts.withLock { _ = $0.remove(draft) }
    self.draft = nil
  }
}
