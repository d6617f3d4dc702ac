import Dispatch
import Foundation
import Synchronization

/// A picture file: SVG or, under a name that ends in .png, PNG.
///
/// A separate program makes PNG files, so that GeoSnap can be built without a library for it.
struct PictureFile {
  private let file: OutputFile
  private let painter: PicturePainter?

  /// The path as it was given.
  var path: String { file.path }

  /// Begins a picture, or SVG on stdout for `-`; throws ``Failure`` when the file exists or cannot be made, or when
  /// no program can make such a picture.
  ///
  /// - `replacing`: Whether a file that exists is replaced.
  init(_ path: String, replacing: Bool) throws {
    painter = try PicturePainter(for: path)
    file = try OutputFile(path, replacing: replacing)
  }

  /// Writes the picture; it appears in its place when it is published.
  func write(_ sheet: MapSheet) throws {
    let svg = Array(sheet.svg().utf8)
    try file.sink.write(try painter?.png(of: svg, for: path) ?? svg)
  }

  /// Puts the complete picture in its place.
  func publish() throws { try file.publish() }
}

/// The program that makes a PNG of an SVG: librsvg's `rsvg-convert`.
package struct PicturePainter {
  private static let name = "rsvg-convert"
  private let program: URL

  /// The painter for a file, or nil for SVG; throws ``Failure`` for a picture of another kind, or when the program is
  /// not installed.
  package init?(for path: String) throws {
    let kind = URL(fileURLWithPath: path).pathExtension.lowercased()
    let others = ["jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "pdf", "eps", "svgz"]
    if others.contains(kind) {
      throw Failure.usage(
        "\(path): Pictures are SVG or PNG. Give a name that ends in .svg or .png."
      )
    }
    guard kind == "png" else { return nil }
    guard let program = Self.find() else {
      throw Failure.usage(
        "\(path): PNG files need the program \(Self.name), which is not on the PATH. Install the program (Debian "
          + "and Ubuntu: apt-get install librsvg2-bin, macOS: brew install librsvg), or give a name that "
          + "ends in .svg."
      )
    }
    self.program = program
  }

  /// The program on the PATH.
  private static func find() -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// The picture as PNG, in the width that it declares; throws ``Failure`` with the program's message when it fails.
  func png(of svg: [UInt8], for path: String) throws -> [UInt8] {
    // A file, since the program may answer before it has read all of a pipe.
    let folder = FileManager.default.temporaryDirectory
    let source = folder.appendingPathComponent("geosnap-\(UUID().uuidString).svg")
    defer { try? FileManager.default.removeItem(at: source) }
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    let png: Data
    let told = Mutex(Data())
    do {
      try Data(svg).write(to: source)
      process.executableURL = program
      // Maps of large networks exceed its default limit.
      process.arguments = ["--format=png", "--unlimited", source.path]
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      // Both pipes are read at the same time: a full pipe would block the program.
      let reading = DispatchGroup()
      DispatchQueue.global().async(group: reading) {
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        told.withLock { $0 = said }
      }
      png = output.fileHandleForReading.readDataToEndOfFile()
      reading.wait()
      process.waitUntilExit()
    } catch {
      throw refused(path, error.localizedDescription)
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0, !png.isEmpty else {
      throw refused(path, String(decoding: told.withLock { $0.prefix(500) }, as: UTF8.self))
    }
    return [UInt8](png)
  }

  private func refused(_ path: String, _ reason: String) -> Failure {
    Failure.cannotWrite(
      "\(path) cannot be written: \(Self.name) made no PNG of the picture. \(reason)",
      file: path
    )
  }
}
