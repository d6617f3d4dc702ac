import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport

/// A random circuit in the format of the tables, and what it joins.
struct RandomCircuit {
  private(set) var buses = "bus,x,y,nodes,kv_base_ln\n"
  private(set) var rows: [String] = []
  private(set) var fuses = "fuse,element,terminal\n"
  private(set) var fuseCount = 0
  private(set) var links: [String: String] = [:]
  private(set) var origins: [String] = []
  private(set) var unknownCount = 0
  private var random: SeededGenerator
  private let busCount: Int
  private var serial = 0
  /// The elements that fuses may stand at, with the number of their terminals.
  private var fusible: [(String, Int)] = []

  var elements: String { CircuitFiles.header + "\n" + rows.joined() }
  var files: [ImportFile] {
    [ImportFile("buses.csv", buses), ImportFile("elements.csv", elements)]
      + (fuseCount > 0 ? [ImportFile("fuses.csv", fuses)] : [])
  }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    busCount = [2, 3, 8, 25, 60][Int(seed % 5)]
    // In a small extent everything crowds within a few centimetres.
    let extent = seed % 3 == 2 ? 0.3 : 20_000
    var places: [(Double, Double)] = []
    for bus in 0..<busCount {
      var place = (random.double(0...extent), random.double(0...extent))
      if !places.isEmpty && random.happens(0.1) { place = places[bus / 2] }
      places.append(place)
      let isPlaced = !random.happens(0.1)
      let base = ["66.395281", "7.199558", "7.199558", "0.277128", "0.12", "", "0"]
      buses +=
        "\(name(bus)),\(isPlaced ? "\(place.0)" : ""),\(isPlaced ? "\(place.1)" : ""),"
        + "1.2.3,\(base.randomElement(using: &random) ?? "")\n"
      origins.append(busOrigin(bus))
    }
    add("Vsource.source,vsource,1,2,3,3,\(name(0)),1.2.3,\(name(0)),0.0.0,,,,,,,,,,")
    for _ in 0..<(busCount * 3) { addElement() }
    for _ in 0..<3 { addFuse() }
  }

  // Odd names, quoted where CSV needs it: signs that origins use, blanks, quotes.
  private static let oddities = [
    "a;b", "a#1", "50%", "x@y", "two words", "say \"\"ah\"\"", "ö", "1,2",
  ]

  private func name(_ bus: Int) -> String {
    bus % 7 == 3 ? "\"B\(bus) \(Self.oddities[bus % 8])\"" : "b\(bus)"
  }

  private func busOrigin(_ bus: Int) -> String { "bus/\(encoded(plain(name(bus))))" }

  private func plain(_ quoted: String) -> String {
    guard quoted.hasPrefix("\"") else { return quoted }
    return String(quoted.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  private func encoded(_ name: String) -> String {
    name.lowercased().replacing("%", with: "%25").replacing(";", with: "%3B")
      .replacing("#", with: "%23").replacing("@", with: "%40")
  }

  private mutating func add(_ row: String) { rows.append(row + "\n") }

  private mutating func bus() -> Int { Int.random(in: 0..<busCount, using: &random) }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func addElement() {
    serial += 1
    let odd = random.happens(0.1)
    let label = odd ? "E\(serial).\(Self.oddities[serial % 8])" : "E\(serial)"
    let isEnabled = !random.happens(0.1)
    let nodes = pick(["1", "2", "3", "1.2", "2.3", "3.1", "1.2.3", "1.2.3.4"])
    let phases = nodes.split(separator: ".").filter { $0 != "4" }.count
    switch Int.random(in: 0..<16, using: &random) {
    case 0...4: addBranch("Line", label, isEnabled, nodes, phases, isSwitch: false)
    case 5, 6: addBranch("Line", label, isEnabled, nodes, phases, isSwitch: true)
    case 7: addBranch(pick(["Reactor", "Capacitor"]), label, isEnabled, nodes, phases)
    case 8, 9: addTransformer(label, isEnabled, nodes, phases)
    case 10: addBank(isEnabled)
    case 11: addShunt(label, isEnabled, nodes, phases)
    case 12:
      unknownCount += 1
      add(quoted("RegControl.\(label)", "regcontrol,1,1,1,1,\(name(0)),1,,,,,,,,,,,,"))
    default:
      let kind = pick(["Load", "Generator", "PVSystem", "Storage", "IndMach012", "WindGen"])
      let open = random.happens(0.1) ? "1" : ""
      row(kind, label, isEnabled, [(bus(), nodes)], phases, "", open, ",,,12.5,12.47,")
    }
  }

  private func quoted(_ element: String, _ rest: String) -> String {
    element.contains(where: { ",\"; ".contains($0) })
      ? "\"\(element)\",\(rest)" : "\(element),\(rest)"
  }

  private mutating func row(
    _ kind: String,
    _ label: String,
    _ isEnabled: Bool,
    _ terminals: [(bus: Int, nodes: String)],
    _ phases: Int,
    _ switchFlag: String,
    _ open: String,
    _ tail: String
  ) {
    var text = "\(kind.lowercased()),\(isEnabled ? 1 : 0),\(terminals.count),3,\(phases)"
    for position in 0..<3 {
      text +=
        position < terminals.count
        ? ",\(name(terminals[position].bus)),\(terminals[position].nodes)" : ",,"
    }
    add(quoted("\(kind).\(label)", "\(text),\(switchFlag),\(open),\(tail)"))
    let element = plain(quoted("\(kind).\(label)", "").dropLast().description)
    let origin = "\(kind.lowercased())/\(encoded(plainLabel(label)))"
    origins.append(origin)
    if terminals.count <= 2 || terminals[1].bus != terminals[2].bus {
      fusible.append(
        (element, terminals.contains { $0.nodes.hasPrefix("0") } ? 1 : terminals.count)
      )
    }
    let isLink =
      kind == "Line" || kind == "Transformer"
      || (terminals.count == 2 && terminals[0].bus != terminals[1].bus
        && !terminals[1].nodes.hasPrefix("0"))
    guard isLink else { return }
    let opened = Set(open.split(separator: "|").compactMap { Int($0) })
    var reached: [String: Bool] = [:]
    for (position, terminal) in terminals.enumerated() {
      let bus = busOrigin(terminal.bus)
      let isClosed = !opened.contains(position + 1)
      // Windings at one bus are one terminal.
      let isWinding = kind == "Transformer"
      reached[bus] =
        isWinding ? reached[bus] == true || isClosed : (reached[bus] ?? true) && isClosed
    }
    let isOpenSwitch = switchFlag == "1" && !opened.isEmpty
    if reached.count > 1 || kind == "Line" {
      links[origin] = CircuitContraction.canonical(reached, conducts: isEnabled && !isOpenSwitch)
    }
  }

  private func plainLabel(_ label: String) -> String { label.replacing("\"\"", with: "\"") }

  private mutating func openTerminals(_ count: Int) -> String {
    guard random.happens(0.15) else { return "" }
    return (1...count).filter { _ in random.happens(0.5) }.map(String.init).joined(separator: "|")
  }

  private mutating func addBranch(
    _ kind: String,
    _ label: String,
    _ isEnabled: Bool,
    _ nodes: String,
    _ phases: Int,
    isSwitch: Bool? = nil
  ) {
    let flag = isSwitch.map { $0 ? "1" : "0" } ?? ""
    let units = pick(["ft,336", "km,x", "none,", "mi,\"code, odd\"", "kft,1"])
    let tail = kind == "Line" ? "\(Double.random(in: 0...3, using: &random)),\(units),,," : ",,,,,"
    let terminals = [(bus(), nodes), (bus(), nodes)]
    row(kind, label, isEnabled, terminals, phases, flag, openTerminals(2), tail)
  }

  private mutating func addTransformer(
    _ label: String,
    _ isEnabled: Bool,
    _ nodes: String,
    _ phases: Int
  ) {
    let (first, second, third) = (bus(), bus(), bus())
    let (terminals, phases, tail) =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: ([(first, "2"), (second, "1.0"), (second, "0.2")], 1, "25.0,7.2/0.12/0.12,")
      case 1:
        ([(first, nodes), (second, nodes), (third, nodes)], phases, "1000.0,12.47/4.16/0.48,")
      case 2: ([(first, nodes), (second, nodes)], phases, "500.0,7.2/7.2,lone\(serial)")
      default: ([(first, nodes), (second, nodes)], phases, "500.0,4.16/12.47,")
      }
    let open = openTerminals(terminals.count)
    row("Transformer", label, isEnabled, terminals, phases, "", open, ",,," + tail)
  }

  /// Single-phase units between the same two buses, or two of them.
  private mutating func addBank(_ isEnabled: Bool) {
    let (first, second) = (bus(), bus())
    let tail = ",,,100.0,\(pick(["7.2/7.2", "7.2/0.24"])),Bank\(serial)"
    for phase in 1...Int.random(in: 2...3, using: &random) {
      let terminals = [(first, "\(phase)"), (second, "\(phase)")]
      row(
        "Transformer",
        "bank\(serial)_\(phase)",
        isEnabled,
        terminals,
        1,
        "",
        openTerminals(2),
        tail
      )
    }
  }

  private mutating func addShunt(_ label: String, _ isEnabled: Bool, _ nodes: String, _ phases: Int)
  {
    let bus = bus()
    let ground = nodes.split(separator: ".").map { _ in "0" }.joined(separator: ".")
    let kind = pick(["Reactor", "Capacitor"])
    let open = random.happens(0.1) ? "1" : ""
    row(kind, label, isEnabled, [(bus, nodes), (bus, ground)], phases, "", open, ",,,,,")
  }

  private mutating func addFuse() {
    guard !fusible.isEmpty else { return }
    let (element, terminals) = pick(fusible)
    fuseCount += 1
    let terminal = Int.random(in: 1...terminals, using: &random)
    fuses += "F\(fuseCount),\"\(element.uppercased().replacing("\"", with: "\"\""))\",\(terminal)\n"
    origins.append("fuse/f\(fuseCount)")
  }
}
