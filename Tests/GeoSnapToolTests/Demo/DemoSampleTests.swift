import Foundation
import GeoSnapTool
import Testing

/// Where the demo looks for its network.
@Suite("The demo's sample")
struct DemoSampleTests {
  @Test("Outside a clone it is the one installed beside the program")
  func places() throws {
    let files = FileManager.default
    let prefix = files.temporaryDirectory.appendingPathComponent("geosnap-\(UUID().uuidString)")
    defer { try? files.removeItem(at: prefix) }
    let program = prefix.appendingPathComponent("bin/geosnap")
    let folder = prefix.appendingPathComponent("share/geosnap")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)

    let installed = DemoSample.installed(with: program)
    #expect(installed.network == folder.appendingPathComponent("schutterwald.gpkg").path)
    #expect(installed.map == "geosnap-demo/index.html")
    // Nothing is installed: the error names the place in the clone.
    #expect(DemoSample.found(by: program) == .inClone)

    try Data().write(to: URL(fileURLWithPath: installed.network))
    let isInClone = files.fileExists(atPath: DemoSample.inClone.network)
    #expect(DemoSample.found(by: program) == (isInClone ? .inClone : installed))
  }
}
