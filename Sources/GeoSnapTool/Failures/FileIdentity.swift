import Foundation

/// The identity of the file that a path leads to: the same for all links to it.
struct FileIdentity: Equatable {
  private let device: Int
  private let file: Int

  /// The file that a path leads to; nil where there is none.
  init?(path: String) {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved),
      let device = attributes[.systemNumber] as? NSNumber,
      let file = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    self.device = device.intValue
    self.file = file.intValue
  }

  /// Refuses to write to a file that is read, also through a link.
  ///
  /// - `files`: The files that are read, each with a description.
  /// - `option`: The option that names the output.
  /// - Throws: ``Failure`` when the output is one of them.
  static func refuse(
    _ output: String,
    asOneOf files: [(path: String, what: String)],
    _ option: String
  ) throws {
    guard let written = FileIdentity(path: output) else { return }
    for (path, what) in files where FileIdentity(path: path) == written {
      throw Failure.usage("\(output) is \(what): give another \(option).")
    }
  }

  /// Refuses to write two outputs to one file, also through a link; devices and pipes accept both.
  ///
  /// Throws ``Failure`` with both options.
  static func refuseShared(_ outputs: [(option: String, path: String)]) throws {
    var options: [String: String] = [:]
    for (option, path) in outputs where path != "-" {
      let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
      let type = try? FileManager.default.attributesOfItem(atPath: place)[.type]
      guard type == nil || type as? FileAttributeType == .typeRegular else { continue }
      if let other = options.updateValue(option, forKey: place) {
        throw Failure.usage("\(other) and \(option) name the same file, \(path): give two files.")
      }
    }
  }
}
