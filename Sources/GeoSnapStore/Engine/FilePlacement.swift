internal import Foundation

/// Moves complete files to their final paths.
package enum FilePlacement {
  /// Gives a complete file its name in one step: readers see either the old file or the complete new one.
  ///
  /// - Parameters:
  ///   - draft: The complete file, in its final folder.
  ///   - path: Its name. A link there is replaced, not followed.
  ///   - replacing: Whether it replaces a file of that name and takes over its permissions.
  /// - Throws: `CocoaError` with `fileWriteFileExists` when the name is taken and not to be replaced, also when it
  ///   was taken meanwhile; other errors of the file system.
  package static func move(_ draft: String, to path: String, replacing: Bool) throws {
    if replacing {
      try replace(path, by: draft)
    } else {
      try link(draft, to: path)
    }
  }

  private static func replace(_ path: String, by draft: String) throws {
    let files = FileManager.default
    if let old = try? files.attributesOfItem(atPath: path),
      old[.type] as? FileAttributeType == .typeRegular, let mode = old[.posixPermissions]
    {
      try? files.setAttributes([.posixPermissions: mode], ofItemAtPath: draft)
    }
    // Foundation would remove the old file first. The strings outlive the call.
    guard unsafe rename(draft, path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  private static func link(_ draft: String, to path: String) throws {
    let files = FileManager.default
    do {
      // A link, unlike a move, never replaces.
      try files.linkItem(atPath: draft, toPath: path)
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      throw error
    } catch {
      // Some file systems have no links. A move first looks whether the name is taken.
      return try files.moveItem(atPath: draft, toPath: path)
    }
    try files.removeItem(atPath: draft)
  }
}
