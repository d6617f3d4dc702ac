import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Places far from the network, and places in another reference system")
struct PlaceTests {
  /// A place of the sample, in the network's system.
  private let here = "417831.99,5367587.99"

  /// The longitude and latitude of a place, as the command itself transforms it.
  private func degrees(_ place: Coordinate) throws -> String {
    let run = try CommandLineRun([
      "geometry", "project", "POINT (\(place.x) \(place.y))", "--srid", "25832", "--to-srid",
      "4326",
    ])
    return try Geometry(wkt: run.output).coordinates.map { "\($0.x),\($0.y)" }[0]
  }

  private func run(_ words: [String]) throws -> CommandLineRun {
    try CommandLineRun([words[0], SampleFile.path] + words.dropFirst())
  }

  @Test("A place in the network is answered without a note")
  func near() throws {
    let run = try run(["identify", "--at", here, "--tolerance", "2"])
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test(
    "A place that cannot well be meant is told with the likely reason",
    arguments: [
      ("7.9,48.46", "give --srid 4326"), ("48.46,7.9", "x first and --srid 4326"),
      ("5367587.99,417831.99", "seem to be swapped"), ("878000,6180000", "give --srid 3857"),
      ("1.5e9,3", "another reference system"),
    ]
  )
  func far(place: String, reason: String) throws {
    for words in [
      ["identify", "--tolerance", "2"], ["snap", "--tolerance", "2"],
      ["explain", "--tolerance", "2"],
      ["fraction", "--element", "origin:pipe/1697"],
    ] {
      let run = try run(words + ["--at", place])
      #expect(run.exitCode == 0)
      #expect(run.errors.contains("is far from the network"), "\(words) \(run.errors)")
      #expect(run.errors.contains(reason), "\(words) \(run.errors)")
    }
  }

  @Test(
    "With --srid a place is transformed, and answered as if it were given in the network's system"
  )
  func transformed() throws {
    let there = try degrees(Coordinate(x: 417_831.99, y: 5_367_587.99))
    for words in [
      ["identify", "--tolerance", "3", "--json"], ["snap", "--tolerance", "3", "--json"],
      ["explain", "--tolerance", "3", "--json"],
    ] {
      let answered = try run(words + ["--at", there, "--srid", "4326"])
      #expect(answered.exitCode == 0 && answered.errors.isEmpty, "\(answered.errors)")
      let answer = try answered.json()
      let place = (answer["at"] as? [Double]) ?? [417831.99, 5367587.99]
      #expect(abs(place[0] - 417_831.99) < 1e-3 && abs(place[1] - 5_367_587.99) < 1e-3, "\(place)")
    }
    // The place in the network's system, found again by its longitude and latitude.
    let network = try GeoPackage.open(SampleFile.path).network
    let element = try #require(network.features(origin: "pipe/1697").first)
    let line = try #require(network.geometry(of: element)?.coordinates)
    let utm = try run([
      "fraction", "--element", "origin:pipe/1697", "--at", "\(line[0].x),\(line[0].y)", "--json",
    ])
    let found = try run([
      "fraction", "--element", "origin:pipe/1697", "--at", try degrees(line[0]), "--srid",
      "4326", "--json",
    ])
    let expected = try #require(try utm.json()["fraction"] as? Double)
    let fraction = try #require(try found.json()["fraction"] as? Double)
    #expect(abs(fraction - expected) < 1e-6)
  }

  @Test("An extent is transformed too, and told when nothing of the network is near")
  func extent() throws {
    let far = try run(["associations", "--extent", "7.5,48.0,8.5,49.0", "--json"])
    #expect(far.errors.contains("--srid 4326"), "\(far.errors)")
    let near = try run([
      "associations", "--extent", "7.5,48.0,8.5,49.0", "--srid", "4326", "--json",
    ])
    #expect(near.errors.isEmpty)
    let all = try run(["associations", "--extent", "400000,5300000,430000,5400000", "--json"])
    let count = try #require(try near.json()["associations"] as? [Any]).count
    let every = try #require(try all.json()["associations"] as? [Any]).count
    #expect(count > 0 && count == every)
  }

  @Test("Points of a batch in degrees are told too, once")
  func batch() throws {
    let run = try CommandLineRun(
      ["identify", SampleFile.path, "--batch", "-", "--tolerance", "1"],
      input: Array("x,y\n7.89,48.45\n7.9,48.46\n".utf8)
    )
    #expect(run.exitCode == 0)
    #expect(
      run.errors.split(separator: "\n").count { $0.contains("far from") } == 1,
      "\(run.errors)"
    )
    #expect(run.errors.contains("give --srid 4326"))
  }

  @Test("With --srid the points of a batch are transformed, and answered as the network's own")
  func batchTransformed() throws {
    let places = [
      Coordinate(x: 417_831.99, y: 5_367_587.99), Coordinate(x: 417_900, y: 5_367_600),
      Coordinate(x: 417_700, y: 5_367_500),
    ]
    func answers(_ points: [String], _ options: String...) throws -> [[Substring]] {
      let run = try CommandLineRun(
        ["snap", SampleFile.path, "--batch", "-", "--tolerance", "50"] + options,
        input: Array((["x,y"] + points).joined(separator: "\n").utf8)
      )
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      return run.output.split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
    }
    let own = try answers(places.map { "\($0.x),\($0.y)" })
    let transformed = try answers(places.map { try degrees($0) }, "--srid", "4326")
    #expect(own.count == places.count && transformed.count == places.count)
    for (one, other) in zip(own, transformed) {
      #expect(one[2] == "snapped" && other[2] == "snapped")
      // The state, x, y, z and the distance; then what was snapped to.
      #expect(one[7...11] == other[7...11])
      for column in [3, 4] {
        let (x, y) = (Double(one[column]) ?? .nan, Double(other[column]) ?? .nan)
        #expect(abs(x - y) < 1e-3, "\(one) \(other)")
      }
    }
    let wrong = try CommandLineRun(
      ["snap", SampleFile.path, "--batch", "-", "--tolerance", "50", "--srid", "4326"],
      input: Array("x,y\n7.9,95\n".utf8)
    )
    #expect(wrong.exitCode == 65 && wrong.errors.contains("stdin:2:"), "\(wrong.errors)")
  }

  @Test("What --srid cannot mean is refused")
  func refused() throws {
    let file = try FixtureFile()
    let unknown = try CommandLineRun(
      ["identify", file.path, "--at", "8,48", "--tolerance", "1", "--srid", "4326"]
    )
    #expect(unknown.exitCode == 64 && unknown.errors.contains("does not say its reference system"))
    #expect(try run(["identify", "--at", here, "--tolerance", "1", "--srid", "7"]).exitCode == 64)
    #expect(
      try run(["associations", "--element", "origin:pipe/1697", "--srid", "4326"]).exitCode == 64
    )
  }

  @Test("An import whose coordinates cannot be in the system they are said to be in says so")
  func imports() throws {
    let folder = try ScratchFolder()
    let examples = (SampleFile.path as NSString).deletingLastPathComponent + "/../Water/Net3.inp"
    // Net3 is drawn in units of its own: as UTM it lies nowhere near Germany.
    for (srid, told) in [("25832", "cannot well be in"), ("4326", "")] {
      let run = try CommandLineRun([
        "import", "epanet", examples, folder.path("net\(srid).gpkg"), "--srid", srid, "--json",
      ])
      #expect(run.exitCode == 0, "\(run.errors)")
      let notes = try #require(try run.json()["notes"] as? [String])
      #expect(notes.contains { $0.contains("cannot well be in") } == !told.isEmpty, "\(notes)")
    }
  }
}
