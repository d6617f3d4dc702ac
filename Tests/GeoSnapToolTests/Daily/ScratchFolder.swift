import Foundation

/// A folder that is gone at the end.
final class ScratchFolder {
  private let place: URL

  init() throws {
    place = FileManager.default.temporaryDirectory
      .appendingPathComponent("geosnap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  }

  func url(_ name: String) -> URL { place.appendingPathComponent(name) }
  func path(_ name: String) -> String { url(name).path }

  deinit { try? FileManager.default.removeItem(at: place) }
}
