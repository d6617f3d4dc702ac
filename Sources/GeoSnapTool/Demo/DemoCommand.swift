import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Walks through the sample: gas and power of a town, answered and drawn.",
    discussion: """
      Prints each answer below the command that gives it, and draws the same on a page of maps. Then \
      edits: a junction of the gas network is picked, dragged, snapped and put back, step by step, on \
      a second page, walk.html in the same folder.
      """
  )

  @Argument(help: "The sample network.")
  var network = "Examples/Schutterwald/schutterwald.gpkg"
  @Option(help: "Where to write the page of maps.")
  var map = ".build/demo/index.html"

  /// The second page, beside the first.
  static let walkFile = "walk.html"

  func validate() throws {
    if mapURL.lastPathComponent == DemoCommand.walkFile {
      throw ValidationError("--map cannot be \(DemoCommand.walkFile): that is the second page.")
    }
  }

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
    let editing = try EditingWalk(
      opened.index,
      with: GeometryEditor(scene: SnapScene(opened.index))
    )
    try printLines(["", "An editing walk: snapping by the rules of the network"] + editing.lines)
    let walkURL = mapURL.deletingLastPathComponent().appendingPathComponent(DemoCommand.walkFile)
    try write(walk.page(), to: mapURL)
    try write(editing.page(linkingTo: mapURL.lastPathComponent), to: walkURL)
    try printLines([
      "", "Maps of all this: \(map)", "The editing walk in pictures: \(walkURL.relativePath)",
    ])
  }

  private var mapURL: URL { URL(fileURLWithPath: map) }

  private func write(_ page: MapPage, to url: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(page.html().utf8).write(to: url)
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(url.relativePath) cannot be written: \(error.localizedDescription)"
      )
    }
  }
}
