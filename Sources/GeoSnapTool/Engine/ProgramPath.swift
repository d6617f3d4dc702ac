import Foundation

/// The path of a program: in one of the folders, or on the PATH.
enum ProgramPath {
  static func find(_ name: String, in folders: [String] = []) -> String? {
    let others = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders + others.map(String.init)).map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }
}
