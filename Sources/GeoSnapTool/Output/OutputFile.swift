import Foundation
import GeoSnapStore

/// A file that appears under its name when it is complete; stdout, devices and pipes are written directly.
final class OutputFile {
  let sink: ByteSink
  /// The path as it was given.
  let path: String
  private let isReplacing: Bool
  /// The path of the incomplete file; nil when `path` is written directly.
  private var draft: String?

  /// Begins a file, or stdout for `-`; throws ``Failure`` when the file exists or cannot be made.
  ///
  /// - `replacing`: Whether a file that exists is replaced.
  init(_ path: String, replacing: Bool) throws {
    self.path = path
    isReplacing = replacing
    let target = Self.target(of: path)
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    let type = attributes?[.type] as? FileAttributeType
    guard path != "-", type == nil || type == .typeRegular else {
      sink =
        try path == "-"
        ? Surroundings.current.output : ByteSink.open(path, named: path, isNew: false)
      return
    }
    guard type == nil || replacing else {
      throw Failure.usage("\(path) exists: --force replaces it.")
    }
    try OutputFolder.check(path)
    let draft = "\(target).\(UUID().uuidString).part"
    UnfinishedFiles.add(draft)
    sink = try ByteSink.open(draft, named: path, isNew: true)
    self.draft = draft
  }

  deinit {
    if let draft { UnfinishedFiles.remove(draft) }
  }

  /// Puts the complete file in its place; throws ``Failure``, also when another program has made the file meanwhile
  /// and it must not be replaced.
  func publish() throws {
    guard let draft else { return }
    do {
      try FilePlacement.move(draft, to: Self.target(of: path), replacing: isReplacing)
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      throw Failure.usage("Another program has created \(path): --force replaces it.")
    } catch {
      throw Failure.cannotWrite(
        "\(path) cannot be written: \(error.localizedDescription)",
        file: path
      )
    }
    UnfinishedFiles.remove(draft)
    self.draft = nil
  }

  private static func target(of path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
