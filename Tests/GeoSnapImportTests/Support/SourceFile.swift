import Foundation

/// A pandapower or pandapipes file read by Foundation: what the importers are compared with.
struct SourceFile {
  let tables: [String: [Row]]

  struct Row {
    let table: String
    let index: Int
    let cells: [String: Any]

    var origin: String { "\(table)/\(index)" }

    func number(_ column: String) -> Int { (cells[column] as? NSNumber)?.intValue ?? -1 }
    func text(_ column: String) -> String { cells[column] as? String ?? "" }
    func flag(_ column: String) -> Bool { (cells[column] as? NSNumber)?.boolValue ?? false }
  }

  init(_ bytes: [UInt8]) throws {
    let root = try Self.object(Data(bytes))
    let members = root["_object"] as? [String: Any] ?? [:]
    var tables: [String: [Row]] = [:]
    for (name, value) in members {
      guard let frame = value as? [String: Any], frame["_class"] as? String == "DataFrame" else {
        continue
      }
      let content =
        try (frame["_object"] as? String).map { try Self.object(Data($0.utf8)) }
        ?? (frame["_object"] as? [String: Any] ?? [:])
      let columns = content["columns"] as? [String] ?? []
      let index = content["index"] as? [Any] ?? []
      let data = content["data"] as? [[Any]] ?? []
      tables[name] = zip(index, data).map { label, row in
        Row(
          table: name,
          index: (label as? NSNumber)?.intValue ?? -1,
          cells: Dictionary(uniqueKeysWithValues: zip(columns, row))
        )
      }
    }
    self.tables = tables
  }

  private static func object(_ data: Data) throws -> [String: Any] {
    // Python writes numbers that strict JSON does not allow; they do not matter here.
    var text = String(decoding: data, as: UTF8.self)
    for word in ["-Infinity", "Infinity", "NaN"] {
      for lead in [": ", ":", "[", ", ", ","] {
        text = text.replacingOccurrences(of: lead + word, with: lead + "null")
      }
    }
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  subscript(table: String) -> [Row] { tables[table] ?? [] }
}

/// A link of the source's graph: an element, and for each of its ends the node it reaches, or ""
/// where an open switch or closed valve stands between.
struct SourceLink: Hashable {
  let origin: String
  let ends: [String]

  init(_ origin: String, _ ends: [String]) {
    self.origin = origin
    self.ends = ends.sorted()
  }
}

extension SourceFile {
  /// An open switch parts what it stands between when `respectsStatus` says so.
  func electricLinks(respectsStatus: Bool) -> [SourceLink] {
    var blocked: Set<String> = []
    var links: [SourceLink] = []
    for row in self["switch"] {
      let isOpen = respectsStatus && !row.flag("closed")
      let (bus, element) = ("bus/\(row.number("bus"))", row.number("element"))
      if row.text("et") == "b" {
        if !isOpen { links.append(SourceLink(row.origin, [bus, "bus/\(element)"])) }
      } else if isOpen {
        let table = ["l": "line", "t": "trafo", "t3": "trafo3w"][row.text("et")] ?? "?"
        blocked.insert("\(table)/\(element)@\(bus)")
      }
    }
    for (table, columns) in [
      ("line", ["from_bus", "to_bus"]), ("trafo", ["hv_bus", "lv_bus"]),
      ("trafo3w", ["hv_bus", "mv_bus", "lv_bus"]), ("impedance", ["from_bus", "to_bus"]),
      ("dcline", ["from_bus", "to_bus"]), ("tcsc", ["from_bus", "to_bus"]),
      ("line_dc", ["from_bus_dc", "to_bus_dc"]), ("vsc", ["bus", "bus_dc"]),
      ("b2b_vsc", ["bus", "bus_dc_plus", "bus_dc_minus"]),
      ("bi_vsc", ["bus", "bus_dc_plus", "bus_dc_minus"]),
    ] {
      for row in self[table] {
        let ends = columns.map { column in
          let bus = "\(column.contains("bus_dc") ? "bus_dc" : "bus")/\(row.number(column))"
          return blocked.contains("\(row.origin)@\(bus)") ? "" : bus
        }
        links.append(SourceLink(row.origin, ends))
      }
    }
    return links
  }

  func pipelineLinks(respectsStatus: Bool) -> [SourceLink] {
    var blocked: Set<String> = []
    var links: [SourceLink] = []
    for row in self["valve"] {
      let isClosed = respectsStatus && !row.flag("opened")
      let (node, element) = ("junction/\(row.number("junction"))", row.number("element"))
      if row.text("et") == "pi" {
        if isClosed { blocked.insert("pipe/\(element)@\(node)") }
      } else if !isClosed {
        links.append(SourceLink(row.origin, [node, "junction/\(element)"]))
      }
    }
    for table in [
      "pipe", "pump", "compressor", "press_control", "flow_control", "heat_exchanger",
      "heat_consumer", "circ_pump_mass", "circ_pump_pressure",
    ] {
      let columns =
        table.hasPrefix("circ")
        ? ["return_junction", "flow_junction"] : ["from_junction", "to_junction"]
      for row in self[table] {
        let ends = columns.map { column in
          let node = "junction/\(row.number(column))"
          return blocked.contains("\(row.origin)@\(node)") ? "" : node
        }
        links.append(SourceLink(row.origin, ends))
      }
    }
    return links
  }
}
