import GeoSnapImport

/// How an import is told in JSON and in text.
struct ImportOutput {
  let report: ImportReport
  let out: String
  let isAppended: Bool

  func print(json: Bool) throws {
    if json { try document.print() } else { describe() }
  }

  private var document: JSONValue {
    .object([
      "out": .string(out),
      "read": counts(report.elementsRead), "written": counts(report.featuresWritten),
      "derived": counts(report.derived), "notImported": counts(report.notImported),
      "notes": .array(report.notes.map { .string($0) }),
      "moves": .array(
        report.moves.map { move in
          .object([
            "origin": .string(move.origin), "from": GeoSnapTool.json(move.from),
            "to": GeoSnapTool.json(move.to), "distance": .number(move.distance),
            "reason": .string(move.reason.rawValue),
          ])
        }
      ),
    ])
  }

  private func counts(_ counts: [String: Int]) -> JSONValue {
    .object(counts.mapValues { .integer($0) })
  }

  private func describe() {
    Swift.print("\(isAppended ? "Added to" : "Made") \(out)")
    describe("Read", report.elementsRead)
    describe("Written", report.featuresWritten)
    describe("Derived", report.derived)
    describe("Not imported", report.notImported)
    describeMoves()
    for note in report.notes.prefix(10) { Swift.print("Note: \(note)") }
    if report.notes.count > 10 {
      Swift.print("... and \(report.notes.count - 10) notes more (all with --json)")
    }
  }

  private func describe(_ title: String, _ counts: [String: Int]) {
    guard !counts.isEmpty else { return }
    Swift.print(
      "\(title): "
        + counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        .joined(separator: ", ")
    )
  }

  /// For each reason how many were moved, how far at most, and which went farthest.
  private func describeMoves() {
    let reasons = Dictionary(grouping: report.moves, by: \.reason)
    for (reason, moves) in reasons.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let farthest = moves.sorted { $0.distance > $1.distance }.prefix(3)
        .map { "\($0.origin) by \(text($0.distance))" }
      Swift.print(
        "Moved: \(moves.count), \(reason.rawValue); farthest \(farthest.joined(separator: ", "))"
          + " (all with --json)"
      )
    }
  }
}
