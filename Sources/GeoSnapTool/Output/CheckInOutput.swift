import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// The results of checking in the steps of a file, as text and as JSON.
struct CheckInOutput {
  let checkIn: NetworkCheckIn
  let path: String

  private var heldUp: [NetworkCheckIn.Step] { checkIn.steps.filter(\.isHeldUp) }
  private var possible: Int {
    checkIn.steps.count { if case .possible = $0.outcome { true } else { false } }
  }

  var lines: [String] {
    if checkIn.wasComplete {
      return [
        "\(path) was checked in at \(checkIn.checkout.checkedIn ?? ""), and has no steps since: nothing to do"
      ]
    }
    let written = checkIn.writtenCount
    var head = "Checked in \(count(written, "step")) of \(checkIn.steps.count.grouped)"
    if written == 0, possible > 0 {
      head = "\(count(possible, "step")) of \(checkIn.steps.count.grouped) can be checked in"
    }
    return ["\(head) to \(checkIn.address)"]
      + checkIn.steps.map { "  \($0.number)  \($0.name)  \($0.outcome.sentence)" }
  }

  var failure: Failure? {
    if heldUp.isEmpty { return nil }
    let lines = heldUp.flatMap { step in
      step.outcome.reasons.map { "\(path): step \(step.number) (\(step.name)): \($0)" }
    }
    let staying = checkIn.steps.count { !$0.isIn }
    let end =
      staying < checkIn.steps.count
      ? "\(count(staying, "step")) \(staying == 1 ? "stays" : "stay") in \(path): "
        + "the others are in the database."
      : "Nothing was written"
        + (possible > 0 ? ": --skip-conflicts checks in the other steps." : ".")
    return Failure.badData((lines + [end]).joined(separator: "\n"))
  }

  var document: JSONValue {
    .object([
      "file": .string(path), "network": .string("\(checkIn.address)"),
      "checkout": .string("\(checkIn.checkout.id)"),
      "revision": .integer(checkIn.checkout.revision),
      "isComplete": .bool(checkIn.isComplete), "isRedefined": .bool(checkIn.isRedefined),
      "checkedIn": JSONValue(checkIn.checkout.checkedIn), "written": .integer(checkIn.writtenCount),
      "steps": .objects(checkIn.steps) { step in
        let own: [String: JSONValue] = [
          "number": .integer(Int(step.number)), "name": .string(step.name),
          "time": .string(step.time), "outcome": .string(step.outcome.word),
        ]
        return own.merging(step.outcome.members) { own, _ in own }
      },
    ])
  }
}

extension NetworkCheckIn.Outcome {
  fileprivate var word: String {
    switch self {
    case .done: "done"
    case .doneBefore: "doneBefore"
    case .unchanged: "unchanged"
    case .possible: "possible"
    case .conflict: "conflict"
    case .refused: "refused"
    case .waits: "waits"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .done(let revision): "revision \(revision)"
    case .doneBefore(let revision): "checked in before, revision \(revision)"
    case .unchanged: "the network already has this state"
    case .possible: "can be checked in"
    case .conflict: "conflict"
    case .refused: "refused"
    case .waits(let step): "waits for step \(step)"
    }
  }

  fileprivate var reasons: [String] {
    switch self {
    case .conflict(let conflicts): conflicts.map(\.message)
    case .refused(let error): error.problems.map { "\($0) (\($0.code.rawValue))" }
    case .waits(let step): ["It depends on step \(step), which stays in the file."]
    case .done, .doneBefore, .unchanged, .possible: []
    }
  }

  fileprivate var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "revision": .null, "after": .null, "conflicts": .array([]), "problems": .array([]),
    ]
    switch self {
    case .done(let revision), .doneBefore(let revision): members["revision"] = .integer(revision)
    case .waits(let step): members["after"] = .integer(Int(step))
    case .conflict(let conflicts):
      members["conflicts"] = .objects(conflicts) { conflict in
        [
          "edit": .integer(conflict.edit + 1), "row": .string("\(conflict.key)"),
          "author": JSONValue(conflict.author), "time": JSONValue(conflict.time),
          "name": JSONValue(conflict.name), "message": .string(conflict.message),
        ]
      }
    case .refused(let error):
      members["problems"] = .objects(error.problems) { problem in
        [
          "code": .string(problem.code.rawValue), "number": JSONValue(problem.number),
          "edit": JSONValue(problem.edit.map { $0 + 1 }), "table": JSONValue(problem.table),
          "row": JSONValue(problem.row), "message": .string(problem.message),
        ]
      }
    case .unchanged, .possible: break
    }
    return members
  }
}
