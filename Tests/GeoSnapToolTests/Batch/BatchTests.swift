import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Batches on the command line")
final class BatchTests {
  private let file: FixtureFile
  private let folder: String

  init() throws {
    file = try FixtureFile()
    folder = NSTemporaryDirectory() + "geosnap-batch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true
    )
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func run(_ verb: String, _ input: String, _ arguments: String...) throws -> CommandLineRun
  {
    try CommandLineRun(
      [verb, file.path, "--batch", "-", "--tolerance", "5"] + arguments,
      input: Array(input.utf8)
    )
  }

  private func lines(_ run: CommandLineRun) -> [String] {
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("snap adds its columns to every row, snapped or not, and keeps the rest as it is")
  func snap() throws {
    let input = "name,x,y\n\"a, \"\"b\"\"\n\",20,15.5\n  é , 5e2 ,500\n"
    let run = try run("snap", input)
    #expect(run.exitCode == 0, "\(run.errors)")
    let rows = run.output.components(separatedBy: "snap_because\n")
    #expect(rows[0].hasPrefix("name,x,y,snap_state,snap_x,snap_y,snap_z,snap_distance,"))
    #expect(rows[1].hasPrefix("\"a, \"\"b\"\"\n\",20,15.5,snapped,20.0,15.0,"))
    #expect(
      rows[1].hasSuffix("\n  é , 5e2 ,500,unsnapped" + String(repeating: ",", count: 17) + "\n")
    )
  }

  @Test("What a batch reads is never written over, by whatever name")
  func outputGuard() throws {
    let points = folder + "/points.csv"
    try Data("x,y\n20,15.5\n".utf8).write(to: URL(fileURLWithPath: points))
    let link = folder + "/link.csv"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: points)
    let hardLink = folder + "/hard.csv"
    try FileManager.default.linkItem(atPath: points, toPath: hardLink)
    for (output, format) in [
      (file.path, "gpkg"), (file.path, "csv"), (points, "csv"), (link, "csv"),
      (hardLink, "csv"), (points, "gpkg"),
    ] {
      let before = try Data(contentsOf: URL(fileURLWithPath: output))
      let run = try CommandLineRun([
        "snap", file.path, "--batch", points, "--tolerance", "5", "--output", output, "--format",
        format, "--force",
      ])
      #expect(run.exitCode == 64, "\(output) as \(format)")
      #expect(run.errors.contains("give another --output"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: output)) == before)
    }
    let text = folder + "/text.gpkg"
    try Data("no database".utf8).write(to: URL(fileURLWithPath: text))
    let run = try CommandLineRun([
      "snap", file.path, "--batch", points, "--tolerance", "5", "--output", text, "--force",
    ])
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("is no GeoPackage"))
  }

  @Test("The answers of a batch are those for single places")
  func sameAsSingle() throws {
    let single = try CommandLineRun(
      ["snap", file.path, "--at", "20,15.5", "--tolerance", "5", "--json"]
    )
    let match = try #require(try single.json()["match"] as? [String: Any])
    let batch = lines(try run("snap", "x,y\n20,15.5\n", "--format", "geojsonl"))
    let feature = try JSONSerialization.jsonObject(with: Data(batch[0].utf8)) as? [String: Any]
    let properties = try #require(feature?["properties"] as? [String: Any])
    for key in [
      "source", "globalID", "origin", "assetGroup", "assetType", "kind", "distance", "fraction",
      "part", "vertex", "insertVertex", "rule", "because",
    ] {
      #expect(
        properties["snap_\(key)"] as? NSObject == match[key] as? NSObject,
        "\(key)"
      )
    }
    #expect(properties["x"] as? String == "20")
  }

  @Test("identify has a row for each hit, and one for a point without hits")
  func identify() throws {
    let input = "lat,lon\n500,500\n15.5,20\n"
    let rows = lines(try run("identify", input))
    #expect(
      rows[0].hasPrefix("lat,lon,hit_point,hit_rank,hit_distance,hit_x,hit_y,hit_z,hit_source,")
    )
    #expect(rows[1] == "500,500,1" + String(repeating: ",", count: 11))
    #expect(rows[2].hasPrefix("15.5,20,2,1,4.5,") && rows[2].contains("sink/0"))
    #expect(rows[3].hasPrefix("15.5,20,2,2,0.0,") && rows[3].contains("pipe/1"))
    #expect(rows.count == 5 && rows[4].isEmpty)
    let nearest = lines(try run("identify", input, "--nearest"))
    #expect(nearest.count == 4 && nearest[2].contains("pipe/1"))
    let limited = lines(try run("identify", input, "--limit", "1"))
    #expect(limited.count == 4 && limited[2].contains("sink/0"))
  }

  @Test("Order and numbers hold through many blocks, and no file is read twice")
  func order() throws {
    let path = folder + "/many.csv"
    let count = 60_000
    let text = "id,x,y\n" + (0..<count).map { "\($0),\($0 % 70),\($0 % 23)\n" }.joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let out = folder + "/out.csv"
    let run = try CommandLineRun([
      "identify", file.path, "--batch", path, "--tolerance", "2", "--nearest", "--output", out,
    ])
    #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    let rows = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(rows.count == count)
    for (number, row) in rows.enumerated() {
      let isRight = row.hasPrefix("\(number),\(number % 70),\(number % 23),\(number + 1),")
      guard isRight else {
        Issue.record("row \(number): \(row)")
        break
      }
    }
    let again = try CommandLineRun([
      "identify", file.path, "--batch", path, "--tolerance", "2", "--output", out,
    ])
    #expect(again.exitCode == 64 && again.errors.contains("--force"))
  }

  @Test("Without a header columns have numbers; delimiter, line ends and mark are kept")
  func dialects() throws {
    let bare = lines(try run("snap", "7\t20\t15.5\n", "--no-header", "--delimiter", "tab"))
    #expect(bare[0].hasPrefix("7\t20\t15.5\tunsnapped") && bare.count == 2)
    let numbered = lines(
      try run("snap", "7;20;15.5", "--no-header", "--delimiter", ";", "--x", "2", "--y", "3")
    )
    #expect(numbered[0].hasPrefix("7;20;15.5;snapped;") && numbered.count == 2)
    let windows = try run("snap", "\u{FEFF}x,y\r\n20,15.5\r\n")
    #expect(windows.output.utf8.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(windows.output.utf8.count { $0 == 13 } == 2)
    let bytes: [UInt8] = Array("n,x,y\n".utf8) + [0xE9, 0] + Array(",20,15.5\n".utf8)
    let run = try CommandLineRun(
      ["snap", file.path, "--batch", "-", "--tolerance", "5", "--output", folder + "/b.csv"],
      input: bytes
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    let written = try Data(contentsOf: URL(fileURLWithPath: folder + "/b.csv"))
    let row = written.split(separator: 10)[1]
    #expect(row.starts(with: [0xE9, 0] + Array(",20,15.5,snapped".utf8)))
    for format in ["geojson", "geojsonl"] {
      let refused = try CommandLineRun(
        ["snap", file.path, "--batch", "-", "--tolerance", "5", "--format", format],
        input: bytes
      )
      #expect(refused.exitCode == 65 && refused.errors.contains("column n is not UTF-8"))
    }
  }

  @Test("Degenerate files: empty, header only, an empty stage of a pipe")
  func degenerate() throws {
    let empty = try run("snap", "")
    #expect(empty.exitCode == 65 && empty.errors.contains("is empty"))
    let nothing = try run("snap", "", "--no-header")
    #expect(nothing.exitCode == 0 && nothing.output.isEmpty)
    #expect(lines(try run("snap", "x,y")).count == 2)
    let collection = try run("snap", "x,y\n", "--format", "geojson")
    #expect(collection.exitCode == 0)
    let features = try #require(try collection.json()["features"] as? [Any])
    #expect(features.isEmpty)
  }

  @Test(
    "A bad row stops the run and is named",
    arguments: [
      ("x,y\n1,2\n\n3,NaN\n", ":4: column y is \"NaN\""),
      ("x,y\n\"1\n\",2\n\n3,\n", ":2: column x"),
      ("x,y\n1\n", ":2: the row has 1 field"), ("x,y\n1,2,3\n", ":2: the row has 3 fields"),
      ("x,y\n,2\n", ":2: column x is empty"), ("x,y\n\"1,5\",2\n", "write a point for decimals"),
    ]
  )
  func badRow(input: String, message: String) throws {
    let run = try run("snap", input)
    #expect(run.exitCode == 65)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.hasPrefix("x,y,snap_state"))
  }

  @Test("Bad rows are left out on request: listed, counted and told by the exit code")
  func skippedRows() throws {
    let run = try run("identify", "x,y\nbad,1\n20,15.5\n1,inf\n500,500\n", "--skip-bad-rows")
    #expect(run.exitCode == 3)
    #expect(run.errors.contains(":2: column x") && run.errors.contains(":4: column y"))
    #expect(run.errors.contains("2 bad rows left out"))
    let rows = run.output.split(separator: "\n")
    #expect(rows.count == 4)
    #expect(rows[1].hasPrefix("20,15.5,2,") && rows[3].hasPrefix("500,500,4,"))
  }

  @Test("What does not go together is refused before anything is read")
  func usage() throws {
    let cases: [[String]] = [
      [], ["--at", "1,2", "--batch", "-"], ["--at", "1,2", "--no-header"],
      ["--batch", "-", "--json"], ["--batch", "-", "--explain"], ["--batch", "-", "--x", "a"],
      ["--batch", "-", "--format", "gpkg"], ["--batch", "-", "--delimiter", "ab"],
      ["--batch", "-", "--output", "out.xls"],
    ]
    for arguments in cases {
      let run = try CommandLineRun(["snap", file.path, "--tolerance", "1"] + arguments, input: [])
      #expect(run.exitCode == 64, "\(arguments): \(run.errors)")
    }
    #expect(try self.run("snap", "a,b\n1,2\n").errors.contains("Columns: a, b."))
    #expect(try self.run("snap", "x,y\n1,2\n", "--x", "x", "--y", "z").exitCode == 64)
    let clash = try self.run("snap", "x,y,SNAP_X\n1,2,3\n")
    #expect(clash.exitCode == 64 && clash.errors.contains("--prefix"))
    #expect(try self.run("snap", "x,y,SNAP_X\n1,2,3\n", "--prefix", "s_").exitCode == 0)
    let missing = try CommandLineRun(
      ["snap", file.path, "--tolerance", "1", "--batch", folder + "/none.csv"]
    )
    #expect(missing.exitCode == 66)
  }

  @Test("GeoJSON keeps unsnapped points where they are and tells the reference system")
  func geoJSON() throws {
    let run = try run("snap", "n,x,y\n\"a\"\"\\\u{1}\",20,15.5\n2,500,500\n", "--format", "geojson")
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("RFC 7946"))
    let document = try run.json()
    let features = try #require(document["features"] as? [[String: Any]])
    #expect(features.count == 2)
    let places = features.map { ($0["geometry"] as? [String: Any])?["coordinates"] as? [Double] }
    #expect(places == [[20, 15], [500, 500]])
    let names = features.map { ($0["properties"] as? [String: Any])?["n"] as? String }
    #expect(names == ["a\"\\\u{1}", "2"])
    let states = features.map { ($0["properties"] as? [String: Any])?["snap_state"] as? String }
    #expect(states == ["snapped", "unsnapped"])
  }

  @Test("Answers become a GeoPackage, whole or not at all")
  func geoPackage() throws {
    let path = folder + "/answers.gpkg"
    let run = try run("snap", "id,x,y\n07,20,15.5\n8,500,500\n", "--output", path)
    #expect(run.exitCode == 0, "\(run.errors)")
    // The rows themselves are looked at where SQLite is: in the tests of the store.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.starts(with: Data("SQLite format 3".utf8)))
    for text in ["\"snap_y\" REAL", "\"id\" TEXT", "unsnapped"] {
      #expect(bytes.range(of: Data(text.utf8)) != nil, "\(text)")
    }
    let again = try self.run("snap", "x,y\n1,2\n", "--output", path)
    #expect(again.exitCode != 0)
    let bad = try self.run("snap", "x,y\n1,2\nbad,2\n", "--output", folder + "/bad.gpkg")
    #expect(bad.exitCode == 65)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(left == ["answers.gpkg"])
  }

  @Test("A full device is an error, for a batch and for every verb")
  func fullDevice() throws {
    let place = ["--at", "20,15.5", "--tolerance", "5"]
    let commands: [[String]] = [
      ["info", file.path], ["info", file.path, "--json"], ["identify", file.path] + place,
      ["snap", file.path] + place, ["snap-sources", file.path],
      ["associations", file.path, "--extent", "0,0,70,70"],
    ]
    for command in commands {
      let quoted = command.map { "'\($0)'" }.joined(separator: " ")
      #expect(try shell("\(CommandLineRun.program.path) \(quoted) >/dev/full").code == 74)
    }
    let batch = "\(CommandLineRun.program.path) snap '\(file.path)' --batch - --tolerance 1"
    let run = try shell("printf 'x,y\\n1,2\\n' | \(batch) >/dev/full")
    #expect(run.code == 74 && run.errors.contains("stdout cannot be written"))
    let toDevice = try shell("printf 'x,y\\n1,2\\n' | \(batch) --output /dev/full")
    #expect(toDevice.code == 74)
  }

  @Test("A reader that goes away ends the run quietly")
  func brokenPipe() throws {
    let batch = "\(CommandLineRun.program.path) snap '\(file.path)' --batch - --tolerance 1"
    let rows = "awk 'BEGIN { print \"x,y\"; for (i = 0; i < 200000; i++) print i \",1\" }'"
    let run = try shell("\(rows) | \(batch) | head -2")
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  private func shell(_ command: String) throws -> (code: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let data = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
