package import Foundation

/// Where the demo finds the sample network, and where it writes its maps.
package struct DemoSample: Equatable {
  package let network: String
  package let map: String

  /// The sample of a clone, in which the program runs.
  package static let inClone = DemoSample(
    network: "Examples/Schutterwald/schutterwald.gpkg",
    map: ".build/demo/index.html"
  )

  /// The sample that was installed beside the program, in `share/geosnap` for one in `bin`.
  package static func installed(with program: URL) -> DemoSample {
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    return DemoSample(
      network: prefix.appendingPathComponent("share/geosnap/schutterwald.gpkg").path,
      map: "geosnap-demo/index.html"
    )
  }

  /// That of the clone; outside a clone the one installed.
  package static func found(by program: URL) -> DemoSample {
    let installed = installed(with: program)
    let files = FileManager.default
    return !files.fileExists(atPath: inClone.network) && files.fileExists(atPath: installed.network)
      ? installed : inClone
  }
}
