import GeoSnapImport

struct ImportOutput {
  let report: ImportReport
  let out: String
  let isAppended: Bool

  func print(json: Bool) throws {
    if json { try document.print() } else { try printLines(lines) }
  }

  private var document: JSONValue {
    .object([
      "out": .string(out),
      "read": JSONValue(report.elementsRead), "written": JSONValue(report.featuresWritten),
      "derived": JSONValue(report.derived), "notImported": JSONValue(report.notImported),
      "notes": JSONValue(report.notes),
      "moves": .objects(report.moves) { move in
        [
          "origin": .string(move.origin), "from": JSONValue(move.from),
          "to": JSONValue(move.to), "distance": .number(move.distance),
          "reason": .string(move.reason.rawValue),
        ]
      },
      "additions": .objects(report.additions) { addition in
        [
          "kind": .string(addition.kind.rawValue), "origin": .string(addition.origin),
          "at": JSONValue(addition.place), "distance": .number(addition.distance),
        ]
      },
    ])
  }

  private var lines: [String] {
    var lines = ["\(isAppended ? "Added to" : "Made") \(out)"]
    lines += list("Read", report.elementsRead)
    lines += list("Written", report.featuresWritten)
    lines += list("Derived", report.derived)
    lines += list("Not imported", report.notImported)
    lines += moves
    if let farthest = report.additions.filter({ $0.kind == .vertex })
      .max(by: { $0.distance < $1.distance })
    {
      lines.append(
        "Vertex farthest from its line: \(farthest.origin) by \(text(farthest.distance)) at "
          + "\(text(farthest.place)) (all with --json)"
      )
    }
    lines += report.notes.prefix(10).map { "Note: \($0)" }
    if report.notes.count > 10 {
      lines.append("... and \(report.notes.count - 10) more notes (all with --json)")
    }
    return lines
  }

  private func list(_ title: String, _ counts: [String: Int]) -> [String] {
    guard !counts.isEmpty else { return [] }
    let entries = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return ["\(title): \(entries.joined(separator: ", "))"]
  }

  /// For each reason, the number of moved features, and the three that moved farthest, with their distances.
  private var moves: [String] {
    let reasons = Dictionary(grouping: report.moves, by: \.reason)
    return reasons.sorted(by: { $0.key.rawValue < $1.key.rawValue }).map { reason, moves in
      let farthest = moves.sorted { $0.distance > $1.distance }.prefix(3)
        .map { "\($0.origin) by \(text($0.distance))" }
      let title = reason == .keptGap ? "Left apart" : "Moved"
      return "\(title): \(moves.count), \(reason.rawValue); farthest "
        + "\(farthest.joined(separator: ", ")) (all with --json)"
    }
  }
}
