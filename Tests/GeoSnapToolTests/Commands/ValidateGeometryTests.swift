import Foundation
import Testing

@Suite("geosnap validate geometry")
struct ValidateGeometryTests {
  private func file(_ text: String) throws -> String {
    let path = NSTemporaryDirectory() + "geosnap-geometries-\(UUID().uuidString)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("Lines are named, with all problems of each, and the exit code is 1")
  func lines() throws {
    let path = try file(
      """
      POINT (1 2)
      POLYGON ((0 0, 9 9, 9 0, 0 9))

      nonsense
      {"paths":[[[1,1],[1,1]]]}
      """
    )
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try CommandLineRun(["validate", "geometry", path])
    #expect(
      run.output == """
        line 2: unclosedRing at (0.0 9.0), part 0, ring 0
        line 2: selfIntersectingRing at (4.5 4.5), part 0, ring 0
        line 5: zeroLengthLine at (1.0 1.0), part 0
        3 geometries, 2 with problems, 3 problems; 1 could not be read

        """
    )
    #expect(run.exitCode == 1)
    #expect(
      run.errors.contains("'NONSENSE' is not a geometry type. (at byte 44, line 4)"),
      "\(run.errors)"
    )
    let json = try CommandLineRun(["validate", "geometry", path, "--json"]).json()
    let problems = try #require(json["problems"] as? [[String: Any]])
    #expect(
      problems.map { $0["kind"] as? String } == [
        "unclosedRing", "selfIntersectingRing", "zeroLengthLine",
      ]
    )
    // What cannot be read is counted.
    #expect(problems.map { $0["number"] as? Int } == [2, 2, 4])
    #expect(problems[1]["location"] as? [Double] == [4.5, 4.5])
    #expect(problems[1]["ring"] as? Int == 0)
    #expect((json["errors"] as? [[String: Any]])?.first?["line"] as? Int == 4)
  }

  @Test("A folder is none")
  func folder() throws {
    let run = try CommandLineRun(["validate", "geometry", "/"])
    #expect(run.errors == "geosnap: / is a folder: name a file in it.\n")
    #expect(run.exitCode == 66)
  }

  @Test("Features are named by their id; a sound file ends with 0")
  func features() throws {
    let bad = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "a", "properties": {}, "geometry":
          {"type": "LineString", "coordinates": [[0, 0], [4, 0], [2, 0]]}},
        {"type": "Feature", "id": 7, "properties": {}, "geometry":
          {"type": "MultiPoint", "coordinates": [[0, 0], [1, 1]]}}
      ]}
      """
    let run = try CommandLineRun(["validate", "geometry", "-"], input: Array(bad.utf8))
    #expect(run.output.hasPrefix("feature a: spike at (4.0 0.0), part 0\n"))
    #expect(run.exitCode == 1)
    let single = try CommandLineRun(
      ["validate", "geometry", "-", "--single", "--ogc"],
      input: Array(bad.utf8)
    )
    #expect(
      single.output.contains("feature 7: multipart at (1.0 1.0), part 1\n"),
      "\(single.output)"
    )
    let esri =
      #"{"features":[{"attributes":{"OBJECTID":5},"geometry":{"rings":[[[0,0],[9,0],[9,9],[0,0]]]}}]}"#
    let clockwise = try CommandLineRun(
      ["validate", "geometry", "-", "--orientation", "clockwise"],
      input: Array(esri.utf8)
    )
    #expect(clockwise.output.hasPrefix("feature 5: ringOrientation at (0.0 0.0), part 0, ring 0\n"))
    let sound = try CommandLineRun(["validate", "geometry", "-"], input: Array(esri.utf8))
    #expect(sound.exitCode == 0)
    #expect(sound.output == "1 geometries, 0 with problems, 0 problems\n")
    let unreadable = try CommandLineRun(["validate", "geometry", "-"], input: Array("POINT".utf8))
    #expect(unreadable.exitCode == 3)
    #expect(try CommandLineRun(["validate", "geometry", "/nowhere"]).exitCode == 66)
  }

  @Test("A table of a GeoPackage is looked at, and a network is validated as ever")
  func geoPackage() throws {
    let fixture = try FixtureFile()
    let network = try CommandLineRun(["validate", fixture.path])
    let named = try CommandLineRun(["validate", "network", fixture.path])
    #expect(network.output == named.output)
    #expect(network.exitCode == named.exitCode)
    let missing = try CommandLineRun(["validate", "geometry", fixture.path, "--layer", "nothing"])
    #expect(missing.exitCode == 65)
    let listed = missing.errors.split(separator: " ").map(String.init)
    let table = try #require(listed.first { $0.hasSuffix(",") }?.dropLast())
    let run = try CommandLineRun(["validate", "geometry", fixture.path, "--layer", String(table)])
    #expect(run.output.hasSuffix(" problems\n"), "\(missing.errors)")
  }
}
