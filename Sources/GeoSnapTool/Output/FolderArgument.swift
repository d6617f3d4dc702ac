import Foundation

/// The files of a folder that a verb reads.
struct FolderArgument {
  let path: String
  /// The extension of the files that are read; of other files only the names are used.
  let ending: String

  func isRead(_ name: String) -> Bool { name.lowercased().hasSuffix(ending) }

  func place(of name: String) -> URL {
    URL(fileURLWithPath: path).appendingPathComponent(name)
  }

  /// Whether a path or its link target is a folder.
  static func isFolder(_ path: String) -> Bool {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  func names() throws -> [String] {
    if FileManager.default.fileExists(atPath: path), !Self.isFolder(path) {
      throw Failure.cannotOpen(
        ImportKind.refusal(ofCircuit: path) ?? "\(path) is a file: a folder was expected.",
        file: path
      )
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw unreadable(error)
    }
  }

  /// The files of the folder; those that are not read have no bytes.
  func files() throws -> [(name: String, bytes: [UInt8])] {
    let names = try names()
    do {
      return try names.map { name in
        (name, isRead(name) ? [UInt8](try Data(contentsOf: place(of: name))) : [])
      }
    } catch {
      throw unreadable(error)
    }
  }

  private func unreadable(_ error: any Error) -> Failure {
    .cannotOpen("\(path) cannot be read: \(error.localizedDescription)", file: path)
  }
}
