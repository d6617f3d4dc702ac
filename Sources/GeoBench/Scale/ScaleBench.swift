import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport

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

  @Argument(help: "The network to tile, a GeoPackage file.") var network: String
  @Option(help: "How many features to have at least.") var minimum = 100_000
  @Option(help: "Where the network and its image are put.") var folder: String
  @Option(help: "The command; beside this program by default.") var geosnap: String?
  @Option(help: "A Python that has pyogrio.") var python: String?
  @Option(help: "Timed runs of each job.") var repetitions = 3
  @Flag(help: "Print JSON.") var json = false

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
    func add(_ job: String, _ words: [String], before: () throws -> Void = {}) throws {
      results.append(try measure(job, words, before: before))
    }
    if let python {
      try add("pyogrio.raw.read, all layers", [python, "-c", Self.pyogrio, path])
      try add("sqlite3, every row", [python, "-c", Self.sqlite, path])
    }
    try add("identify, rows", command("identify", at, image: "none"))
    let part = [
      "--extent",
      "\(place.x - tiled.width / 20),\(place.y - tiled.height / 20),"
        + "\(place.x + tiled.width / 20),\(place.y + tiled.height / 20)",
    ]
    try add("identify, an extent of 1 %", command("identify", at + part, image: "none"))
    try add("validate, rows", command("validate", [], image: "none"))
    try add("identify, first opening with image", command("identify", at, image: images)) {
      ImageDescription.removeImage(of: path, in: ImageCache(folder: images))
    }
    _ = try MeasuredProcess(command("image", ["--make"], image: images))
    let start = ["--start", "row:PipelineLine/12"]
    let filter = ["--filter-condition", "category = 'Isolating'"]
    let questions: [(String, String, [String])] = [
      ("identify", "identify", at), ("snap", "snap", at),
      ("associations", "associations", ["--extent", extent]),
      ("show", "show", ["row:PipelineDevice/12"]),
      // The first run reads the rows, since no other verb examines all that this one reports.
      ("validate", "validate", []), ("trace upstream", "trace", ["--type", "upstream"] + start),
      ("trace isolation", "trace", ["--type", "isolation"] + start + filter),
    ]
    for (name, verb, words) in questions { try add(name, command(verb, words, image: images)) }
    var number = 0
    let edit = folder + "/edit.json"
    try add("edit", command("edit", ["--transaction", edit], image: images)) {
      number += 1
      let text = #"{"edits": [{"setAttributes": "row:PipelineDevice/12", "attributes": {"NAME": "N"#
      try Data("\(text)\(number) \(Date.now.timeIntervalSince1970)\"}}]}".utf8)
        .write(to: URL(fileURLWithPath: edit))
    }
    try add("identify after edits", command("identify", at, image: images))
    let base = results[0].seconds
    for index in results.indices { results[index].ratio = results[index].seconds / base }
    let document = Document(
      features: count,
      bytes: Self.size(path),
      imageBytes: ImageDescription(of: path, in: ImageCache(folder: images)).byteCount,
      results: results
    )
    if json { return print(try document.json()) }
    print("\(count) features, \(document.bytes) bytes, image \(document.imageBytes) bytes")
    for result in results {
      let job = result.job.padding(toLength: 36, withPad: " ", startingAt: 0)
      let (seconds, megabytes) = (fixed(result.seconds, 3), fixed(result.megabytes, 0))
      print("\(job)  \(seconds) s  \(megabytes) MB  \(fixed(result.ratio ?? 1, 4))")
    }
  }

  /// The properties of a tiled network that are known without opening it.
  private struct Tiled: Codable {
    let features: Int
    let x: Double
    let y: Double
    let width: Double
    let height: Double
  }

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

extension UtilityNetwork {
  /// Copies of the network side by side: a large network with the properties of a real one;
  /// global ids, row ids and names of subnetworks differ between tiles.
  func tiled(_ count: Int) throws -> UtilityNetwork {
    guard let extent = Envelope.combining(geometries.map { $0?.envelope }) else {
      throw BenchError("The network has no extent to tile.")
    }
    let step = ((extent.maxX - extent.minX) * 1.01, (extent.maxY - extent.minY) * 1.01)
    let side = max(Int(Double(count).squareRoot().rounded(.up)), 1)
    var tiles = tables.map { $0.holding([]) }
    var all: [Association] = []
    func id(_ id: GlobalID, in tile: Int) -> GlobalID {
      GlobalID(high: id.high &+ UInt64(tile), low: id.low)
    }
    for tile in 0..<count {
      let (dx, dy) = (Double(tile % side) * step.0, Double(tile / side) * step.1)
      for (number, table) in tables.enumerated() {
        let names = table.fields.firstIndex { $0.name.lowercased() == "subnetworkcontrollername" }
        let rowStep = (table.rowIDs.max() ?? 0) + 1
        for row in 0..<table.count {
          var feature = table[row]
          feature.rowID += Int64(tile) * rowStep
          feature.globalID = feature.globalID.map { id($0, in: tile) }
          feature.geometry = try feature.geometry?.moved(dx: dx, dy: dy)
          if let names, case .text(let name) = feature.attributes[names], !name.isEmpty {
            feature.attributes[names] = .text("\(name) \(tile)")
          }
          tiles[number].append(feature)
        }
      }
      all += associations.map { association in
        var moved = association
        moved.globalID = id(association.globalID, in: tile)
        moved.from.globalID = id(association.from.globalID, in: tile)
        moved.to.globalID = id(association.to.globalID, in: tile)
        return moved
      }
    }
    return try with(tables: tiles, associations: all)
  }
}
