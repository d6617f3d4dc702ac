import Foundation
import GeoSnapPostgres
import GeoSnapStore
import Synchronization

/// A file that appears under its name when it is complete; stdout, devices and pipes are written directly.
final class OutputFile {
  let sink: ByteSink
  let path: String
  private let isReplacing: Bool
  /// The path of the incomplete file; nil when `path` is written directly.
  private var draft: String?

  /// Begins a file, or stdout for `-`; throws ``Failure`` when the file exists or cannot be made.
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

  /// Puts the complete file in its place; throws ``Failure``, also when another program has made it meanwhile.
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

/// A file, stdout or memory to write to; a failed write is an error.
struct ByteSink: Sendable {
  private enum Target {
    case file(FileHandle)
    case memory(ByteStore)
  }

  let name: String
  private let target: Target

  static let standardOutput = ByteSink(name: "stdout", target: .file(.standardOutput))
  static let standardError = ByteSink(name: "stderr", target: .file(.standardError))

  static func memory(_ name: String) -> ByteSink {
    ByteSink(name: name, target: .memory(ByteStore()))
  }

  var bytes: [UInt8] {
    guard case .memory(let store) = target else { return [] }
    return store.bytes.withLock { $0 }
  }

  /// Opens a file for writing; throws ``Failure`` when it cannot be opened.
  static func open(_ path: String, named shown: String, isNew: Bool) throws -> ByteSink {
    let url = URL(fileURLWithPath: path)
    do {
      if isNew { try Data().write(to: url, options: .withoutOverwriting) }
      return ByteSink(name: shown, target: .file(try FileHandle(forWritingTo: url)))
    } catch {
      throw Failure.cannotOpen("\(shown) cannot be written: \(error.localizedDescription)")
    }
  }

  func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    switch target {
    case .file(let handle): try write(bytes, to: handle)
    case .memory(let store): store.bytes.withLock { $0 += bytes }
    }
  }

  private func write(_ bytes: [UInt8], to handle: FileHandle) throws {
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw Failure.cannotWrite(
        "\(name) cannot be written: \(error.localizedDescription)",
        file: name
      )
    }
  }
}

private final class ByteStore: Sendable {
  let bytes = Mutex<[UInt8]>([])
}

func printLines(_ lines: [String]) throws {
  let text = lines.map { Paint.output.line($0) + "\n" }.joined()
  try Surroundings.current.output.write(Array(text.utf8))
}

/// The JSON document of the verb, which is printed when the verb has ended;
/// stdout has one document, whether the verb succeeds, fails halfway or is stopped.
final class PendingDocument: Sendable {
  private struct State {
    var document: JSONValue?
    /// Whether stdout has a document, or the beginning of one.
    var isPrinted = false
  }

  private let state = Mutex(State())

  /// Keeps the document that is printed at the end.
  func hold(_ value: JSONValue) { state.withLock { $0.document = value } }

  /// Notes that a document is written to stdout directly, so that no other one may follow.
  func giveWay() { state.withLock { $0.isPrinted = true } }

  func release(to output: ByteSink) throws {
    try state.withLock { state in
      guard let document = state.document.take(), !state.isPrinted else { return }
      state.isPrinted = true
      try output.write(document.text(isIndented: true) + [UInt8(ascii: "\n")])
    }
  }

  /// Prints the document with the member `error`, or that member alone where there is no document.
  func release(with failure: Failure, to output: ByteSink) throws {
    state.withLock { state in
      var members: [String: JSONValue] = [:]
      if case .object(let known)? = state.document { members = known }
      members["error"] = failure.json
      state.document = .object(members)
    }
    try release(to: output)
  }
}

extension JSONValue {
  /// Prints the document to stdout when the verb ends; a later failure is added to it.
  func print() throws { Surroundings.current.document.hold(self) }
}

enum OutputFolder {
  /// Refuses a path where no file can be, before any other work.
  static func check(_ path: String) throws {
    guard path != "-" else { return }
    if PostgresAddress.isAddress(path) {
      throw Failure.usage("\(path) is a database: name a file to write.")
    }
    guard !path.isEmpty else { throw Failure.usage("The name of a file to write is empty.") }
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent().path
    let trouble: String
    if FolderArgument.isFolder(path) {
      trouble = "it is a folder. Name a file in it."
    } else if !FileManager.default.fileExists(atPath: folder) {
      trouble = "there is no folder \(folder). Make it, or name another file."
    } else if !FolderArgument.isFolder(folder) {
      trouble = "\(folder) is a file, not a folder. Name another file."
    } else {
      return
    }
    throw Failure.cannotOpen("\(path) cannot be written: \(trouble)", file: path)
  }
}

struct FolderArgument {
  let path: String
  /// The extension of the files that are read; of other files only the names are used.
  let ending: String

  func isRead(_ name: String) -> Bool { name.lowercased().hasSuffix(ending) }

  func place(of name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }

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
