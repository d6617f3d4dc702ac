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
}
