import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTracing
import Testing

@Suite("Verbs that open a part of a network")
struct PartTests {
  private let place = Coordinate(x: 417_831.99, y: 5_367_587.99)

  private func run(_ words: [String], extent: String) throws -> CommandLineRun {
    try CommandLineRun([words[0], SampleFile.path] + words.dropFirst() + ["--extent", extent])
  }

  private func text(_ place: Coordinate) -> String { "\(place.x),\(place.y)" }

  private func text(_ extent: Envelope) -> String {
    "\(extent.minX),\(extent.minY),\(extent.maxX),\(extent.maxY)"
  }

  @Test(
    "What is well within the extent is answered as by all of the network",
    arguments: ["identify", "snap"]
  )
  func inside(verb: String) throws {
    let words = [verb, "--at", text(place), "--tolerance", "3", "--json"]
    let whole = try CommandLineRun([verb, SampleFile.path] + words.dropFirst())
    let part = try run(words, extent: text(Envelope(place).expanded(by: 20)))
    #expect(part.output == whole.output)
    #expect(part.errors.contains("read in the extent"), "\(part.errors)")
    #expect(!part.errors.contains("not found"), "\(part.errors)")
  }

  @Test(
    "A place outside the extent, or too near its rim, is told",
    arguments: [(20.0, nil), (2, "nearer to the rim"), (-2, "outside the extent")]
  )
  func rim(distance: Double, told: String?) throws {
    let extent = Envelope(
      minX: place.x - 50,
      minY: place.y - 50,
      maxX: place.x + distance,
      maxY: place.y + 50
    )
    for verb in ["identify", "snap"] {
      let words = [verb, "--at", text(place), "--tolerance", "3"]
      let run = try run(words, extent: text(extent))
      #expect(run.exitCode == 0)
      let isTold = run.errors.contains("is not found")
      #expect(isTold == (told != nil), "\(verb) \(run.errors)")
      #expect(told.map(run.errors.contains) ?? true, "\(verb) \(run.errors)")
    }
  }

  @Test("The points of a batch that the extent does not enclose are counted")
  func batch() throws {
    let points = FileManager.default.temporaryDirectory.appending(
      path: "geosnap-part-\(UUID().uuidString).csv"
    )
    defer { try? FileManager.default.removeItem(at: points) }
    let places = [place, Coordinate(x: place.x + 19, y: place.y), Coordinate(x: 0, y: 0)]
    try Data(("x,y\n" + places.map(text).joined(separator: "\n")).utf8).write(to: points)
    let run = try run(
      ["identify", "--batch", points.path, "--tolerance", "3"],
      extent: text(Envelope(place).expanded(by: 20))
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("2 points of 3 "), "\(run.errors)")
  }

  @Test("--srid transforms the extent with the place")
  func transformed() throws {
    let project = try CommandLineRun([
      "geometry", "project", "POINT (\(place.x) \(place.y))", "--srid", "25832", "--to-srid",
      "4326",
    ])
    let there = try #require(try Geometry(wkt: project.output).coordinates.first)
    let box = Envelope(there).expanded(by: 0.001)
    let words = ["identify", "--at", text(there), "--tolerance", "3", "--srid", "4326", "--json"]
    let part = try run(words, extent: text(box))
    let whole = try CommandLineRun([words[0], SampleFile.path] + words.dropFirst())
    #expect(part.exitCode == 0 && part.output == whole.output, "\(part.errors)")
    #expect(try #require(try whole.json()["hits"] as? [Any]).count > 0)
    // The extent is not taken for one of the network's system, where nothing is.
    #expect(!part.errors.contains("geosnap: 0 features"), "\(part.errors)")
  }

  @Test("A trace that lacks its controllers says that only an extent was read")
  func controllers() throws {
    let network = try GeoPackage.open(SampleFile.path).network
    let controllers = network.subnetworkControllers.map(\.feature)
    let table = try #require(network.tables.firstIndex { $0.name == "PipelineLine" })
    let line = try #require(
      network.features(table: table).first { line in
        guard let box = network.geometry(of: line)?.envelope else { return false }
        let near = box.expanded(by: 60)
        return controllers.allSatisfy {
          network.geometry(of: $0)?.envelope.map { !$0.intersects(near) } ?? true
        }
      }
    )
    let extent = try #require(network.geometry(of: line)?.envelope?.expanded(by: 5))
    let id = try #require(network.globalID(of: line))
    let run = try run(
      ["trace", "--type", "subnetwork", "--start", "\(id)", "--json"],
      extent: text(extent)
    )
    #expect(run.exitCode != 0)
    #expect(run.errors.contains("Give a larger --extent"), "\(run.errors)")
    #expect(run.output.contains("Give a larger --extent"), "\(run.output)")
  }

  @Test("With --srid an extent as large as the world has all of the network")
  func world() throws {
    let there = "7.8893868,48.4544"
    let words = ["identify", "--at", there, "--tolerance", "60", "--srid", "4326", "--json"]
    let whole = try CommandLineRun([words[0], SampleFile.path] + words.dropFirst())
    #expect(try #require(try whole.json()["hits"] as? [Any]).count > 0)
    for extent in ["-180,-90,180,90", "-179,0,179,80", "0,0,180,90", "7,48,8,49"] {
      let part = try run(words, extent: extent)
      #expect(part.exitCode == 0 && part.output == whole.output, "\(extent) \(part.errors)")
    }
  }

  @Test("An extent that lies elsewhere is told, and one in degrees with the likely reason")
  func elsewhere() throws {
    let words = ["identify", "--at", "7.8893868,48.4544", "--tolerance", "0.01"]
    let run = try run(words, extent: "7.8,48.4,7.95,48.49")
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("The extent is far from the network"), "\(run.errors)")
    #expect(run.errors.contains("give --srid 4326"), "\(run.errors)")
  }

  @Test("A place in an extent in which little lies is not told to be far from the network")
  func sparse() throws {
    let run = try run(
      ["identify", "--at", "416800,5357700", "--tolerance", "5"],
      extent: "416727,5357647,419727,5360647"
    )
    #expect(run.exitCode == 0 && !run.errors.contains("far from"), "\(run.errors)")
  }

  @Test("What is named and not found may lie beyond the extent, and says so")
  func names() throws {
    let extent = text(Envelope(place).expanded(by: 100))
    for words in [
      ["show", "origin:pipe/0"], ["trace", "--type", "connected", "--start", "origin:pipe/0"],
      ["why", "--from", "origin:pipe/1697", "--to", "origin:pipe/0"],
      ["distances", "--from", "origin:pipe/0", "--cost", "Length"],
      ["snap", "--at", text(place), "--tolerance", "3", "--editing", "origin:pipe/0"],
    ] {
      let run = try run(words, extent: extent)
      #expect(run.exitCode == 64, "\(words)")
      #expect(run.errors.contains("Give a larger --extent"), "\(words) \(run.errors)")
    }
    let found = try run(["show", "origin:pipe/1697"], extent: extent)
    #expect(found.exitCode == 0 && !found.errors.contains("larger"), "\(found.errors)")
  }

  @Test("A trace of an extent out of which nothing leads warns all the same")
  func island() throws {
    let run = try run(
      ["trace", "--type", "connected", "--start", "origin:pipe/1697", "--json"],
      extent: "0,0,1000000,6000000"
    )
    let warnings = try #require(try run.json()["warnings"] as? [String])
    #expect(warnings.contains { $0.hasPrefix("Only an extent of the network was read") })
  }
}
