package import Foundation

package final class ByteSource {
  let name: String
  /// The size of the file; nil when it is unknown before the end, as for a pipe.
  let size: Int?
  private(set) var byteCount = 0
  /// The share that was read; nil when the size is unknown or 0.
  var share: Double? { size.flatMap { $0 > 0 ? Double(byteCount) / Double($0) : nil } }
  private let handle: FileHandle
  /// Bytes that ``peek(_:)`` has returned and ``read(_:into:)`` has not.
  private var peeked: [UInt8] = []
  /// The rest of the input that a calling program gave in place of stdin; nil for a file.
  private var given: ArraySlice<UInt8>?

  package init(path: String) throws {
    guard path != "-" else {
      name = "stdin"
      given = StandardInput.given?[...]
      size = given?.count
      handle = given == nil ? .standardInput : .nullDevice
      return
    }
    name = path
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    )
    let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
    size = isFile ? (attributes?[.size] as? NSNumber)?.intValue : nil
    if attributes?[.type] as? FileAttributeType == .typeDirectory {
      throw Failure.cannotOpen("\(path) is a folder: name a file in it.", file: path)
    }
    if isFile { try ForeignFormat.refuse(path) }
    do {
      handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch { throw Failure.unreadable(path, error) }
  }

  package init(name: String, size: Int, _ handle: FileHandle) {
    self.name = name
    self.size = size
    self.handle = handle
  }

  func rewind() throws {
    if given != nil { given = StandardInput.given?[...] }
    do { try handle.seek(toOffset: 0) } catch { throw Failure.unreadable(name, error) }
    byteCount = 0
    peeked = []
  }

  /// Returns the next bytes without consuming them; fewer than `count` only at the end.
  func peek(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, try read(count - bytes.count, into: &bytes) {}
    peeked = bytes + peeked
    byteCount -= bytes.count
    return bytes
  }

  func skipByteOrderMark() throws {
    guard try peek(3) == [0xEF, 0xBB, 0xBF] else { return }
    var mark: [UInt8] = []
    _ = try read(3, into: &mark)
  }

  /// Appends at most `count` bytes to `bytes`; returns false at the end of the file, when nothing was appended.
  func read(_ count: Int, into bytes: inout [UInt8]) throws -> Bool {
    guard peeked.isEmpty else {
      let taken = min(count, peeked.count)
      bytes += peeked[..<taken]
      peeked.removeFirst(taken)
      byteCount += taken
      return true
    }
    if let rest = given {
      let taken = rest.prefix(count)
      bytes += taken
      given = rest.dropFirst(count)
      byteCount += taken.count
      return !taken.isEmpty
    }
    do {
      guard let data = try handle.read(upToCount: count), !data.isEmpty else { return false }
      bytes.append(contentsOf: data)
      byteCount += data.count
      return true
    } catch { throw Failure.unreadable(name, error) }
  }
}

extension Failure {
  static func utf16(_ name: String) -> Failure {
    Failure.badData(
      "\(name) is in UTF-16: convert it, for example with iconv -f UTF-16 -t UTF-8 FILE > OUT",
      file: name
    )
  }

  static func unreadable(_ name: String, _ error: any Error) -> Failure {
    let code = (error as? CocoaError)?.code
    return Failure.cannotOpen(
      code == .fileReadNoSuchFile || code == .fileNoSuchFile
        ? "\(name): There is no such file."
        : "\(name) cannot be read: \(error.localizedDescription)",
      file: name
    )
  }
}

enum StandardInput {
  /// The input from a calling program; nil for stdin itself.
  @TaskLocal static var given: [UInt8]?
}
