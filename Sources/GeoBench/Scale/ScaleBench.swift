import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

/// Measures whole processes of the command on a network of any size, compared with programs that read the same file.
struct ScaleBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale",
    abstract: "Measures whole processes of geosnap on a network tiled, with and without its image.",
    discussion: """
      The network is laid side by side until it has as many features as asked for, and written to a GeoPackage \
      in the folder, unless it is there. Each job is a process from its start to its end: its time is the median \
      of the repetitions, its memory the most that it had at once, mapped pages counted. Ratios are to \
      pyogrio.raw.read of all layers, in a Python that has it (--python), else to the first opening.

      JSON: {features, bytes, imageBytes, results[{job, seconds, megabytes, ratio}]}
      """
  )

  @Argument(help: "The network to tile, a GeoPackage file.")
  var network: String
  @Option(help: "How many features to have at least.")
  var minimum = 100_000
  @Option(help: "Where the network and its image are put.")
  var folder: String
  @Option(help: "The command; beside this program by default.")
  var geosnap: String?
  @Option(help: "A Python that has pyogrio.")
  var python: String?
  @Option(help: "Timed runs of each job.")
  var repetitions = 3
  @Flag(help: "Print JSON.")
  var json = false

  private struct ScaleFigure: Encodable {
    let job: String
    let seconds: Double
    let megabytes: Double
    var ratio: Double?
  }

  private struct Document: Encodable {
    let features: Int
    let bytes: Int
    let imageBytes: Int
    let results: [ScaleFigure]
  }

  func run() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/tiled-\(minimum).gpkg"
    let notes = path + ".json"
    guard let data = FileManager.default.contents(atPath: notes) else {
      try prepare(path, notes)
      try beginAnew()
    }
    let tiled = try JSONDecoder().decode(Tiled.self, from: data)
    let (place, count) = (Coordinate(x: tiled.x, y: tiled.y), tiled.features)
    let program =
      geosnap
      ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "geosnap").path
    let images = folder + "/images"
    let at = ["--at", "\(place.x),\(place.y)", "--tolerance", "5"]
    let extent = "\(place.x - 50),\(place.y - 50),\(place.x + 50),\(place.y + 50)"
    func command(_ verb: String, _ words: [String], image: String) -> [String] {
      [program, verb, path, "--image", image] + words
    }
    var results: [ScaleFigure] = []
    if let python {
      results.append(
        try measure("pyogrio.raw.read, all layers", [python, "-c", Self.pyogrio, path])
      )
      results.append(try measure("sqlite3, every row", [python, "-c", Self.sqlite, path]))
    }
    results.append(try measure("identify, rows", command("identify", at, image: "none")))
    let part = [
      "--extent",
      "\(place.x - tiled.width / 20),\(place.y - tiled.height / 20),"
        + "\(place.x + tiled.width / 20),\(place.y + tiled.height / 20)",
    ]
    results.append(
      try measure("identify, an extent of 1 %", command("identify", at + part, image: "none"))
    )
    results.append(try measure("validate, rows", command("validate", [], image: "none")))
    results.append(
      try measure("identify, first opening with image", command("identify", at, image: images)) {
        ImageDescription.removeImage(of: path, in: ImageCache(folder: images))
      }
    )
    _ = try MeasuredProcess(command("image", ["--make"], image: images))
    let questions: [(String, String, [String])] = [
      ("identify", "identify", at), ("snap", "snap", at),
      ("associations", "associations", ["--extent", extent]),
      ("show", "show", ["row:PipelineDevice/12"]),
      // The first run reads the rows, since no other verb examines all that this one reports.
      ("validate", "validate", []),
      ("trace upstream", "trace", ["--type", "upstream", "--start", "row:PipelineLine/12"]),
      (
        "trace isolation", "trace",
        [
          "--type", "isolation", "--start", "row:PipelineLine/12", "--filter-condition",
          "category = 'Isolating'",
        ]
      ),
    ]
    for (name, verb, words) in questions {
      results.append(try measure(name, command(verb, words, image: images)))
    }
    var number = 0
    let edit = folder + "/edit.json"
    results.append(
      try measure("edit", command("edit", ["--transaction", edit], image: images)) {
        number += 1
        let text =
          #"{"edits": [{"setAttributes": "row:PipelineDevice/12", "attributes": {"NAME": "N"#
        try Data("\(text)\(number) \(Date.now.timeIntervalSince1970)\"}}]}".utf8)
          .write(to: URL(fileURLWithPath: edit))
      }
    )
    results.append(try measure("identify after edits", command("identify", at, image: images)))
    let base = results[0].seconds
    for index in results.indices { results[index].ratio = results[index].seconds / base }
    try tell(
      Document(
        features: count,
        bytes: Self.size(path),
        imageBytes: ImageDescription(of: path, in: ImageCache(folder: images)).byteCount,
        results: results
      )
    )
  }

  /// The properties of a tiled network that are known without opening it.
  private struct Tiled: Codable {
    let features: Int
    let x: Double
    let y: Double
    let width: Double
    let height: Double
  }

  /// Writes the tiled network and its properties.
  private func prepare(_ path: String, _ notes: String) throws {
    let sample = try GeoPackage.open(network, images: .none).network
    let tiles = max((minimum + sample.featureCount - 1) / sample.featureCount, 1)
    let network = try sample.tiled(tiles)
    guard let extent = network.envelope,
      let place = network.geometries.lazy.compactMap({ $0?.coordinates.first }).min(by: {
        $0.distance(to: extent.center) < $1.distance(to: extent.center)
      })
    else { throw BenchError("The network has no place to ask about.") }
    try GeoPackage.write(network, to: path, replacing: true)
    let tiled = Tiled(
      features: tiles * sample.featureCount,
      x: place.x,
      y: place.y,
      width: extent.width,
      height: extent.height
    )
    try JSONEncoder().encode(tiled).write(to: URL(fileURLWithPath: notes))
  }

  private func measure(
    _ job: String,
    _ words: [String],
    before: () throws -> Void = {}
  ) throws -> ScaleFigure {
    var runs: [MeasuredProcess] = []
    for _ in 0..<max(repetitions, 1) {
      try before()
      let run = try MeasuredProcess(words)
      guard run.exitCode == 0 || words[1] == "validate" || words.contains("isolation") else {
        throw BenchError("\(job) has ended with exit code \(run.exitCode): \(words)")
      }
      runs.append(run)
    }
    let sorted = runs.sorted { $0.seconds < $1.seconds }
    return ScaleFigure(
      job: job,
      seconds: sorted[sorted.count / 2].seconds,
      megabytes: Double(runs.map(\.memory).max() ?? 0) / 1e6
    )
  }

  private func tell(_ document: Document) throws {
    if json { return print(try document.json()) }
    print(
      "\(document.features) features, \(document.bytes) bytes, image \(document.imageBytes) bytes"
    )
    for result in document.results {
      print(
        String(
          format: "%@  %.3f s  %.0f MB  %.4f",
          result.job.padding(toLength: 36, withPad: " ", startingAt: 0),
          result.seconds,
          result.megabytes,
          result.ratio ?? 1
        )
      )
    }
  }

  private static func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  private static let pyogrio = """
    import sys, pyogrio, pyogrio.raw
    for name, kind in pyogrio.list_layers(sys.argv[1]):
        pyogrio.raw.read(sys.argv[1], layer=name)
    """

  private static let sqlite = """
    import sys, sqlite3
    base = sqlite3.connect(sys.argv[1])
    for (name,) in base.execute("SELECT table_name FROM gpkg_contents").fetchall():
        for row in base.execute('SELECT * FROM "' + name + '"'): pass
    """
}
