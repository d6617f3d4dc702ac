import Foundation
import Testing

/// What Tests/TraceTable.md says is tested.
@Suite("The table of trace tests")
struct TraceTableTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The rows: the number, the statement, and what tests it.
  private func rows() throws -> [(number: String, statement: String, tests: String)] {
    let document = try String(
      contentsOf: Self.root.appendingPathComponent("Tests/TraceTable.md"),
      encoding: .utf8
    )
    return document.matches(of: /(?m)^\| ([234](?:\.\d+)+) \| (.+) \| (.*) \|$/).map {
      (String($0.1), String($0.2), String($0.3))
    }
  }

  @Test("Every row has tests, and each exists; only telecom and Arcade are no goals")
  func everyRow() throws {
    var functions: [String: Set<Substring>] = [:]
    let files = try #require(
      FileManager.default.enumerator(atPath: Self.root.appendingPathComponent("Tests").path)
    )
    for case let file as String in files where file.hasSuffix("Tests.swift") {
      let path = Self.root.appendingPathComponent("Tests/" + file)
      let text = try String(contentsOf: path, encoding: .utf8)
      // A test counts only where it is marked as one.
      functions[path.deletingPathExtension().lastPathComponent, default: []].formUnion(
        text.matches(of: /@Test\([^@]*?\n  func (\w+)\(/).map(\.output.1)
      )
    }
    for (number, statement, tests) in try rows() {
      if tests == "non-goal" {
        #expect(["2.1.9", "2.1.10", "3.1.14"].contains(number), "\(number) \(statement)")
        continue
      }
      let named = tests.matches(of: /`(\w+)\.(\w+)`/).map(\.output)
      #expect(!named.isEmpty, "\(number) \(statement) has no test")
      for (_, suite, function) in named {
        #expect(
          functions[String(suite)]?.contains(function) == true,
          "\(number) names \(suite).\(function), which does not exist"
        )
      }
    }
  }

  @Test("No statement is left out: each section has as many rows as the semantics have statements")
  func sections() throws {
    let counts = Dictionary(grouping: try rows()) { row in
      row.number.split(separator: ".").prefix(2).joined(separator: ".")
    }.mapValues(\.count)
    #expect(
      counts == [
        "2.1": 13, "2.2": 11, "2.3": 8, "2.4": 6, "3.1": 14, "3.2": 4, "3.3": 11, "3.4": 4,
        "3.5": 5, "3.6": 4, "3.7": 2, "3.8": 1, "3.9": 3, "3.10": 3, "4.1": 2, "4.2": 5, "4.3": 5,
        "4.4": 2, "4.5": 1,
      ]
    )
    #expect(try Set(rows().map(\.number)).count == rows().count)
  }
}
