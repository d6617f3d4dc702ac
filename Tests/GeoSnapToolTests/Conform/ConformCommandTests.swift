import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("geosnap conform")
final class ConformCommandTests {
  private let network: FixtureFile
  private let folder: String

  init() throws {
    network = try FixtureFile()
    folder = NSTemporaryDirectory() + "geosnap-conform-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    return folder + "/" + name
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func run(
    _ input: String,
    _ arguments: String...,
    stdin: String? = nil
  ) throws -> CommandLineRun {
    try CommandLineRun(
      ["conform", input, network.path, "--tolerance", "2"] + arguments,
      input: stdin.map { Array($0.utf8) }
    )
  }

  private static let line =
    #"{"type":"Feature","id":"a","properties":{"n":1},"geometry":{"type":"LineString","#
    + #""coordinates":[[0.5,1],[25,11,4],[60,60]]}}"#
  private static let point =
    #"{"type":"Feature","id":7,"properties":{},"geometry":{"type":"Point","coordinates":[25,11,4]}}"#

  @Test("The report tells of each vertex where it went, by what rule, or why it stayed")
  func report() throws {
    let input = try file("in.geojsonl", Self.line + "\n" + Self.point + "\n")
    let output = folder + "/out.geojsonl"
    let main = try run(
      input,
      "--asset-type",
      "PipelineLine/Main/PE",
      "--output",
      output,
      "--json"
    )
    #expect(main.exitCode == 0, "\(main.errors)")
    let report = try main.json()
    let moved = try #require(report["moved"] as? [[String: Any]])
    let unmoved = try #require(report["unmoved"] as? [[String: Any]])
    // The line's policy is any-vertex, so that its inner vertex could move, but the point holds it.
    #expect(moved.count == 1)
    #expect(moved[0]["id"] as? String == "a")
    #expect(moved[0]["vertex"] as? Int == 0)
    #expect(moved[0]["from"] as? [Double] == [0.5, 1])
    #expect(moved[0]["to"] as? [Double] == [0, 0])
    #expect(moved[0]["distance"] as? Double == (1.25).squareRoot())
    #expect(moved[0]["rule"] is NSNull)
    #expect(moved[0]["because"] as? String == "sameAssetType")
    #expect(moved[0]["globalID"] as? String == GasFixture.id(111).description)
    #expect(
      unmoved.map { $0["reason"] as? String } == [
        "sharedConflict", "nothingNear", "unsupportedGeometry",
      ]
    )
    let summary = try #require(report["summary"] as? [String: Any])
    #expect(summary["moved"] as? Int == 1)
    #expect(summary["vertices"] as? Int == 4)
    #expect(
      try text(output) == Self.line.replacingOccurrences(of: "[0.5,1]", with: "[0.0,0.0]") + "\n"
        + Self.point + "\n"
    )
    let tap = try run(
      input,
      "--asset-type",
      "PipelineJunction/Fitting/Tap",
      "--output",
      output,
      "--json",
      "--force"
    )
    let reasons = try #require(try tap.json()["unmoved"] as? [[String: Any]])
    #expect(
      reasons.map { $0["reason"] as? String } == ["unsupportedGeometry", "sharedConflict"]
    )
  }

  @Test("A rule is named by its id, a refusal by its reason")
  func rules() throws {
    let input = try file("in.csv", "x,y\n20,11\n5,1\n25,20\n20,14\n")
    let run = try run(
      input,
      "--asset-type",
      "PipelineJunction/Fitting/Coupling",
      "--report",
      folder + "/r.json"
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == "x,y\n20,10.0\n5,0.0\n25,20\n20,14\n")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(try text(folder + "/r.json").utf8)) as? [String: Any]
    )
    let moved = try #require(report["moved"] as? [[String: Any]])
    // At the tap there is a vertex of the main: two junctions on it are no business of the snap.
    #expect(moved.map { $0["rule"] as? Int } == [4, 4])
    #expect(moved.map { $0["insertVertex"] as? Bool } == [false, true])
    let unmoved = try #require(report["unmoved"] as? [[String: Any]])
    #expect(unmoved.map { $0["id"] as? Int } == [3, 4])
    #expect(unmoved.map { $0["reason"] as? String } == ["nothingNear", "refused:noRule"])
    #expect(run.errors.contains("4 features: 2 of 4 vertices moved, at most by 1.0; stayed:"))
  }

  @Test("stdin goes to stdout, GeoJSON as a sequence and CSV as it is")
  func pipes() throws {
    let collection = "{\"type\":\"FeatureCollection\",\"features\":[\(Self.line),\n\(Self.point)]}"
    let expected =
      Self.line.replacingOccurrences(of: "[0.5,1]", with: "[0.0,0.0]")
      .replacingOccurrences(of: "[25,11,4]", with: "[25,10.0,4]") + "\n"
      + Self.point.replacingOccurrences(of: "[25,11,4]", with: "[25,10.0,4]") + "\n"
    #expect(try run("-", stdin: collection).output == expected)
    #expect(try run("-", stdin: Self.line + "\n" + Self.point + "\n").output == expected)
    let csv = "\u{FEFF}name;y;x\r\n\"a;\"\"b\"\"\";1;0.5\r\n;\"50\";50"
    #expect(
      try run("-", "--delimiter", ";", stdin: csv).output
        == "\u{FEFF}name;y;x\r\n\"a;\"\"b\"\"\";0.0;0.0\r\n;\"50\";50"
    )
  }

  @Test("A collection stays one in a file; either form becomes the other by the file's name")
  func forms() throws {
    let collection = "{\"type\":\"FeatureCollection\",\"x\":1,\"features\":[\n\(Self.point)\n]}\n"
    let moved = Self.point.replacingOccurrences(of: "[25,11,4]", with: "[25,10.0,4]")
    let input = try file("in.geojson", collection)
    for (name, expected) in [
      ("a.geojson", collection.replacingOccurrences(of: Self.point, with: moved)),
      ("a.geojsonl", moved + "\n"),
    ] {
      let run = try run(input, "--output", folder + "/" + name)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.output == "1 feature: 1 of 1 vertex moved, at most by 1.0\n")
      #expect(try text(folder + "/" + name) == expected)
    }
    #expect(try run(folder + "/a.geojsonl", "--output", folder + "/b.geojson").exitCode == 0)
    #expect(
      try text(folder + "/b.geojson")
        == "{\"type\":\"FeatureCollection\",\"features\":[\n\(moved)\n]}\n"
    )
  }

  @Test("A GeoPackage comes back with other geometries and nothing else changed")
  func geoPackage() throws {
    let source = GasFixture.c(3, 0.5)
    let path = folder + "/in.gpkg"
    try GeoPackage.write(try survey(at: source), to: path)
    let output = folder + "/out.gpkg"
    let run = try run(path, "--layer", "FENCES", "--output", output, "--json")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect((try run.json()["moved"] as? [[String: Any]])?.map { $0["id"] as? Int } == [4])
    let before = try GeoPackage.open(path).network
    let after = try GeoPackage.open(output).network
    #expect(after.definition == before.definition)
    #expect(after.rules == before.rules)
    for (one, other) in zip(before.tables, after.tables) {
      #expect(one.attributes == other.attributes && one.rowIDs == other.rowIDs)
      guard one.name == "fences" else {
        #expect(one.geometries == other.geometries)
        continue
      }
      #expect(other.geometries == [try Geometry(wkt: "LINESTRING (3 0, 50 60)"), nil])
    }
    // Opening checks the spatial index, and so does doing it again, which moves nothing.
    let again = try self.run(output, "--layer", "fences", "--output", folder + "/again.gpkg")
    #expect(again.output.contains("alreadyThere 1"))
    let several = try self.run(path, "--output", folder + "/no.gpkg")
    #expect(several.exitCode == 65)
    #expect(several.errors.contains("Name one of the tables: "))
    #expect(try self.run(path, "--layer", "roads", "--output", folder + "/no.gpkg").exitCode == 65)
    #expect(try self.run(path, "--layer", "fences").exitCode == 64)
    #expect(!FileManager.default.fileExists(atPath: folder + "/no.gpkg"))
  }

  /// The fixture with other fences, one from a place to 50 60, one without geometry.
  private func survey(at place: Coordinate) throws -> UtilityNetwork {
    let network = try GasFixture.network()
    var fences = FeatureTable(
      name: "fences",
      sourceID: nil,
      geometryType: .lineString,
      fields: [AttributeField("material", .text)]
    )
    let line = try LineString([place, GasFixture.c(50, 60)])
    fences.append(
      Feature(
        rowID: 4,
        globalID: nil,
        geometry: .lineString(line),
        attributes: [.text("wood")]
      )
    )
    fences.append(Feature(rowID: 9, globalID: nil, geometry: nil, attributes: [.null]))
    return try UtilityNetwork(
      definition: network.definition,
      srid: nil,
      tables: network.tables.map { $0.name == "fences" ? fences : $0 },
      associations: network.associations,
      rules: network.rules
    )
  }

  @Test("What is read is never written over, and what exists only when told")
  func outputs() throws {
    let input = try file("in.geojsonl", Self.point + "\n")
    let link = folder + "/link.geojsonl"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: input)
    for output in [input, link, network.path] {
      for option in ["--output", "--report"] {
        let run = try run(input, option, output, "--force")
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("give another \(option)"), "\(run.errors)")
      }
    }
    #expect(try text(input) == Self.point + "\n")
    let other = try file("other.geojsonl", "old")
    #expect(try run(input, "--output", other).exitCode == 64)
    #expect(try text(other) == "old")
    #expect(try run(input, "--output", other, "--force").exitCode == 0)
    #expect(try text(other).contains("[25,10.0,4]"))
    #expect(try run(input, "--output", folder + "/a.csv").errors.contains("of another format"))
    #expect(try run(input, "--json").exitCode == 64)
    #expect(try run(input, "--output", other, "--report", other, "--force").exitCode == 64)
    #expect(try run(folder + "/nothing.csv").exitCode == 66)
    #expect(try run(input, "--output", folder + "/no/such/folder.geojsonl").exitCode == 66)
  }

  @Test("A bad feature ends the run with 65 and leaves nothing behind")
  func badFeature() throws {
    let good = Array(repeating: Self.point, count: 5000).joined(separator: "\n")
    let input = try file("in.geojsonl", good + "\n{\"type\":\"Feature\"}\n")
    let csv = try file("in.csv", "x,y\n" + String(repeating: "25,11\n", count: 90_000) + "1,b\n")
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let run = try run(
      input,
      "--output",
      folder + "/out.geojsonl",
      "--report",
      folder + "/report.json"
    )
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("in.geojsonl:5001: byte "), "\(run.errors)")
    #expect(run.errors.contains("features[5000]: a member \"geometry\" is expected"))
    let other = try self.run(csv, "--output", folder + "/out.csv")
    #expect(other.exitCode == 65)
    #expect(other.errors.contains("in.csv:90002: column y is \"b\", no finite number."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
    // To stdout nothing goes before all is known to be well.
    #expect(try self.run(input).output.isEmpty)
    let line = try self.run(csv, "--asset-type", "PipelineLine/Main/PE")
    #expect(line.exitCode == 64)
    #expect(line.errors.contains("CSV has points only"))
  }

  @Test("A collection that was cut to nothing ends with 65; a sequence may have no features")
  func nothing() throws {
    let run = try run(try file("in.geojson", ""), "--output", folder + "/out.geojson")
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("in.geojson is empty"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder + "/out.geojson"))
    #expect(try self.run(try file("in.geojsonl", "")).exitCode == 0)
  }

  /// Starts a run in another process.
  private func start(_ arguments: [String], _ input: Pipe, _ output: Pipe, _ errors: Pipe) throws
    -> Process
  {
    let process = Process()
    process.executableURL = CommandLineRun.program
    process.arguments = ["conform"] + arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    // What an interrupted program holds is no leak. AddressSanitizer takes it for one where an enum keeps
    // its case in spare bits of the pointer.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["ASAN_OPTIONS": "detect_leaks=0"]) { $1 }
    try process.run()
    return process
  }

  @Test(
    "A file that appears during the run stays, unless told otherwise",
    arguments: [false, true]
  )
  func appearance(isForced: Bool) async throws {
    let (input, errors) = (Pipe(), Pipe())
    let output = folder + "/out.csv"
    let process = try start(
      ["-", network.path, "--tolerance", "2", "--output", output] + (isForced ? ["--force"] : []),
      input,
      Pipe(),
      errors
    )
    // More than one block, so that the output is begun.
    let rows = "x,y\n" + String(repeating: "25,11\n", count: 60_000)
    try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
    while try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty, process.isRunning {
      try await Task.sleep(for: .milliseconds(20))
    }
    _ = try file("out.csv", "another")
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    let message = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    #expect(process.terminationStatus == (isForced ? 0 : 64), "\(message)")
    #expect(message.contains("has come to exist in the meantime") == !isForced)
    #expect(try text(output).hasPrefix(isForced ? "x,y\n25,10.0\n" : "another"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out.csv"])
  }

  @Test("A signal ends a run that cannot write its report, and leaves no copy of a GeoPackage")
  func interruptedCopy() throws {
    let points = folder + "/in.gpkg"
    let writer = try PointTableWriter(points, table: "points", fields: [], srid: nil)
    let row = PointRow(place: Coordinate(x: 25, y: 11), values: [])
    try writer.append(Array(repeating: row, count: 2000))
    try writer.finish()
    let output = Pipe()
    let process = try start(
      [
        points, network.path, "--tolerance", "2", "--output", folder + "/out.gpkg", "--json",
      ],
      Pipe(),
      output,
      Pipe()
    )
    // More than a pipe holds is to follow, and nobody reads it.
    let first = try output.fileHandleForReading.read(upToCount: 1)
    #expect(first == Data("{".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["in.gpkg"])
  }

  @Test("A signal ends a run that waits for its input, and leaves nothing behind")
  func interruption() async throws {
    let process = Process()
    process.executableURL = CommandLineRun.program
    process.arguments = [
      "conform", "-", network.path, "--tolerance", "2", "--output", folder + "/out.csv",
    ]
    let input = Pipe()
    let errors = Pipe()
    process.standardInput = input
    process.standardError = errors
    try process.run()
    // More than one block, so that the output is begun.
    let rows = "x,y\n" + String(repeating: "25,11\n", count: 60_000)
    try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
    while try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty, process.isRunning {
      try await Task.sleep(for: .milliseconds(20))
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
