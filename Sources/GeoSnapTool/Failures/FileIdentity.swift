import Foundation

/// Which file a path leads to, whatever its name: the same for links to it.
struct FileIdentity: Equatable {
  private let device: Int
  private let file: Int

  /// The file at the end of a path, links followed; nil where there is none.
  init?(path: String) {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved),
      let device = attributes[.systemNumber] as? NSNumber,
      let file = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    self.device = device.intValue
    self.file = file.intValue
  }

  /// Refuses to write to a file that is read, by whatever name.
  ///
  /// - Parameters:
  ///   - output: The file to write.
  ///   - files: What is read, each with what it is.
  ///   - option: The option that named the output.
  /// - Throws: ``Failure`` when it is one of them.
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

  /// Refuses to write two outputs to one file, by whatever names; devices and pipes take both.
  ///
  /// - Throws: ``Failure`` that names both options.
  static func refuseShared(_ outputs: [(option: String, path: String)]) throws {
    var options: [String: String] = [:]
    for (option, path) in outputs where path != "-" {
      let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
      let type = try? FileManager.default.attributesOfItem(atPath: place)[.type]
      guard type == nil || type as? FileAttributeType == .typeRegular else { continue }
      if let other = options.updateValue(option, forKey: place) {
        throw Failure.usage("\(other) and \(option) name one file, \(path): give two.")
      }
    }
  }
}
