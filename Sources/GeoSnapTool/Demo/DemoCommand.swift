import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Walks through the sample: gas and power of a town, answered and drawn.",
    discussion: """
      Prints each answer below the command that gives it, and draws the same on a page of maps.
      """
  )

  @Argument(help: "The sample network.")
  var network = "Examples/Schutterwald/schutterwald.gpkg"
  @Option(help: "Where to write the page of maps.")
  var map = ".build/demo/index.html"

  func run() throws {
    let clock = ContinuousClock()
    var opened: (stored: StoredNetwork, index: NetworkIndex)?
    let time = try clock.measure {
      let input = NetworkArgument(path: network)
      let stored = try input.open()
      opened = (stored, try input.index(stored.network))
    }
    guard let opened else { return }
    let milliseconds = Int(time / .milliseconds(1))
    var walk = try DemoWalk(opened.index, path: network)
    try printLines([
      "GeoSnap opens \(network), checks every row and indexes it in \(milliseconds) ms.", "",
    ])
    try printLines(NetworkSummary(opened.stored).lines)
    try walk.identify()
    try walk.associations()
    try walk.container()
    try walk.snapSources()
    try walk.snaps()
    try write(walk.page())
    try printLines(["", "Maps of all this: \(map)"])
  }

  private func write(_ page: MapPage) throws {
    let url = URL(fileURLWithPath: map)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(page.html().utf8).write(to: url)
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(map) cannot be written: \(error.localizedDescription)"
      )
    }
  }
}
