import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract:
      "Walks through the sample in six steps: identify, snap, refusal, trace, what if, edit.",
    discussion: """
      Prints each answer below the command that gives it, and draws maps: of each trace as SVG, of all \
      that the networks answer on a page, and of a junction that is dragged, snapped and put back on a \
      second page, walk.html in the same folder. What is edited is a copy, in that folder too.
      """
  )

  @Argument(help: "The sample network. (default: that of the clone, or the one installed)")
  var network: String?
  @Option(
    help: """
      Where to write the page of maps. (default: .build/demo/index.html in a clone, \
      geosnap-demo/index.html elsewhere)
      """
  )
  var map: String?

  /// The second page, beside the first.
  static let walkFile = "walk.html"

  func validate() throws {
    if let map, URL(fileURLWithPath: map).lastPathComponent == DemoCommand.walkFile {
      throw ValidationError("--map cannot be \(DemoCommand.walkFile): that is the second page.")
    }
  }

  func run() async throws {
    if let network, PostgresAddress.isAddress(network) {
      throw Failure.usage(
        "\(network) is a database, and the demo edits a copy of a file: name a file."
      )
    }
    let program = DemoProgram.current
    let sample = DemoSample.found(by: program.url)
    // The time it tells is that of the rows.
    let input = NetworkArgument(path: network ?? sample.network, image: "none")
    let map = self.map ?? sample.map
    let folder = DemoCommand.folder(of: map)
    let clock = ContinuousClock()
    let start = clock.now
    let stored = try await input.open()
    let index = try await input.index(stored)
    let milliseconds = Int((clock.now - start) / .milliseconds(1))
    let places = try DemoPlaces(index)
    try make(folder)
    let count = stored.network.featureCount.grouped
    try printLines([
      "GeoSnap: gas and power of a town, \(count) features in one file.",
      "It is opened, checked row by row and indexed in \(milliseconds) ms. Long answers are cut here; the "
        + "commands print all.",
    ])
    let tour = try await DemoTour(input, stored, index, places, folder: folder, program)
    for (number, step) in tour.steps.enumerated() {
      try printLines(step.lines(number: number + 1, program))
    }
    let walk = try DemoWalk(index, places)
    try write(DemoPage(walk.page(with: tour.figures)).html, to: map)
    let editing = try EditingWalk(
      index,
      with: GeometryEditor(scene: SnapScene(index))
    )
    let walkPage = editing.page(linkingTo: URL(fileURLWithPath: map).lastPathComponent)
    try write(walkPage.html(), to: "\(folder)/\(DemoCommand.walkFile)")
    try printLines([
      "", "All maps on one page: \(map)",
      "A session in the editor, in pictures: \(folder)/\(DemoCommand.walkFile)",
    ])
  }

  /// The folder of the page, as the user named it.
  private static func folder(of map: String) -> String {
    let folder = (map as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  private func make(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true
      )
    } catch {
      throw Failure(
        exitCode: .cannotOpen,
        message: "\(folder) cannot be made: \(error.localizedDescription)"
      )
    }
  }

  private func write(_ html: String, to path: String) throws {
    try Data(html.utf8).write(toDemo: path)
  }
}
