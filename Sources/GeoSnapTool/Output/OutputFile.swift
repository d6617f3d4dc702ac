import Foundation
import GeoSnapStore

/// A file that appears under its name when it is complete; stdout, devices and pipes are written at
/// once.
final class OutputFile {
  let sink: ByteSink
  /// Where it goes, as it was given.
  let path: String
  private let isReplacing: Bool
  /// The file until it is complete; nil when `path` is written at once.
  private var draft: String?

  /// Begins a file, or stdout for `-`.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - replacing: Whether a file that exists is replaced.
  /// - Throws: ``Failure`` when the file exists or cannot be made.
  init(_ path: String, replacing: Bool) throws {
    self.path = path
    isReplacing = replacing
    let target = Self.target(of: path)
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    let type = attributes?[.type] as? FileAttributeType
    guard path != "-", type == nil || type == .typeRegular else {
      sink = try ByteSink.open(path, replacing: replacing)
      return
    }
    guard type == nil || replacing else {
      throw Failure.usage("\(path) exists: --force replaces it.")
    }
    try OutputFolder.check(path)
    let draft = "\(target).\(UUID().uuidString).part"
    UnfinishedFiles.add(draft)
    sink = try ByteSink.open(draft, replacing: false, named: path)
    self.draft = draft
  }

  deinit {
    if let draft { UnfinishedFiles.remove(draft) }
  }

  /// Puts the complete file in its place.
  ///
  /// - Throws: ``Failure``, also when a file came to be there in the meantime and is not to be
  ///   replaced.
  func publish() throws {
    guard let draft else { return }
    do {
      try FilePlacement.move(draft, to: Self.target(of: path), replacing: isReplacing)
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      throw Failure.usage("\(path) has come to exist in the meantime: --force replaces it.")
    } catch {
      throw Failure(
        exitCode: .cannotWrite,
        message: "\(path) cannot be written: \(error.localizedDescription)",
        file: path
      )
    }
    UnfinishedFiles.remove(draft)
    self.draft = nil
  }

  /// Where a path leads.
  private static func target(of path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
