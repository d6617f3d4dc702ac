internal import Foundation

/// Puts complete files in their places.
package enum FilePlacement {
  /// Gives a complete file its name in one step: whoever looks finds a whole file under it, or as
  /// before.
  ///
  /// - Parameters:
  ///   - draft: The complete file, in the folder where it is to stay.
  ///   - path: Its name. A link there is replaced, not followed.
  ///   - replacing: Whether it takes the place and the permissions of a file of that name.
  /// - Throws: `CocoaError` with `fileWriteFileExists` when something has that name and is not to be
  ///   replaced, whenever it came; other errors as the file system has them.
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
    // Foundation takes the old file away first. The strings outlive the call.
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
      // Some file systems have no links. A move looks whether the name is taken, and then goes on.
      return try files.moveItem(atPath: draft, toPath: path)
    }
    try files.removeItem(atPath: draft)
  }
}
