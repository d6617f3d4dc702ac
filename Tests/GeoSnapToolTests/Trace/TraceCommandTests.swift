import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// Two feeders from one grid.
///
/// Bus 0 - trafo 0 - buses 1 2 3 4 5 6 and 3 8 9 10 11, 8 7; bus 0 - trafo 1 - buses 12 13 14. Open switches stand in line 12 at bus 7, in line 13 at bus 4 and in
/// line 14 at bus 8.
@Suite("geosnap trace")
struct TraceCommandTests {
  let feeders: ImportedExample

  init() throws { feeders = try ImportedExample.feeders() }

  private func trace(_ arguments: String...) throws -> [String: Any] {
    let run = try CommandLineRun(["trace", feeders.path, "--json"] + arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    return try run.json()
  }

  private func rows(_ document: [String: Any], _ key: String) throws -> [[String: Any]] {
    try #require(document[key] as? [[String: Any]], "\(key)")
  }

  private func origins(_ document: [String: Any], _ key: String) throws -> [String] {
    try rows(document, key).compactMap { $0["origin"] as? String }
  }

  /// The numbers of the buses among the features.
  private func buses(_ document: [String: Any]) throws -> Set<Int> {
    Set(
      try origins(document, "features").filter { $0.hasPrefix("bus/") }
        .compactMap { Int($0.dropFirst(4)) }
    )
  }

  @Test("A result has geometry, connectivity and associations where they are asked for")
  func resultTypes() throws {
    let plain = try trace("--type", "upstream", "--start", "origin:bus/5")
    #expect(plain["aggregatedGeometry"] == nil && plain["connectivity"] == nil)
    let document = try trace(
      "--type",
      "upstream",
      "--start",
      "origin:bus/5",
      "--result-type",
      "geometry",
      "--result-type",
      "connectivity",
      "--result-type",
      "associations"
    )
    let geometry = try #require(document["aggregatedGeometry"] as? [String: Any])
    let lines = try #require(geometry["line"] as? [String: Any])
    #expect(lines["type"] as? String == "MultiLineString")
    #expect((geometry["point"] as? [String: Any])?["type"] as? String == "MultiPoint")
    #expect(geometry["polygon"] is NSNull)
    let connectivity = try rows(document, "connectivity")
    let via = connectivity.compactMap { ($0["via"] as? [String: Any])?["origin"] as? String }
    #expect(Set(via).isSuperset(of: ["line/0", "line/1", "line/2", "line/3"]))
    // All that was found hangs together by what is said to connect it.
    var known: Set<Int> = []
    let pairs = try connectivity.map { connection in
      try ["from", "to"].map { end in
        try #require((connection[end] as? [String: Any])?["node"] as? Int)
      }
    }
    known.insert(try #require(pairs.first?.first))
    for _ in pairs {
      for pair in pairs where pair.contains(where: known.contains) { known.formUnion(pair) }
    }
    #expect(known == Set(pairs.joined()))
    #expect(document["associations"] is [Any])
    let text = try CommandLineRun([
      "trace", feeders.path, "--type", "upstream", "--start", "origin:bus/5", "--result-type",
      "geometry",
    ])
    #expect(text.exitCode == 64)
  }

  @Test("Each type answers with the buses that the drawing shows")
  func types() throws {
    #expect(try buses(trace("--type", "connected", "--start", "origin:bus/1")) == Set(0...14))
    #expect(
      try buses(trace("--type", "connected", "--start", "origin:bus/12", "--tier", "Supply"))
        == Set(0...14)
    )
    #expect(
      try buses(trace("--type", "upstream", "--start", "origin:bus/5")) == [0, 1, 2, 3, 4, 5]
    )
    #expect(
      try buses(trace("--type", "downstream", "--start", "origin:bus/8")) == [7, 8, 9, 10, 11]
    )
    #expect(
      try buses(trace("--type", "subnetwork", "--subnetwork", "ext_grid/0")) == Set(0...14)
    )
    let controllers = try trace("--type", "subnetwork-controllers", "--start", "origin:bus/14")
    #expect(try origins(controllers, "features") == ["ext_grid/0"])
    #expect(try origins(trace("--type", "loops", "--start", "origin:bus/1"), "features").isEmpty)
    #expect(
      try buses(
        trace(
          "--type",
          "loops",
          "--start",
          "origin:bus/1",
          "--set",
          "origin:switch/1.Device Status=Closed"
        )
      ) == [3, 4, 5, 6, 7, 8]
    )
    let path = try trace(
      "--type",
      "shortestPath",
      "--start",
      "origin:bus/1",
      "--start",
      "origin:bus/11",
      "--cost",
      "Length",
      "--function",
      "add(Length)"
    )
    #expect(try buses(path) == [1, 2, 3, 8, 9, 10, 11])
    #expect(abs((path["cost"] as? Double ?? 0) - 9960) < 1e-6)
    #expect(abs((try rows(path, "functions")[0]["result"] as? Double ?? 0) - 9960) < 1e-6)
  }

  @Test("JSON has exactly the documented keys")
  func keys() throws {
    let document = try trace(
      "--type",
      "upstream",
      "--start",
      "origin:bus/5",
      "--function",
      "add(Length)"
    )
    #expect(
      Set(document.keys) == [
        "elements", "features", "functions", "controllers", "stops", "warnings",
      ]
    )
    let controllers = try rows(document, "controllers")
    #expect(controllers.map { Set($0.keys) } == [["globalID", "origin", "terminal"]])
    #expect(controllers.compactMap { $0["origin"] as? String } == ["ext_grid/0"])
    let keys: Set = [
      "source", "globalID", "origin", "assetGroup", "assetType", "terminal", "positionFrom",
      "positionTo",
    ]
    for element in try rows(document, "elements") { #expect(Set(element.keys) == keys) }
    for feature in try rows(document, "features") {
      #expect(Set(feature.keys) == ["source", "globalID", "origin"])
    }
    #expect(
      try rows(document, "functions").map { Set($0.keys) } == [["type", "attribute", "result"]]
    )
    #expect(try rows(document, "functions")[0]["type"] as? String == "add")
    let line = try #require(
      try rows(document, "elements").first { $0["origin"] as? String == "line/3" }
    )
    #expect(line["positionFrom"] as? Double == 0 && line["positionTo"] as? Double == 1)
    #expect(line["terminal"] is NSNull && line["source"] as? String == "ElectricLine")
    let device = try #require(
      try rows(document, "elements").first { $0["origin"] as? String == "trafo/0" }
    )
    #expect(device["terminal"] is Int && device["positionFrom"] is NSNull)
  }

  @Test("Stops say what bars; dead ends only when asked for")
  func stops() throws {
    let plain = try trace("--type", "downstream", "--start", "origin:bus/8")
    let stops = try rows(plain, "stops")
    for stop in stops { #expect(Set(stop.keys) == ["globalID", "origin", "reason", "detail"]) }
    let barring = stops.filter { $0["reason"] as? String == "condition" }
      .compactMap { $0["origin"] as? String }
    #expect(Set(barring) == ["switch/1", "switch/2", "switch/4"])
    #expect(!stops.contains { $0["reason"] as? String == "deadEnd" })
    let explained = try trace("--type", "downstream", "--start", "origin:bus/8", "--explain")
    #expect(try rows(explained, "stops").contains { $0["reason"] as? String == "deadEnd" })
  }

  @Test("An isolation says what to shut, what is touched, and the region")
  func isolation() throws {
    let document = try trace(
      "--type",
      "isolation",
      "--start",
      "origin:bus/13",
      "--filter-barrier",
      "origin:line/10@0.5"
    )
    let isolation = try #require(document["isolation"] as? [String: Any])
    #expect(
      Set(isolation.keys) == ["boundary", "needed", "region", "controllersInside"]
    )
    for key in isolation.keys {
      for entry in try rows(isolation, key) { #expect(Set(entry.keys) == ["globalID", "origin"]) }
    }
    #expect(try origins(isolation, "needed") == ["line/10"])
    #expect(try origins(isolation, "boundary") == ["line/10"])
    #expect(try origins(isolation, "region").contains("bus/14"))
    #expect(try !origins(isolation, "region").contains("bus/12"))
    #expect(try rows(isolation, "controllersInside").isEmpty)
  }

  @Test("Conditions, barriers and what is taken for granted change the answer")
  func barriers() throws {
    let start = ["--type", "connected", "--start", "origin:bus/13"]
    func answer(_ more: String...) throws -> Set<Int> {
      let run = try CommandLineRun(["trace", feeders.path, "--json"] + start + more)
      #expect(run.exitCode == 0, "\(run.errors)")
      return try buses(run.json())
    }
    #expect(
      try answer("--barrier", "origin:trafo/1", "--barrier", "origin:line/14") == [12, 13, 14]
    )
    #expect(try answer("--block", "origin:trafo/1", "--block", "origin:line/14") == [12, 13, 14])
    // Line 10 is longer, and the only way out is line 11 with its tie at bus 8.
    #expect(try answer("--condition", "Length > 4800", "--block", "origin:bus/3").contains(8))
    #expect(
      try answer("--condition", "Length > 2000") == [13],
      "lines of more than two kilometres bar at both sides"
    )
  }

  @Test("A trace that fails leaves with 1 and says why in JSON")
  func failure() throws {
    let run = try CommandLineRun([
      "trace", feeders.path, "--json", "--type", "upstream", "--start", "origin:bus/14",
      "--block", "origin:trafo/1",
    ])
    #expect(run.exitCode == 1)
    let error = try #require(try run.json()["error"] as? [String: Any])
    #expect(error["code"] as? String == "noControllers")
    #expect((error["message"] as? String)?.contains("trafo/1") ?? false)
    #expect(try origins(run.json(), "stops").contains("trafo/1"))
    #expect(run.errors.contains("trafo/1"))
  }

  @Test(
    "A wrong command line leaves with 64 and says what there is",
    arguments: Extent.every(
      3,
      of: [
        (["--type", "sideways", "--start", "origin:bus/1"], "upstream"),
        (["--type", "upstream", "--start", "origin:switch/1"], "#TERMINAL"),
        (["--type", "upstream", "--start", "origin:bus/99"], "No feature is named"),
        (["--type", "upstream"], "--start"),
        (["--type", "upstream", "--start", "origin:bus/1", "--tier", "x"], "Supply"),
        (
          ["--type", "upstream", "--start", "origin:bus/1", "--condition", "x = 1"], "Device Status"
        ),
        (["--type", "upstream", "--start", "origin:bus/1", "--propagate", "x"], "Device Status"),
        (["--type", "shortestPath", "--start", "origin:bus/1", "--cost", "Length"], "twice"),
        (
          ["--type", "shortestPath", "--start", "origin:bus/1", "--start", "origin:bus/2"],
          "--cost"
        ),
        (["--type", "isolation", "--start", "origin:bus/1"], "filter"),
        (["--type", "upstream", "--start", "origin:bus/1", "--indeterminate", "x"], "edge"),
        (["--type", "upstream", "--start", "origin:bus/1", "--include", "x"], "containers"),
      ]
    )
  )
  func usage(arguments: [String], told: String) throws {
    let run = try CommandLineRun(["trace", feeders.path, "--json"] + arguments)
    #expect(run.exitCode == 64, "\(run.errors)")
    #expect(run.errors.contains(told), "\(run.errors)")
    #expect(run.output.isEmpty || run.output.contains("\"error\""))
  }

  @Test("A file that is no network leaves with 66, a broken configuration with 65")
  func files() throws {
    let missing = try CommandLineRun([
      "trace", "/nowhere.gpkg", "--type", "connected", "--start", "origin:bus/1",
    ])
    #expect(missing.exitCode == 66)
    let path = feeders.path + ".json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("{\"includeContent\": 3}".utf8).write(to: URL(fileURLWithPath: path))
    let broken = try feeders.run(
      "trace",
      "--type",
      "connected",
      "--start",
      "origin:bus/1",
      "--config",
      path
    )
    #expect(broken.exitCode == 65 && broken.errors.contains("includeContent"))
    let condition = """
      {"conditionBarriers": [{"name": "Bogus", "type": "networkAttribute", "operator": "equal", \
      "value": 1, "combineUsingOr": false, "isSpecificValue": true}]}
      """
    try Data(condition.utf8).write(to: URL(fileURLWithPath: path))
    let unknown = try feeders.run(
      "trace",
      "--type",
      "connected",
      "--start",
      "origin:bus/1",
      "--config",
      path
    )
    #expect(unknown.exitCode == 65 && unknown.errors.contains("Bogus"))
  }

  @Test("What arrives from the controllers is told of each element")
  func propagated() throws {
    let circuit = try ImportedExample("opendss", "IEEE13")
    let run = try circuit.run(
      "trace",
      "--json",
      "--type",
      "subnetwork",
      "--start",
      "origin:bus/671",
      "--propagate",
      "Phases Current"
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    let elements = try rows(run.json(), "elements")
    #expect(!elements.isEmpty)
    for element in elements {
      let values = try #require(element["propagated"] as? [String: Any])
      #expect(Array(values.keys) == ["Phases Current"])
    }
    #expect(
      elements.contains { ($0["propagated"] as? [String: Any])?["Phases Current"] as? Int == 7 }
    )
  }

  @Test("GeoJSON and a picture are written beside the answer, and not over the network")
  func pictures() throws {
    let folder = NSTemporaryDirectory() + "geosnap-trace-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try feeders.run(
      "trace",
      "--type",
      "upstream",
      "--start",
      "origin:bus/5",
      "--geojson",
      "\(folder)/a.geojson",
      "--svg",
      "\(folder)/a.svg",
      "--write-config",
      "\(folder)/a.json"
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("upstream: "))
    func read(_ name: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let collection = try JSONSerialization.jsonObject(with: read("a.geojson")) as? [String: Any]
    let features = try #require(collection?["features"] as? [[String: Any]])
    #expect(
      features.contains { ($0["properties"] as? [String: Any])?["origin"] as? String == "bus/5" }
    )
    #expect(String(decoding: try read("a.svg"), as: UTF8.self).contains("Result: lines"))
    let configuration = try JSONDecoder().decode(TraceConfiguration.self, from: read("a.json"))
    #expect(configuration.traversability.barriers != nil)
    let again = try feeders.run(
      "trace",
      "--type",
      "upstream",
      "--start",
      "origin:bus/5",
      "--geojson",
      "\(folder)/a.geojson"
    )
    #expect(again.exitCode == 64 && again.errors.contains("--force"))
    let over = try feeders.run(
      "trace",
      "--type",
      "upstream",
      "--start",
      "origin:bus/5",
      "--svg",
      feeders.path,
      "--force"
    )
    #expect(over.exitCode == 64 && over.errors.contains("is the network"))
  }
}
