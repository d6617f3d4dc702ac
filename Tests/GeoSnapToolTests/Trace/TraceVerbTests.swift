import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Subnetworks, distances, segments, reasons and saved configurations")
struct TraceVerbTests {
  let feeders: ImportedExample

  init() throws { feeders = try ImportedExample.feeders() }

  private func rows(_ document: [String: Any], _ key: String) throws -> [[String: Any]] {
    try #require(document[key] as? [[String: Any]], "\(key)")
  }

  private func origins(_ document: [String: Any], _ key: String) throws -> [String] {
    try rows(document, key).compactMap { $0["origin"] as? String }
  }

  private func json(_ run: CommandLineRun) throws -> [String: Any] {
    #expect(run.exitCode == 0, "\(run.errors)")
    return try run.json()
  }

  // MARK: Subnetworks

  @Test("Subnetworks have names, controllers and features; what is cut off is in none")
  func subnetworks() throws {
    let document = try json(feeders.run("subnetworks", "--json"))
    #expect(Set(document.keys) == ["subnetworks", "disconnected"])
    let found = try rows(document, "subnetworks")
    #expect(found.map { $0["name"] as? String } == ["ext_grid/0"])
    #expect(
      found.map { Set($0.keys) } == [["name", "tier", "controllers", "features", "functions"]]
    )
    let controllers = try rows(found[0], "controllers")
    #expect(controllers.map { Set($0.keys) } == [["globalID", "origin", "terminal"]])
    #expect(controllers[0]["origin"] as? String == "ext_grid/0")
    #expect(try Set(origins(found[0], "features")).isSuperset(of: (0...14).map { "bus/\($0)" }))
    #expect(try rows(document, "disconnected").isEmpty)
    #expect(
      try rows(found[0], "features").allSatisfy { Set($0.keys) == ["globalID", "origin"] }
    )
    let cut = try json(feeders.run("subnetworks", "--json", "--block", "origin:trafo/1"))
    let lost = try origins(cut, "disconnected").filter { $0.hasPrefix("bus/") }
    #expect(Set(lost) == ["bus/12", "bus/13", "bus/14"])
    #expect(try feeders.run("subnetworks", "--tier", "x").exitCode == 64)
  }

  @Test("Names are not written when a row cannot be read: those that were written before stay")
  func namesOfBroken() throws {
    #expect(try feeders.run("subnetworks", "--write").exitCode == 0)
    let network = try GeoPackage.open(feeders.path).network
    let controller = try #require(network.features(origin: "ext_grid/0").first)
    let table = network.tables[Int(controller.table)]
    let queue = try DatabaseQueue(path: feeders.path)
    try queue.writeWithoutTransaction { database in
      for trigger in try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'"
      ) {
        // They call functions that only GDAL brings.
        try database.execute(sql: "DROP TRIGGER \"\(trigger)\"")
      }
      let row = table.rowIDs[Int(controller.row)]
      try database.execute(
        sql: "UPDATE \(table.name) SET SHAPE = x'00' WHERE OBJECTID = \(row)"
      )
    }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: feeders.path))
    let run = try feeders.run("subnetworks", "--write", "--json")
    #expect(run.exitCode == 65)
    #expect(run.errors.hasPrefix("geosnap: No name was written: --write"), "\(run.errors)")
    #expect(run.errors.contains("geosnap validate \(feeders.path)"))
    #expect(try run.json()["error"] is [String: Any])
    #expect(try Data(contentsOf: URL(fileURLWithPath: feeders.path)) == before)
    #expect(try feeders.run("subnetworks").exitCode == 0)
  }

  @Test("Names are written as one step that can be undone; two names stand between ::")
  func names() throws {
    func names() throws -> [String: String] {
      var names: [String: String] = [:]
      for table in try GeoPackage.open(feeders.path).network.tables {
        guard let column = table.fields.firstIndex(where: { $0.name == "SUBNETWORKNAME" }) else {
          continue
        }
        for row in 0..<table.count {
          guard case .text(let name) = table.attributes[column][row] else { continue }
          names[table.origins[row] ?? ""] = name
        }
      }
      return names
    }
    #expect(try names().isEmpty)
    #expect(try feeders.run("subnetworks", "--write").exitCode == 0)
    let written = try names()
    #expect(written["bus/14"] == "ext_grid/0" && written["line/3"] == "ext_grid/0")
    let again = try feeders.run("subnetworks", "--write", "--json")
    #expect(again.errors.contains("0 names"))
    let undone = try feeders.run("edit", "--undo")
    #expect(undone.exitCode == 0, "\(undone.errors)")
    #expect(try names().isEmpty)
    let assumed = try feeders.run("subnetworks", "--write", "--block", "origin:trafo/1")
    #expect(assumed.exitCode == 64)

    let voltage = try ImportedExample.feeders(["--tiers", "voltage"])
    let levels = try rows(try json(voltage.run("subnetworks", "--json", "--write")), "subnetworks")
    let tiers = Set(levels.compactMap { $0["tier"] as? String })
    #expect(tiers == ["High Voltage", "Medium Voltage Radial"])
    var memberships: [String: [String]] = [:]
    for level in levels {
      for origin in Set(try origins(level, "features")) {
        memberships[origin, default: []].append(try #require(level["name"] as? String))
      }
    }
    let network = try GeoPackage.open(voltage.path).network
    let feature = try #require(
      network.features(origin: "trafo/0").first { network.assetType(of: $0)?.group.name != nil }
    )
    let table = network.tables[Int(feature.table)]
    let column = try #require(table.fields.firstIndex { $0.name == "SUBNETWORKNAME" })
    #expect(
      table.attributes[column][Int(feature.row)]
        == .text((memberships["trafo/0"] ?? []).joined(separator: "::"))
    )
    #expect(memberships["trafo/0"]?.count == 2)
  }

  // MARK: Distances, segments, reasons

  @Test("Distances add up the attribute along the cheapest way")
  func distances() throws {
    let document = try json(
      feeders.run("distances", "--from", "origin:bus/1", "--cost", "length", "--json")
    )
    #expect(Set(document.keys) == ["distances"])
    var values: [String: Double] = [:]
    for row in try rows(document, "distances") {
      #expect(Set(row.keys) == ["globalID", "origin", "value"])
      values[try #require(row["origin"] as? String)] = row["value"] as? Double
    }
    for (bus, metres) in [("bus/1", 0.0), ("bus/2", 2820), ("bus/11", 9960), ("bus/14", 7880)] {
      #expect(abs((values[bus] ?? -1) - metres) < 1e-6, "\(bus)")
    }
    let unknown = try feeders.run("distances", "--from", "origin:bus/1", "--cost", "x")
    #expect(unknown.exitCode == 64 && unknown.errors.contains("Length"))
  }

  @Test("Segments have ids from 1, origins and the valves at their border")
  func segments() throws {
    let water = try ImportedExample.water()
    let document = try json(water.run("segments", "--ignore-status", "--json"))
    let segments = try rows(document, "segments")
    #expect(segments.compactMap { $0["id"] as? Int } == Array(1...segments.count))
    for segment in segments {
      #expect(Set(segment.keys) == ["id", "features", "valves"])
      #expect(
        try rows(segment, "features").allSatisfy { Set($0.keys) == ["globalID", "origin"] }
      )
      #expect(segment["valves"] is [String])
    }
    let valves = segments.flatMap { $0["valves"] as? [String] ?? [] }
    #expect(!valves.isEmpty && valves.allSatisfy { $0.hasPrefix("valve/") })
    let wrong = try water.run("segments", "--valves", "category = x")
    #expect(wrong.exitCode == 64 && wrong.errors.contains("Column 12"))
  }

  @Test("Why tells the way, or what bars")
  func why() throws {
    let arguments = ["--from", "origin:ext_grid/0", "--to", "origin:bus/13", "--json"]
    let reached = try json(CommandLineRun(["why", feeders.path] + arguments))
    #expect(Set(reached.keys) == ["reached", "path", "blockers"])
    #expect(reached["reached"] as? Bool == true)
    #expect(try origins(reached, "path").contains("line/10"))
    #expect(try rows(reached, "path").allSatisfy { Set($0.keys) == ["globalID", "origin"] })
    #expect(try rows(reached, "blockers").isEmpty)
    let cut = try CommandLineRun(
      ["why", feeders.path] + arguments
        + ["--block", "origin:trafo/1", "--block", "origin:line/14"]
    )
    #expect(cut.exitCode == 0)
    #expect(try cut.json()["reached"] as? Bool == false)
    let blockers = try rows(cut.json(), "blockers")
    #expect(
      blockers.map { Set($0.keys) }.allSatisfy { $0 == ["globalID", "origin", "reason", "detail"] }
    )
    #expect(blockers.compactMap { $0["origin"] as? String } == ["trafo/1"])
  }

  @Test("From a transformer, which is in two tiers, what bars in both alike bars", .long)
  func whyFromSeveralTiers() throws {
    let ask = [
      "why", SampleFile.path, "--from", "origin:lv/trafo/1", "--to", "origin:lv/line/8769",
      "--json",
    ]
    #expect(try json(CommandLineRun(ask))["reached"] as? Bool == true)
    let open = ["--set", "origin:lv/switch/258.Device Status=Open"]
    let cut = try json(CommandLineRun(ask + open))
    #expect(cut["reached"] as? Bool == false)
    #expect(try origins(cut, "blockers") == ["lv/switch/258"])
    #expect(
      try json(CommandLineRun(ask + open + ["--no-tier-conditions"]))["reached"] as? Bool == true
    )
  }

  @Test("Domain networks whose tiers have one name stay apart", .long)
  func severalDomainNetworks() throws {
    let both = try ImportedExample.water(["--srid", "4326"])
    try both.append("pandapower", "Pandapower/cigre_mv_all.json")
    func names(_ arguments: String...) throws -> [String?] {
      try rows(
        json(CommandLineRun(["subnetworks", both.path, "--json"] + arguments)),
        "subnetworks"
      )
      .map { $0["name"] as? String }
    }
    let all = try names()
    let inWater = try names("--domain-network", "Water")
    let electric = try names("--domain-network", "Electric", "--tier", "Supply")
    #expect(all == inWater + electric && !inWater.isEmpty && electric == ["ext_grid/0"])
    #expect(try names("--tier", "Supply") == all)

    // The tier is that of the start's domain network.
    let distances = [
      "distances", both.path, "--from", "origin:bus/5", "--cost", "Length", "--json",
    ]
    let reached = try origins(json(CommandLineRun(distances)), "distances")
    #expect(
      try origins(json(CommandLineRun(distances + ["--tier", "Supply"])), "distances") == reached
    )
    #expect(
      try both.run("trace", "--type", "upstream", "--start", "origin:bus/5", "--tier", "Supply")
        .exitCode == 0
    )
    let wrong = try CommandLineRun(distances + ["--tier", "Supply", "--domain-network", "Water"])
    #expect(wrong.exitCode == 64, "\(wrong.errors)")
    let loops = try both.run(
      "trace",
      "--type",
      "loops",
      "--start",
      "origin:bus/5",
      "--start",
      "origin:node/153"
    )
    #expect(loops.exitCode == 64 && loops.errors.contains("Supply (Electric)"), "\(loops.errors)")
    let shown = try CommandLineRun(["trace-config", "show", both.path, "--tier", "Supply"])
    #expect(shown.exitCode == 64 && shown.errors.contains("Electric"), "\(shown.errors)")

    // Each is divided at its own valves.
    let water = try ImportedExample.water()
    func segments(_ example: ImportedExample) throws -> Int {
      try rows(json(example.run("segments", "--ignore-status", "--json")), "segments").count
    }
    #expect(try segments(both) == segments(water) + segments(feeders))
  }

  @Test(
    "A subnetwork is traced from starts or by its name; starts elsewhere are told where they are"
  )
  func subnetworkBesideStarts() throws {
    let start = ["--start", "origin:bus/5", "--subnetwork", "ext_grid/0"]
    func trace(_ type: String, _ arguments: [String]) throws -> CommandLineRun {
      try CommandLineRun(["trace", feeders.path, "--type", type] + arguments)
    }
    let both = try trace("subnetwork", start)
    #expect(both.exitCode == 64 && both.errors.contains("leave one of them out"), "\(both.errors)")
    #expect(try trace("upstream", start).exitCode == 0)
    let elsewhere = try CommandLineRun([
      "trace", SampleFile.path, "--type", "upstream", "--start", "origin:lv/line/8769@0.5",
      "--subnetwork", "lv/trafo/0",
    ])
    #expect(elsewhere.exitCode == 1)
    #expect(elsewhere.errors.contains("they are in lv/trafo/1."), "\(elsewhere.errors)")
  }

  @Test("graph answers hypothetically too")
  func graph() throws {
    func conducts(_ origin: String, _ arguments: String...) throws -> Bool? {
      let document = try json(CommandLineRun(["graph", feeders.path, "--json"] + arguments))
      return try rows(document, "links").first { $0["origin"] as? String == origin }?["conducting"]
        as? Bool
    }
    #expect(try conducts("line/3") == true)
    #expect(try conducts("line/3", "--block", "origin:line/3") == false)
    #expect(try conducts("line/3", "--set", "origin:line/3.In Service=0") == false)
    #expect(try conducts("line/12") == false)
    #expect(try conducts("line/12", "--set", "origin:switch/1.Device Status=Closed") == true)
    #expect(try conducts("line/12", "--unblock", "origin:switch/1") == true)
  }

  // MARK: Saved configurations

  @Test("A configuration is saved, listed, shown, used and removed")
  func configurations() throws {
    let saved = try feeders.run(
      "trace-config",
      "save",
      feeders.path
    )
    #expect(saved.exitCode == 64)
    func config(_ arguments: String...) throws -> CommandLineRun {
      try CommandLineRun(["trace-config"] + arguments)
    }
    let save = try config(
      "save",
      feeders.path,
      "Short lines",
      "--tier",
      "supply",
      "--condition",
      "Length > 4000",
      "--type",
      "upstream",
      "--description",
      "No line of more than 4 km",
      "--json"
    )
    let kept = try #require(json(save)["saved"] as? [String: Any])
    #expect(Set(kept.keys) == ["name", "description", "type"])
    #expect(kept["name"] as? String == "Short lines" && kept["type"] as? String == "upstream")
    let list = try rows(json(config("list", feeders.path, "--json")), "configurations")
    #expect(list.count == 1 && Set(list[0].keys) == ["name", "description", "type"])
    #expect(list[0]["name"] as? String == "Short lines" && list[0]["type"] as? String == "upstream")
    let shown = try config("show", feeders.path, "short lines", "--json")
    let configuration = try JSONDecoder().decode(
      TraceConfiguration.self,
      from: Data(shown.output.utf8)
    )
    #expect(configuration.traversability.barriers?.attributeNames.contains("Length") ?? false)
    #expect(try config("show", feeders.path, "--tier", "Supply").exitCode == 0)
    let unknown = try config("show", feeders.path, "x")
    #expect(unknown.exitCode == 64 && unknown.errors.contains("Short lines"))
    let used = try CommandLineRun([
      "trace", feeders.path, "--type", "connected", "--start", "origin:bus/13", "--json",
      "--config", "Short lines",
    ])
    #expect(used.exitCode == 0, "\(used.errors)")
    #expect(try !origins(used.json(), "features").contains("bus/12"))
    let removed = try json(config("remove", feeders.path, "SHORT LINES", "--json"))
    #expect((removed["removed"] as? [String: Any])?["name"] as? String == "Short lines")
    #expect(try rows(json(config("list", feeders.path, "--json")), "configurations").isEmpty)
  }
}
