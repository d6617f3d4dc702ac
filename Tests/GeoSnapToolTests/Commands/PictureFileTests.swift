import Foundation
import GeoSnapTool
import Testing

@Suite("Pictures as files")
struct PictureFileTests {
  @Test("A PNG is a PNG, as wide as asked for", .enabled(if: PicturePainter.isInstalled))
  func png() throws {
    let (file, folder) = (try FixtureFile(), try ScratchFolder())
    // The fixture has errors, which are drawn.
    for (words, name, code, width) in [
      (["render", "--width", "700", "--output"], "a.png", 0, 700),
      (["render", "--width", "800", "--output"], "B.PNG", 0, 800),
      (["validate", "--svg"], "v.png", 1, nil),
    ] as [([String], String, Int32, Int?)] {
      let run = try CommandLineRun([words[0], file.path] + words.dropFirst() + [folder.path(name)])
      #expect(run.exitCode == code, "\(words): \(run.errors)")
      let bytes = [UInt8](try Data(contentsOf: folder.url(name)))
      #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "\(words)")
      if let width { #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == width) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count == 3)
  }
}

extension PicturePainter {
  fileprivate static var isInstalled: Bool { (try? PicturePainter(for: "a.png")) != nil }
}
