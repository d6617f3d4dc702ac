import Foundation
import GeoSnap
import GeoSnapStore
import Testing

@Suite("Errors explain themselves")
struct LocalizedErrorTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  private static func codes(_ path: String) throws -> [String] {
    let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
    let matches = text.matches(
      of: /static (?:let|var) \w+(?: = Code|: Self \{ Self)\(rawValue: "(\w+)"\)/
    )
    return matches.map { String($0.1) }
  }

  private func check(_ path: String, _ error: (String) -> any LocalizedError) throws {
    let codes = try Self.codes(path)
    #expect(!codes.isEmpty)
    for code in codes {
      let error = error(code)
      #expect(error.localizedDescription == "\(error)", "\(code)")
      let reason = try #require(error.failureReason, "\(code)")
      let remedy = try #require(error.recoverySuggestion, "\(code)")
      #expect(reason.hasSuffix(".") && remedy.hasSuffix("."), "\(code)")
    }
    #expect(error("somethingNew").failureReason == nil)
    #expect(error("somethingNew").recoverySuggestion == nil)
  }

  @Test("Each code has a reason and a remedy, and the description is what is printed")
  func codes() throws {
    let text = "What is wrong."
    try check("GeoSnapGeometry/Geometry/GeometryError.swift") {
      GeometryError(.init(rawValue: $0), text)
    }
    try check("GeoSnapFormats/Shared/FormatError.swift") {
      FormatError(.init(rawValue: $0), text, offset: 7)
    }
    try check("GeoSnapIndex/Entries/IndexError.swift") {
      IndexError(.init(rawValue: $0), text, entry: 7)
    }
    try check("GeoSnapSnapping/Editor/GeometryEditorError.swift") {
      GeometryEditorError(.init(rawValue: $0), text)
    }
    try check("GeoSnapSnapping/Snapping/Rules/SnapRuleError.swift") {
      SnapRuleError(.init(rawValue: $0), text)
    }
    try check("GeoSnapStore/Format/StoreError.swift") {
      StoreError(.init(rawValue: $0), path: "town.gpkg", message: text)
    }
  }

  @Test("An error that a caller catches as any error says what is wrong")
  func caught() {
    let short = #expect(throws: GeometryError.self) { try LineString([Coordinate(x: 1, y: 2)]) }
    let problem = NetworkProblem(table: "Device", row: "7", message: "It is wrong.")
    let errors: [(any LocalizedError)?] = [
      short, NetworkError([problem]), StoreError(path: "town.gpkg", problems: [problem]),
      TraceExpressionError(column: 3, message: "It is wrong.", validNames: ["add"]),
      TransactionError("A valve", [TransactionProblem(.noRule, "No rule allows it.")]),
      TraceError(.startMissing, "It begins nowhere."),
    ]
    for case let error? in errors {
      #expect(error.localizedDescription == "\(error)")
      #expect(error.failureReason?.isEmpty == false)
      #expect(error.recoverySuggestion?.isEmpty == false)
    }
  }
}
