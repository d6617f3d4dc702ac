import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Images that the command keeps")
struct ImageCommandTests {
  /// A copy of the sample and a folder for its image, gone with the value.
  private struct Town {
    private let folder: ScratchFolder
    let path: String
    let images: String

    init() throws {
      folder = try ScratchFolder()
      (path, images) = (folder.path("town.gpkg"), folder.path("images"))
      try FileManager.default.copyItem(atPath: SampleFile.path, toPath: path)
    }

    func file(_ name: String) -> String { folder.path(name) }

    func run(_ words: [String], images: String? = nil) throws -> CommandLineRun {
      try CommandLineRun([words[0], path, "--image", images ?? self.images] + words.dropFirst())
    }

    func told(_ key: String, _ options: String...) throws -> String {
      "\(try run(["image", "--json"] + options).json()[key] ?? "nothing")"
    }
  }

  /// Commits moves, names, splits, deletions and insertions beside the image; answers what they touched.
  private func edit(_ town: Town) throws -> (
    ids: [GlobalID], beside: Coordinate, middle: Coordinate
  ) {
    let store = try NetworkStore(town.path, images: ImageCache(folder: town.images))
    let network = store.snapshot
    func features(_ table: String) throws -> [FeatureID] {
      network.features(table: try #require(network.table(named: table)))
    }
    func id(_ feature: FeatureID) throws -> GlobalID { try #require(network.globalID(of: feature)) }
    let devices = try features("PipelineDevice")
    let main = try #require(
      try features("PipelineLine").first { network.geometry(of: $0)?.length ?? 0 > 30 }
    )
    let middle = try #require(try network.geometry(of: main)?.point(atFraction: 0.5).coordinate)
    let place = try #require(network.geometry(of: devices[20])?.coordinates.first)
    let beside = Coordinate(x: place.x + 1, y: place.y + 2)
    let added = try #require(GlobalID("01020304-0506-0708-090a-0b0c0d0e0f10"))
    let (moved, renamed, split) = (try id(devices[20]), try id(devices[30]), try id(main))
    try store.commit(
      NetworkTransaction(
        "First",
        [
          .setGeometry(.globalID(moved), .point(Point(beside))),
          .setAttributes(.globalID(renamed), ["NAME": .text("Renamed")]),
          .splitLine(.globalID(split), at: [SplitPlace(middle)]),
        ]
      )
    )
    let point = NewFeature(globalID: added, geometry: .point(Point(middle)))
    try store.commit(
      NetworkTransaction(
        "Second",
        [
          .deleteFeature(.globalID(try id(devices[40]))),
          .insertFeature(point, table: "survey_points"),
        ]
      )
    )
    store.keepImage()
    return ([moved, renamed, split, added], beside, middle)
  }

  @Test("With commits beside the image each verb that reads answers as from rows")
  func readersAfterCommits() throws {
    let town = try Town()
    #expect(try town.run(["image", "--make"]).exitCode == 0)
    let (ids, beside, middle) = try edit(town)
    #expect(try town.told("commits") == "2")
    func text(_ place: Coordinate) -> String { "\(place.x),\(place.y)" }
    let extent = "\(beside.x - 200),\(beside.y - 200),\(beside.x + 200),\(beside.y + 200)"
    let line = "\(ids[2])"
    let (picture, places) = (town.file("answer.svg"), town.file("answer.geojson"))
    var questions = [
      ["identify", "--at", text(beside), "--tolerance", "50", "--json"],
      ["snap", "--at", text(middle), "--tolerance", "5", "--json"],
      [
        "snap", "--at", text(middle), "--tolerance", "5", "--asset-type",
        "PipelineJunction/Fitting/Tap", "--json",
      ],
      ["explain", "--at", text(beside), "--tolerance", "5"], ["snap-sources", "--json"],
      ["render", "--at", text(beside), "--extent", extent, "--output", picture],
      ["associations", "--extent", extent, "--json"], ["find", "Renamed", "--json"],
      ["find", "\(ids[3])", "--json"], ["list", "survey_points", "--json"],
      ["list", "PipelineLine", "--json", "--limit", "100000"], ["info", "--json"],
      ["graph", "--json"], ["segments", "--json", "--valves", "category = 'Isolating'"],
      ["subnetworks", "--json"], ["fraction", "--element", line, "--at", text(middle), "--json"],
      ["why", "--from", "\(ids[1])", "--to", line, "--json"],
      ["distances", "--from", line, "--cost", "Length", "--json"],
    ]
    for id in ids { questions.append(["show", "\(id)", "--json"]) }
    for type in ["connected", "isolation", "upstream"] {
      let files = ["--svg", picture, "--geojson", places]
      questions.append(["trace", "--type", type, "--start", line, "--json"] + files)
    }
    questions[questions.count - 2] += ["--filter-condition", "category = 'Isolating'"]
    // An image made of the rows as they are now has the subnetworks of features as well.
    let anew = town.file("anew")
    #expect(try town.run(["image", "--make"], images: anew).exitCode == 0)
    func expectSame(_ question: [String]) throws {
      func ask(_ images: String) throws -> [String] {
        for file in [picture, places] { try? FileManager.default.removeItem(atPath: file) }
        let run = try town.run(question, images: images)
        // No valve isolates the main from the town's only source.
        let expected: Int32 = question.contains("isolation") ? 1 : 0
        #expect(run.exitCode == expected, "\(question): \(run.errors)")
        let files = [picture, places].map {
          (try? String(contentsOfFile: $0, encoding: .utf8)) ?? ""
        }
        // Elements are in the order in which they are reached, which goes by numbers of the graph.
        return [run.errors] + (try ([run.output] + files).map(Self.sorted))
      }
      #expect(try ask(town.images) == ask(anew), "\(question)")
    }
    for question in questions { try expectSame(question) }
    #expect(try town.told("state") == "fits" && town.told("commits") == "2")
    // An export makes the image again.
    try expectSame(["export", places, "--source", "survey_points"])
    #expect(try town.told("state") == "fits")
  }

  /// A text with its lines and the strokes of its paths, or the parts of its lists, in order.
  private static func sorted(_ text: String) throws -> String {
    func written(_ value: Any) throws -> String {
      let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
      return String(decoding: data, as: UTF8.self)
    }
    func inOrder(_ value: Any) throws -> Any {
      if let list = value as? [Any] { return try list.map { try written([inOrder($0)]) }.sorted() }
      if let object = value as? [String: Any] { return try object.mapValues(inOrder) }
      return value
    }
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else {
      return text.split { "\nM\"".contains($0) }.sorted().joined(separator: "\n")
    }
    return try written(inOrder(value))
  }

  @Test("A program that is killed while it writes an image leaves none that is wrong")
  func kills() throws {
    let town = try Town()
    // One that writes nothing by itself, in the background while another program writes.
    let cache = ImageCache(folder: town.images, leastFeatures: 0, writesByItself: false)
    let rows = try GeoPackage.open(town.path, images: .none)
    var random = SeededGenerator(seed: 1)
    for number in 0..<Extent.count(4, long: 20, full: 200) {
      ImageDescription.removeImage(of: town.path, in: cache)
      let process = Process()
      process.executableURL = CommandLineRun.program
      process.arguments = ["image", town.path, "--image", town.images, "--make"]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      // Until it has begun to write, then a moment more.
      let partial = { (try? FileManager.default.contentsOfDirectory(atPath: town.images)) ?? [] }
      while process.isRunning, !partial().contains(where: { $0.contains(".partial") }) {
        usleep(200)
      }
      usleep(UInt32(random.int(0...30_000)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let opened = try GeoPackage.open(town.path, images: cache)
      #expect(opened.network.tables == rows.network.tables, "kill \(number)")
      #expect(opened.network.associations == rows.network.associations, "kill \(number)")
    }
    #expect(try town.run(["image", "--make"]).exitCode == 0)
    let checked = try town.run(["image", "--check", "--json"])
    #expect(try checked.json()["state"] as? String == "fits", "\(checked.output) \(checked.errors)")
  }
}
