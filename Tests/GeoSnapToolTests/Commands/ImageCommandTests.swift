import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Images that the command keeps")
struct ImageCommandTests {
  /// A copy of the sample and a folder for its image, gone with the value.
  private final class Town {
    let folder: URL
    let path: String
    let images: String

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appending(path: "town.gpkg").path
      images = folder.appending(path: "images").path
      try FileManager.default.copyItem(atPath: SampleFile.path, toPath: path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func run(_ words: String...) throws -> CommandLineRun {
      try CommandLineRun([words[0], path, "--image", images] + words.dropFirst())
    }

    var state: String? {
      get throws { try run("image", "--check", "--json").json()["state"] as? String }
    }
  }

  @Test("Verbs make an image and answer from it as from rows")
  func verbs() throws {
    let town = try Town()
    #expect(try town.state == "missing")
    let questions = [
      ["identify", "--at", "412041,5364905", "--tolerance", "5", "--json"],
      ["snap", "--at", "412041,5364905", "--tolerance", "5", "--json"],
      ["associations", "--extent", "412000,5364000,413000,5365000", "--json"],
      ["show", "row:PipelineDevice/12"],
      ["find", "Line 28"],
      ["info", "--json"],
    ]
    for question in questions {
      let rows = try CommandLineRun(
        [question[0], town.path, "--image", "none"] + question.dropFirst()
      )
      #expect(rows.exitCode == 0, "\(question): \(rows.errors)")
      for _ in 0..<2 {
        let run = try CommandLineRun(
          [question[0], town.path, "--image", town.images] + question.dropFirst()
        )
        #expect(run.exitCode == 0 && run.output == rows.output, "\(question)")
      }
      #expect(try town.state == "fits")
    }
    #expect(try town.run("image", "--remove").output.contains("none any more"))
    #expect(try town.state == "missing")
    #expect(try town.run("image", "--make").output.contains("topology"))
    #expect(try town.state == "fits")
    let sections = try town.run("image", "--sections", "--json").json()["sections"] as? [Any]
    #expect((sections?.count ?? 0) > 100)
  }

  @Test("Edits of the command stand beside the image, and verbs that read see them")
  func edits() throws {
    let town = try Town()
    #expect(try town.run("image", "--make").exitCode == 0)
    for name in ["One", "Two", "Three"] {
      let file = town.folder.appending(path: "edit.json")
      try Data(
        """
        {"edits": [{"setAttributes": "row:PipelineDevice/12", "attributes": {"NAME": "\(name)"}}]}
        """.utf8
      ).write(to: file)
      let run = try town.run("edit", "--transaction", file.path)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(try town.state == "fits")
    }
    let document = try town.run("image", "--json").json()
    #expect(document["commits"] as? Int == 3)
    #expect(try town.run("edit", "--undo").exitCode == 0)
    #expect(try town.run("show", "row:PipelineDevice/12").output.contains("Two"))
    #expect(try town.run("image", "--json").json()["commits"] as? Int == 4)
  }

  @Test("With commits beside the image each verb that reads answers as from rows")
  func readersAfterCommits() throws {
    let town = try Town()
    let cache = ImageCache(folder: town.images)
    #expect(try town.run("image", "--make").exitCode == 0)
    let store = try NetworkStore(town.path, images: cache)
    let network = store.snapshot
    func row(_ table: String, _ number: Int) throws -> FeatureID {
      let features = network.features(table: try #require(network.table(named: table)))
      return features[number]
    }
    func id(_ feature: FeatureID) throws -> GlobalID {
      try #require(network.globalID(of: feature))
    }
    let (moved, renamed, deleted) = (
      try row("PipelineDevice", 20), try row("PipelineDevice", 30), try row("PipelineDevice", 40)
    )
    let mains = network.features(table: try #require(network.table(named: "PipelineLine")))
    let main = try #require(mains.first { network.geometry(of: $0)?.length ?? 0 > 30 })
    let half = try network.geometry(of: main)?.point(atFraction: 0.5)
    let middle = try #require(half?.coordinate)
    let place = try #require(network.geometry(of: moved)?.coordinates.first)
    let beside = Coordinate(x: place.x + 1, y: place.y + 2)
    let added = try #require(GlobalID("01020304-0506-0708-090a-0b0c0d0e0f10"))
    try store.commit(
      NetworkTransaction(
        "First",
        [
          .setGeometry(.globalID(try id(moved)), .point(Point(beside))),
          .setAttributes(.globalID(try id(renamed)), ["NAME": .text("Renamed")]),
          .splitLine(.globalID(try id(main)), at: [SplitPlace(middle)]),
        ]
      )
    )
    try store.commit(
      NetworkTransaction(
        "Second",
        [
          .deleteFeature(.globalID(try id(deleted))),
          .insertFeature(
            NewFeature(globalID: added, geometry: .point(Point(middle))),
            table: "survey_points"
          ),
        ]
      )
    )
    store.keepImage()
    #expect(try town.run("image", "--json").json()["commits"] as? Int == 2)
    func text(_ place: Coordinate) -> String { "\(place.x),\(place.y)" }
    let names = try [moved, renamed, main].map { try id($0).description }
    let extent =
      "\(place.x - 200),\(place.y - 200),\(place.x + 200),\(place.y + 200)"
    let picture = town.folder.appending(path: "answer.svg").path
    let geojson = town.folder.appending(path: "answer.geojson").path
    var questions = [
      ["identify", "--at", text(beside), "--tolerance", "50", "--json"],
      ["identify", "--at", text(middle), "--tolerance", "5"],
      ["snap", "--at", text(middle), "--tolerance", "5", "--json"],
      [
        "snap", "--at", text(middle), "--tolerance", "5", "--asset-type",
        "PipelineDevice/Valve/Gate", "--json",
      ],
      ["explain", "--at", text(beside), "--tolerance", "5"],
      ["snap-sources", "--json"],
      ["render", "--at", text(beside), "--extent", extent, "--svg", picture, "--force"],
      ["associations", "--extent", extent, "--json"],
      ["find", "Renamed", "--json"], ["find", "\(added)", "--json"],
      ["list", "--source", "survey_points", "--json"],
      ["list", "--source", "PipelineLine", "--json", "--limit", "100000"],
      ["info", "--json"], ["graph", "--json"], ["segments", "--json"],
      ["subnetworks", "--json"],
      ["fraction", names[2], "--at", text(middle), "--json"],
      ["why", "--from", names[1], "--to", names[2], "--json"],
      ["distances", "--from", names[2], "--json"],
      ["export", "--source", "survey_points", "--out", geojson, "--force"],
    ]
    for name in names + ["\(added)"] { questions.append(["show", name, "--json"]) }
    for type in ["connected", "isolation", "upstream"] {
      questions.append(["trace", "--type", type, "--from", names[2], "--json"])
      questions.append([
        "trace", "--type", type, "--from", names[2], "--svg", picture, "--geojson", geojson,
        "--force",
      ])
    }
    // An image made of the rows as they are now has the subnetworks of features as well.
    let anew = town.folder.appending(path: "anew").path
    #expect(try CommandLineRun(["image", town.path, "--image", anew, "--make"]).exitCode == 0)
    var answered = 0
    for question in questions {
      func ask(_ images: String) throws -> [String] {
        for file in [picture, geojson] { try? FileManager.default.removeItem(atPath: file) }
        let run = try CommandLineRun(
          [question[0], town.path, "--image", images] + question.dropFirst()
        )
        if run.exitCode == 0 { answered += 1 }
        let files = [picture, geojson].map {
          (try? String(contentsOfFile: $0, encoding: .utf8)) ?? ""
        }
        // Elements are in the order in which they are reached, which goes by numbers of the graph.
        return ["\(run.exitCode)", run.errors, try Self.sorted(run.output)]
          + (try files.map(Self.sorted))
      }
      let rows = try ask(anew)
      let image = try ask(town.images)
      #expect(image == rows, "\(question)")
      #expect(try town.run("image", "--json").json()["state"] as? String == "fits")
    }
    #expect(answered > questions.count)
    #expect(try town.run("image", "--json").json()["commits"] as? Int == 2)
  }

  /// A text with its lines, or the parts of its lists, in order.
  private static func sorted(_ text: String) throws -> String {
    func inOrder(_ value: Any) throws -> Any {
      if let list = value as? [Any] {
        return try list.map(inOrder).map { value in
          String(
            decoding: try JSONSerialization.data(
              withJSONObject: [value],
              options: [.sortedKeys]
            ),
            as: UTF8.self
          )
        }.sorted()
      }
      if let object = value as? [String: Any] { return try object.mapValues(inOrder) }
      return value
    }
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else {
      return text.split(separator: "\n").sorted().joined(separator: "\n")
    }
    return String(
      decoding: try JSONSerialization.data(withJSONObject: inOrder(value), options: [.sortedKeys]),
      as: UTF8.self
    )
  }

  @Test("A damaged image is told of by the check, and no verb minds it")
  func damaged() throws {
    let town = try Town()
    #expect(try town.run("image", "--make").exitCode == 0)
    let image = try #require(try town.run("image", "--json").json()["image"] as? String)
    let handle = try #require(FileHandle(forUpdatingAtPath: image))
    try handle.seek(toOffset: 100_000)
    try handle.write(contentsOf: Data([1, 2, 3, 4, 5, 6, 7, 8, 9]))
    try handle.close()
    let run = try town.run("image", "--check")
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("damaged"))
    #expect(try town.run("identify", "--at", "412041,5364905", "--tolerance", "5").exitCode == 0)
    #expect(try town.state == "fits")
  }

  @Test("Subnetworks from an image are those that are traced, and a feature is shown with its own")
  func subnetworks() throws {
    let town = try Town()
    let questions = [
      ["--json"], [], ["--tier", "low voltage radial"], ["--domain-network", "Electric", "--json"],
      ["--set", "origin:lv/switch/209.Device Status=Closed", "--json"],
    ]
    let traced = try questions.map { words in
      try CommandLineRun(["subnetworks", town.path, "--image", "none"] + words).output
    }
    #expect(traced.allSatisfy { $0.count > 1_000 } && Set(traced).count == questions.count)
    let feature = "origin:lv/trafo/1"
    let bare = try town.run("show", feature, "--json").json()["features"] as? [[String: Any]]
    #expect(bare?.first?["subnetworks"] is NSNull)
    #expect(try !town.run("show", feature).output.contains("subnetworks"))
    for _ in 0..<2 {
      for (words, answer) in zip(questions, traced) {
        let run = try CommandLineRun(["subnetworks", town.path, "--image", town.images] + words)
        #expect(run.output == answer, "\(words): \(run.errors)")
      }
    }
    let features = try town.run("show", feature, "--json").json()["features"] as? [[String: Any]]
    let names = (features?.first?["subnetworks"] as? [[String: Any]])?.compactMap {
      $0["name"] as? String
    }
    #expect(names?.isEmpty == false, "\(String(describing: features))")
    let text = try town.run("show", feature).output
    #expect(names?.allSatisfy { text.contains($0) } == true, "\(text)")
    let parts = try town.run("image", "--json").json()["parts"] as? [[String: Any]]
    #expect(parts?.contains { $0["name"] as? String == "labels" } == true)
    ImageDescription.removeImage(of: town.path, in: ImageCache(folder: town.images))
    #expect(try town.run("image", "--make").exitCode == 0)
    #expect(try town.run("show", feature).output == text)
  }

  @Test("A program that is killed while it writes an image leaves none that is wrong")
  func kills() throws {
    let town = try Town()
    let cache = ImageCache(folder: town.images)
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
    #expect(try town.run("image", "--make").exitCode == 0)
    #expect(try town.state == "fits")
  }
}
