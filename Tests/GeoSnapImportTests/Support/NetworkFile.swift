import GeoSnap
import GeoSnapTestSupport

/// Writes the JSON that `to_json` of pandapower and pandapipes writes, from tables of cells.
struct NetworkFile {
  var networkClass: String
  /// The tables: columns, and for each row its index and its cells as JSON.
  var tables: [(name: String, columns: [String], rows: [(index: Int, cells: [String])])] = []
  var members: [String] = []

  /// Adds a table; its columns stand in one text.
  mutating func add(_ name: String, _ columns: String, _ rows: [[String]] = []) {
    let columns = columns.split(separator: " ").map(String.init)
    tables.append((name, columns, rows.enumerated().map { ($0.offset, $0.element) }))
  }

  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  var text: String {
    let frames = tables.map { table in
      let columns = table.columns.map(Self.quoted)
      let data = table.rows.map { "[\($0.cells.joined(separator: ","))]" }
      let content =
        "{\"columns\":[\(columns.joined(separator: ","))],"
        + "\"index\":[\(table.rows.map { "\($0.index)" }.joined(separator: ","))],"
        + "\"data\":[\(data.joined(separator: ","))]}"
      let types = columns.map { $0 + ": \"object\"" }.joined(separator: ", ")
      return "\(Self.quoted(table.name)): {\"_module\": \"pandas.core.frame\", "
        + "\"_class\": \"DataFrame\", \"_object\": \(Self.quoted(content)), "
        + "\"orient\": \"split\", \"dtype\": {\(types)}, \"is_multiindex\": false}"
    }
    return "{\"_module\": \"m\", \"_class\": \"\(networkClass)\", \"_object\": {"
      + (frames + members).joined(separator: ",\n") + "}}"
  }

  var bytes: [UInt8] { Array(text.utf8) }
}

extension NetworkFile {
  private static func geoJSON(_ type: String, _ coordinates: String) -> String {
    quoted("{\"coordinates\": \(coordinates), \"type\": \"\(type)\"}")
  }

  private static func geodata(_ places: [Coordinate?], _ rest: [String] = []) -> [(Int, [String])] {
    places.enumerated().compactMap { index, place in
      place.map { (index, ["\($0.x)", "\($0.y)"] + rest) }
    }
  }

  private static func position(_ place: Coordinate) -> String { "[\(place.x), \(place.y)]" }

  /// A pandapower file with everything that makes placement hard: shared bus sites, zero-length
  /// and parallel lines, loops, ends that miss, missing geometry, lines that leave in the same
  /// direction, switches of every kind, several at one place.
  static func randomElectric(
    _ random: inout SeededGenerator,
    buses: Int,
    isOld: Bool = false,
    extent: Double = 0.01
  ) -> NetworkFile {
    var file = NetworkFile(networkClass: "pandapowerNet")
    var places: [Coordinate?] = []
    var voltages: [Double] = []
    func somewhere() -> Coordinate {
      let x = Double.random(in: 0..<extent, using: &random)
      return Coordinate(x: 7.8 + x, y: 48.4 + Double.random(in: 0..<extent, using: &random))
    }
    for bus in 0..<buses {
      var place: Coordinate? = somewhere()
      if bus > 0, random.happens(0.3) { place = places[Int.random(in: 0..<bus, using: &random)] }
      if random.happens(0.08) { place = nil }
      places.append(place)
      voltages.append([0.4, 0.4, 20, 110].randomElement(using: &random) ?? 0.4)
    }
    func bus() -> Int { Int.random(in: 0..<buses, using: &random) }
    func flag(_ probability: Double) -> String { random.happens(probability) ? "true" : "false" }

    var lines: [[String]] = []
    var paths: [[Coordinate]?] = []
    var lineEnds: [(Int, Int)] = []
    for line in 0..<buses * 3 / 2 {
      var ends = (bus(), bus())
      if line > 0, random.happens(0.15) { ends = lineEnds[line - 1] }
      // Most lines join buses of one level, as real ones do.
      if random.happens(0.8),
        let other = voltages.indices.filter({ voltages[$0] == voltages[ends.0] })
          .randomElement(using: &random)
      {
        ends.1 = other
      }
      lineEnds.append(ends)
      var path: [Coordinate]?
      if let from = places[ends.0], let to = places[ends.1], random.happens(0.75) {
        var vertices = [from]
        for _ in 0..<Int.random(in: 0...3, using: &random) { vertices.append(somewhere()) }
        vertices.append(to)
        if random.happens(0.2) { vertices[0].x += 0.00003 }
        if random.happens(0.1) { vertices.reverse() }
        path = vertices
      }
      paths.append(path)
      let geo = path.map {
        geoJSON("LineString", "[" + $0.map(position).joined(separator: ", ") + "]")
      }
      let length = Double.random(in: 0...2, using: &random)
      let row = [quoted("L\(line)"), "\(ends.0)", "\(ends.1)", "\(length)", flag(0.95)]
      let type = ["\"cs\"", "\"ol\"", "null"].randomElement(using: &random) ?? "null"
      lines.append(row + [type] + (isOld ? [] : [geo ?? "null"]))
    }
    file.add(
      "bus",
      "name vn_kv in_service" + (isOld ? "" : " geo"),
      (0..<buses).map { bus in
        [quoted("B\(bus)"), "\(voltages[bus])", flag(0.95)]
          + (isOld ? [] : [places[bus].map { geoJSON("Point", position($0)) } ?? "null"])
      }
    )
    file.add(
      "line",
      "name from_bus to_bus length_km in_service type" + (isOld ? "" : " geo"),
      lines
    )
    if isOld {
      file.tables.append(("bus_geodata", ["x", "y", "coords"], geodata(places, ["null"])))
      let coordinates = paths.enumerated().compactMap { line, path in
        path.map { (line, ["[" + $0.map(position).joined(separator: ",") + "]"]) }
      }
      file.tables.append(("line_geodata", ["coords"], coordinates))
    }
    addEquipment(to: &file, &random, buses: buses, lineEnds: lineEnds)
    return file
  }

  private static func addEquipment(
    to file: inout NetworkFile,
    _ random: inout SeededGenerator,
    buses: Int,
    lineEnds: [(Int, Int)]
  ) {
    func bus() -> Int { Int.random(in: 0..<buses, using: &random) }
    func flag(_ probability: Double) -> String { random.happens(probability) ? "true" : "false" }
    let windings = (0..<buses / 5).map { _ in [bus(), bus()] }
    file.add(
      "trafo",
      "name hv_bus lv_bus in_service sn_mva",
      windings.map { ["null", "\($0[0])", "\($0[1])", flag(0.9), "0.4"] }
    )
    let threeWindings = (0..<buses / 10).map { _ in [bus(), bus(), bus()] }
    file.add(
      "trafo3w",
      "name hv_bus mv_bus lv_bus in_service",
      threeWindings.map { ["null", "\($0[0])", "\($0[1])", "\($0[2])", "true"] }
    )
    var switches: [[String]] = []
    var taken: Set<String> = []
    for _ in 0..<buses * 2 {
      let row: [String]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: row = ["\(bus())", "\(bus())", "\"b\""]
      case 1 where !windings.isEmpty:
        let index = Int.random(in: 0..<windings.count, using: &random)
        row = ["\(windings[index].randomElement(using: &random) ?? 0)", "\(index)", "\"t\""]
      case 2 where !threeWindings.isEmpty:
        let index = Int.random(in: 0..<threeWindings.count, using: &random)
        row = ["\(threeWindings[index].randomElement(using: &random) ?? 0)", "\(index)", "\"t3\""]
      default:
        let index = Int.random(in: 0..<lineEnds.count, using: &random)
        row = [
          "\(random.happens(0.5) ? lineEnds[index].0 : lineEnds[index].1)", "\(index)", "\"l\"",
        ]
      }
      // The two ends of a loop have the same bus: there is one switch, and it is closed.
      let isLoop =
        switch row[2] {
        case "\"l\"": lineEnds[Int(row[1]) ?? 0].0 == lineEnds[Int(row[1]) ?? 0].1
        case "\"t\"": Set(windings[Int(row[1]) ?? 0]).count < 2
        case "\"t3\"": Set(threeWindings[Int(row[1]) ?? 0]).count < 3
        default: row[0] == row[1]
        }
      if isLoop && (row[2] == "\"b\"" || !taken.insert(row.joined()).inserted) { continue }
      switches.append(row + [isLoop ? "true" : flag(0.7), "\"CB\""])
    }
    file.add("switch", "bus element et closed type", switches)
    for (name, share) in [
      ("load", 2), ("sgen", 6), ("ext_grid", 12), ("shunt", 15), ("ward", 15), ("xward", 15),
      ("motor", 15), ("storage", 15), ("asymmetric_load", 10), ("asymmetric_sgen", 15),
    ] {
      file.add(
        name,
        "name bus in_service",
        (0..<buses / share).map { ["\"x\($0)\"", "\(bus())", flag(0.9)] }
      )
    }
    file.add(
      "gen",
      "name bus in_service slack",
      (0..<buses / 12).map { _ in ["null", "\(bus())", "true", flag(0.5)] }
    )
    for name in ["impedance", "dcline", "tcsc"] {
      let rows = (0..<buses / 12).map { _ in
        let from = bus()
        return ["null", "\(from)", "\((from + 1) % buses)", "true"]
      }
      file.add(name, "name from_bus to_bus in_service", rows)
    }
    for name in ["svc", "ssc"] { file.add(name, "bus in_service", [["\(bus())", flag(0.9)]]) }
    addDirectCurrent(to: &file, &random, buses: buses)
    file.add("measurement", "element", [["0"]])
    file.add("res_bus", "vm_pu", [["NaN"], ["1.0"]])
  }

  private static func addDirectCurrent(
    to file: inout NetworkFile,
    _ random: inout SeededGenerator,
    buses: Int
  ) {
    let count = max(3, buses / 8)
    func direct() -> Int { Int.random(in: 0..<count, using: &random) }
    func bus() -> String { "\(Int.random(in: 0..<buses, using: &random))" }
    file.add(
      "bus_dc",
      "name vn_kv in_service type",
      (0..<count).map { ["\"D\($0)\"", "320.0", "true", "\"b\""] }
    )
    func pair() -> [String] {
      let from = direct()
      return ["\(from)", "\((from + 1) % count)"]
    }
    file.add(
      "line_dc",
      "from_bus_dc to_bus_dc length_km in_service",
      (0..<count).map { _ in pair() + ["1.5", "true"] }
    )
    file.add(
      "vsc",
      "bus bus_dc in_service",
      (0..<count).map { _ in [bus(), "\(direct())", "true"] }
    )
    for name in ["b2b_vsc", "bi_vsc"] {
      file.add(name, "bus bus_dc_plus bus_dc_minus in_service", [[bus()] + pair() + ["true"]])
    }
    for name in ["load_dc", "source_dc"] {
      file.add(name, "bus_dc in_service", [["\(direct())", "true"]])
    }
  }

  static var minimalElectric: NetworkFile {
    var random = SeededGenerator(seed: 1)
    var file = randomElectric(&random, buses: 2)
    for position in file.tables.indices { file.tables[position].rows = [] }
    return file
  }

  /// A pandapipes file with valves of both kinds, pumps, drawn and undrawn pipes, crossings at
  /// shared vertices and several sinks at a junction.
  static func randomPipeline(_ random: inout SeededGenerator, junctions: Int) -> NetworkFile {
    var file = NetworkFile(networkClass: "pandapipesNet")
    var places: [Coordinate?] = []
    /// Vertices and junctions are on one grid: pipes touch what they do not connect to.
    func somewhere() -> Coordinate {
      let x = Double(Int.random(in: 0..<40, using: &random)) * 7
      let y = Double(Int.random(in: 0..<40, using: &random)) * 7
      return Coordinate(x: 3_417_000 + x, y: 5_369_000 + y)
    }
    for junction in 0..<junctions {
      var place: Coordinate? = somewhere()
      if junction > 0, random.happens(0.1) { place = places[junction - 1] }
      if random.happens(0.05) { place = nil }
      places.append(place)
    }
    func junction() -> Int { Int.random(in: 0..<junctions, using: &random) }
    file.add(
      "junction",
      "name pn_bar height_m in_service type",
      (0..<junctions).map { ["\"J\($0)\"", "1.0", "149.5", "true", "\"junction\""] }
    )
    file.tables.append(("junction_geodata", ["x", "y"], geodata(places)))
    var pipes: [(Int, Int)] = []
    var drawn: [(index: Int, cells: [String])] = []
    for pipe in 0..<junctions * 3 / 2 {
      let ends = (junction(), junction())
      pipes.append(ends)
      if let from = places[ends.0], let to = places[ends.1], random.happens(0.4) {
        let path = [from, somewhere(), somewhere(), to]
        drawn.append((pipe, ["[" + path.map(position).joined(separator: ",") + "]"]))
      }
    }
    let types = [
      "125 PE 100 SDR 11", "180 PE 100 SDR 11", "80_GGG", "DN 200 ST", "unknown", "315_PE_100",
    ]
    file.add(
      "pipe",
      "name from_junction to_junction std_type length_km in_service type inner_diameter_mm",
      pipes.map {
        [
          "null", "\($0.0)", "\($0.1)",
          random.happens(0.8) ? quoted(types.randomElement(using: &random) ?? "") : "null",
          "0.02", "true", random.happens(0.4) ? "\"house_connection\"" : "\"pipe\"", "102.2",
        ]
      }
    )
    file.tables.append(("pipe_geodata", ["coords"], drawn))
    var valves: [[String]] = []
    for _ in 0..<junctions / 4 {
      let opened = random.happens(0.6) ? "true" : "false"
      if random.happens(0.6) {
        let pipe = Int.random(in: 0..<pipes.count, using: &random)
        guard pipes[pipe].0 != pipes[pipe].1 else { continue }
        let node = random.happens(0.5) ? pipes[pipe].0 : pipes[pipe].1
        valves.append(["\(node)", "\(pipe)", "\"pi\"", opened, "100.0"])
      } else {
        let from = junction()
        valves.append(["\(from)", "\((from + 1) % junctions)", "\"ju\"", opened, "100.0"])
      }
    }
    file.add("valve", "junction element et opened inner_diameter_mm", valves)
    for name in [
      "pump", "compressor", "press_control", "flow_control", "heat_exchanger", "heat_consumer",
      "circ_pump_mass", "circ_pump_pressure",
    ] {
      let sides = name.hasPrefix("circ") ? ["return", "flow"] : ["from", "to"]
      let rows = (0..<max(1, junctions / 20)).map { _ in
        let from = junction()
        return ["\(from)", "\((from + 1) % junctions)", "true"]
      }
      file.add(name, "\(sides[0])_junction \(sides[1])_junction in_service", rows)
    }
    for (name, share) in [("sink", 1), ("source", 9), ("ext_grid", 15), ("mass_storage", 15)] {
      file.add(
        name,
        "name junction in_service",
        (0..<max(1, junctions / share)).map { _ in ["null", "\(junction())", "true"] }
      )
    }
    file.members = [
      "\"component_list\": [{\"_class\": \"Junction\"}, {\"_class\": \"Pipe\"}, "
        + "{\"_class\": \"Sink\"}]"
    ]
    return file
  }
}
