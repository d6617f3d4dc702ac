internal import GeoSnap

struct OpenDSSCircuit {
  struct Fuse {
    let name: String
    let element: Int
    let terminal: Int
    let isOpen: Bool
  }

  private(set) var buses: [OpenDSSBus] = []
  private(set) var elements: [OpenDSSElement] = []
  private(set) var fuses: [Fuse] = []
  private(set) var counts: [String: Int] = [:]
  private(set) var notImported: [String: Int] = [:]
  private var leftOut: Set<String> = []
  private(set) var notes: [String] = []
  private(set) var problems: [ImportProblem] = []
  private var busNumbers: [String: Int] = [:]
  private var counted = CountedNotes()

  init(_ files: [ImportFile]) throws(ReadingError) {
    func file(_ name: String) throws(ReadingError) -> ImportFile? {
      let found = files.filter { file in
        file.name.split(separator: "/").last.map { $0.lowercased() } == name
      }
      if found.count > 1 {
        throw ReadingError(
          name,
          "Several files have this name (case is ignored): keep one of them."
        )
      }
      return found.first
    }
    guard let busFile = try file("buses.csv"), let elementFile = try file("elements.csv") else {
      throw ReadingError(
        "$",
        "buses.csv and elements.csv are needed: Scripts/export_opendss.py writes them, as Documentation/Import-OpenDSS.md "
          + "describes."
      )
    }
    try readBuses(busFile)
    try readElements(elementFile)
    if let fuseFile = try file("fuses.csv") { try readFuses(fuseFile) }
    notes += counted.notes
  }

  private mutating func finish(_ table: OpenDSSTable) {
    problems += table.problems
    if !table.unknownColumns.isEmpty {
      notes.append(
        "Columns of \(table.name) that are not read: "
          + "\(Words.names(table.unknownColumns.map { $0.isEmpty ? "(no name)" : $0 }))."
      )
    }
  }

  // MARK: Buses

  private mutating func readBuses(_ file: ImportFile) throws(ReadingError) {
    var table = try OpenDSSTable(
      file,
      needed: ["bus"],
      optional: ["x", "y", "nodes", "kv_base_ln"]
    )
    for row in table.rows {
      let name = table.text(row, "bus")
      if name.isEmpty { table.report(row, "bus", "The bus has no name.") }
      let base = table.number(row, "kv_base_ln")
      if let base, base < 0 { table.report(row, "kv_base_ln", "A voltage cannot be negative.") }
      if busNumbers.updateValue(buses.count, forKey: name.lowercased()) != nil {
        table.report(row, "bus", "Bus '\(name)' appears twice (case is ignored).")
      }
      var bus = OpenDSSBus(name: name, kilovolts: base.flatMap { $0 > 0 ? $0 : nil })
      bus.nodes = table.list(row, "nodes", separator: ".")
      bus.coordinate = coordinate(table, row)
      buses.append(bus)
    }
    if !buses.isEmpty { counts["bus"] = buses.count }
    finish(table)
  }

  private mutating func coordinate(_ table: OpenDSSTable, _ row: OpenDSSTable.Row) -> Coordinate? {
    let (x, y) = (table.text(row, "x"), table.text(row, "y"))
    if x.isEmpty && y.isEmpty { return nil }
    if let x = InpFile.number(x), let y = InpFile.number(y), abs(x) < 1e15, abs(y) < 1e15 {
      return Coordinate(x: x, y: y)
    }
    counted.add("Coordinates of buses not used", "'\(x), \(y)' in \(table.name), line \(row.line)")
    return nil
  }

  /// The number of a bus; a bus that only a disabled element names is added.
  private mutating func bus(_ name: String, isEnabled: Bool) -> Int? {
    if let number = busNumbers[name.lowercased()] { return number }
    guard !isEnabled else { return nil }
    busNumbers[name.lowercased()] = buses.count
    buses.append(OpenDSSBus(name: name))
    notes.append(
      "bus/\(name.lowercased().withEncodedSigns) is not in buses.csv, but is kept, because disabled elements name it."
    )
    return buses.count - 1
  }

  // MARK: Elements

  private static let columns = [
    "class", "enabled", "n_terminals", "n_conductors", "n_phases", "switch_flag", "open_terminals",
    "open_phases", "length", "units", "linecode", "kva", "kv", "bank",
  ]

  private static func terminalNumber(_ column: String) -> Int? {
    for prefix in ["bus", "nodes"] where column.hasPrefix(prefix) {
      if let number = Int(whole: String(column.dropFirst(prefix.count))), (1...99).contains(number)
      {
        return number
      }
    }
    return nil
  }

  private mutating func readElements(_ file: ImportFile) throws(ReadingError) {
    var table = try OpenDSSTable(
      file,
      needed: ["element", "bus1", "bus2"],
      optional: Self.columns,
      isKnown: { Self.terminalNumber($0) != nil }
    )
    var known: Set<String> = []
    for row in table.rows {
      let (className, name) = elementName(&table, row)
      if !known.insert("\(className).\(name.lowercased())").inserted {
        table.report(
          row,
          "element",
          "Element '\(className).\(name)' appears twice (case is ignored): give each a different name."
        )
      }
      guard let kind = OpenDSSKind(className: className) else {
        notImported[className.isEmpty ? "(no class)" : className, default: 0] += 1
        if joinsBuses(table, row) {
          counted.add(
            "Elements between buses, which are not imported because of their class",
            "\(className).\(name.lowercased())"
          )
        }
        continue
      }
      guard let element = element(&table, row, className, name, kind) else { continue }
      if carriesNoPhase(element) {
        counted.add("Branches of a neutral or to ground, which are not imported", element.key)
        leftOut.insert(element.key)
        notImported[className, default: 0] += 1
      } else {
        counts[className, default: 0] += 1
        elements.append(element)
      }
    }
    finish(table)
  }

  private func joinsBuses(_ table: OpenDSSTable, _ row: OpenDSSTable.Row) -> Bool {
    let names = (1...99).prefix { table.has("bus\($0)") }
      .map { table.text(row, "bus\($0)").lowercased() }
    return Set(names.filter { !$0.isEmpty }).count > 1
  }

  /// Whether a line, or a series reactor or capacitor, has a grounded end, or one conductor, which is no phase, at
  /// buses with phases.
  private func carriesNoPhase(_ element: OpenDSSElement) -> Bool {
    let isLine = element.kind == .line
    guard isLine || element.isSeries && [.reactor, .capacitor].contains(element.kind) else {
      return false
    }
    return element.nodes.contains { !$0.isEmpty && $0.allSatisfy { $0 == 0 } }
      || zip(element.buses, element.nodes).allSatisfy { bus, nodes in
        nodes.count == 1 && nodes[0] > 3 && buses[bus].nodes.contains { (1...3).contains($0) }
      }
  }

  /// Class and name: `Line.ln5` has both, and the column `class` repeats the class.
  private func elementName(
    _ table: inout OpenDSSTable,
    _ row: OpenDSSTable.Row
  ) -> (className: String, name: String) {
    let full = table.text(row, "element")
    let column = table.text(row, "class").lowercased()
    guard let dot = full.firstIndex(of: ".") else {
      if column.isEmpty || full.isEmpty {
        table.report(
          row,
          "element",
          "Class and name were expected, as in Line.a; this is '\(full)'."
        )
      }
      return (column, full)
    }
    let prefix = full[..<dot].lowercased()
    let name = String(full[full.index(after: dot)...])
    if name.isEmpty || prefix.isEmpty {
      table.report(row, "element", "Class and name were expected, as in Line.a; this is '\(full)'.")
    }
    if !column.isEmpty && column != prefix {
      table.report(
        row,
        "class",
        "'\(full)' is of class \(prefix), but the column says '\(column)'."
      )
    }
    return (prefix, name)
  }

  private mutating func element(
    _ table: inout OpenDSSTable,
    _ row: OpenDSSTable.Row,
    _ className: String,
    _ name: String,
    _ kind: OpenDSSKind
  ) -> OpenDSSElement? {
    let isEnabled = table.flag(row, "enabled", missing: true)
    guard let (buses, nodes, count) = terminals(&table, row, kind, isEnabled) else { return nil }
    var opened: Set<Int> = []
    for terminal in table.list(row, "open_terminals", separator: "|") {
      if (1...count).contains(terminal) {
        opened.insert(terminal - 1)
      } else {
        table.report(row, "open_terminals", "The element has no terminal \(terminal).")
      }
    }
    let openNodes = table.openNodes(row, nodes)
    for (terminal, open) in openNodes.enumerated() where !open.isEmpty {
      let phases = nodes[terminal].filter { (1...3).contains($0) }
      if open.isSuperset(of: phases.isEmpty ? nodes[terminal] : phases) {
        opened.insert(terminal)
      } else {
        counted.add(
          "Terminals with some phases open, which the element does not carry",
          "terminal \(terminal + 1) of \(className).\(name)"
        )
      }
    }
    var element = OpenDSSElement(
      line: row.line,
      className: className,
      name: name,
      isEnabled: isEnabled,
      phaseCount: table.integer(row, "n_phases", in: 0...1_000)
        ?? nodes[0].filter { (1...3).contains($0) }.count,
      buses: buses,
      nodes: nodes,
      isSwitch: kind == .line && table.flag(row, "switch_flag", missing: false),
      openTerminals: opened,
      openNodes: openNodes,
      metres: kind == .line ? table.metres(row) : nil,
      lineCode: table.text(row, "linecode"),
      power: table.number(row, "kva"),
      kilovolts: table.kilovolts(row),
      bank: table.text(row, "bank"),
      kind: kind
    )
    // Each phase is open at one of the ends, so no phase conducts.
    if opened.isEmpty, element.isOpenThroughout { element.openTerminals = [1] }
    return element
  }

  /// The bus and nodes of each terminal, and the number of terminals, also grounded ones; nil after a problem.
  private mutating func terminals(
    _ table: inout OpenDSSTable,
    _ row: OpenDSSTable.Row,
    _ kind: OpenDSSKind,
    _ isEnabled: Bool
  ) -> (buses: [Int], nodes: [[Int]], count: Int)? {
    let columnCount = (1...99).prefix { table.has("bus\($0)") }.count
    let filled = (1...columnCount).last { !table.text(row, "bus\($0)").isEmpty } ?? 0
    let count = table.integer(row, "n_terminals", in: 1...99) ?? filled
    let needed = kind == .line || kind == .transformer ? 2 : 1
    if filled < needed || filled > count || (needed == 2 && count > filled && filled < columnCount)
    {
      table.report(
        row,
        "bus\(min(filled + 1, columnCount))",
        "The element has \(count) terminals and names \(filled) buses; a \(table.text(row, "element")) "
          + "needs \(max(needed, min(count, columnCount)))."
      )
      return nil
    }
    if count > columnCount && needed == 2 {
      notes.append(
        "\(table.text(row, "element")) has \(count) terminals, but the table has columns for "
          + "\(columnCount): the others are left out."
      )
    }
    var buses: [Int] = []
    var nodes: [[Int]] = []
    for terminal in 1...filled {
      let text = table.text(row, "bus\(terminal)")
      guard let number = text.isEmpty ? nil : bus(text, isEnabled: isEnabled) else {
        table.report(
          row,
          "bus\(terminal)",
          text.isEmpty ? "The terminal has no bus." : "There is no bus '\(text)' in buses.csv."
        )
        return nil
      }
      buses.append(number)
      nodes.append(table.list(row, "nodes\(terminal)", separator: "."))
    }
    if kind == .transformer && Set(buses).count > OpenDSSTypes.windingLimit {
      table.report(row, "bus1", "A transformer can be on at most 8 buses.")
    }
    return (buses, nodes, count)
  }

  private mutating func readFuses(_ file: ImportFile) throws(ReadingError) {
    var table = try OpenDSSTable(file, needed: ["fuse", "element", "terminal"], optional: ["open"])
    var numbers: [String: Int] = [:]
    for (number, element) in elements.enumerated() where numbers[element.key] == nil {
      numbers[element.key] = number
    }
    var known: Set<String> = []
    for row in table.rows {
      var name = table.text(row, "fuse")
      if name.lowercased().hasPrefix("fuse.") { name = String(name.dropFirst(5)) }
      if name.isEmpty { table.report(row, "fuse", "The fuse has no name.") }
      if !known.insert(name.lowercased()).inserted {
        table.report(row, "fuse", "Fuse '\(name)' appears twice (case is ignored).")
      }
      let element = table.text(row, "element")
      if leftOut.contains(element.lowercased()) {
        notImported["fuse", default: 0] += 1
        continue
      }
      guard let number = numbers[element.lowercased()] else {
        table.report(row, "element", "There is no element '\(element)' in elements.csv.")
        continue
      }
      let count = elements[number].joinedTerminals
      guard let terminal = table.integer(row, "terminal", in: 1...count) else {
        if table.text(row, "terminal").isEmpty {
          table.report(
            row,
            "terminal",
            "The terminal is missing: give a number from 1 to \(count)."
          )
        }
        continue
      }
      let isOpen = table.flag(row, "open", missing: false)
      fuses.append(Fuse(name: name, element: number, terminal: terminal - 1, isOpen: isOpen))
    }
    if !fuses.isEmpty { counts["fuse"] = fuses.count }
    finish(table)
  }
}
