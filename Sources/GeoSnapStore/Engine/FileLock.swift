internal import Foundation

enum FileLockError: Error {
  /// Another program holds it; its process, or nil when that is unknown.
  case held(by: String?)
  /// The lock file cannot be made; the reason.
  case cannotLock(String)
}

/// The lock that lets one program at a time edit a file.
///
/// It is a lock on a separate file, so that SQLite's locks are not affected. The kernel releases it when the process
/// ends. The file holds the process id and is removed with the lock.
final class FileLock: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Acquires the lock of a file, and waits at most `timeout` for it.
  init(editing file: String, timeout: Duration) throws(FileLockError) {
    // Two names of one file share one lock.
    path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path + ".lock"
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    while true {
      if let descriptor = try Self.lock(path) {
        self.descriptor = descriptor
        break
      }
      guard clock.now < deadline else { throw .held(by: Self.owner(path)) }
      Thread.sleep(forTimeInterval: 0.02)
    }
    let text = Array("\(ProcessInfo.processInfo.processIdentifier)\n".utf8)
    // The descriptor belongs to this lock; write reads no more than the array holds.
    _ = ftruncate(descriptor, 0)
    _ = unsafe write(descriptor, text, text.count)
  }

  deinit {
    // A process that opened the file before its removal sees that the path no longer leads to it. The path outlives
    // the call.
    _ = unsafe unlink(path)
    close(descriptor)
  }

  /// The descriptor of the locked file; nil when another process has the lock.
  private static func lock(_ path: String) throws(FileLockError) -> Int32? {
    // The path outlives the call.
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw cannotLock(errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      close(descriptor)
      if error == EWOULDBLOCK || error == EINTR { return nil }
      throw cannotLock(error)
    }
    // The last owner may have removed the file meanwhile.
    var opened = stat()
    var named = stat()
    // Both variables are local, and the path outlives the call.
    let hasOpened = unsafe fstat(descriptor, &opened) == 0
    let isNamed = unsafe stat(path, &named) == 0
    let isSame = opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    if hasOpened, isNamed, isSame { return descriptor }
    close(descriptor)
    return nil
  }

  private static func owner(_ path: String) -> String? {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let process = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return process.isEmpty ? nil : process
  }

  private static func cannotLock(_ error: Int32) -> FileLockError {
    let reason = POSIXErrorCode(rawValue: error).map { POSIXError($0).localizedDescription }
    return .cannotLock(reason ?? "error \(error)")
  }
}

package enum FilePlacement {
  /// Gives a complete file its name in one step: readers see either the old file or the complete new one.
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
