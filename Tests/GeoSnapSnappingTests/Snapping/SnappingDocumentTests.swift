import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

/// What Documentation/Snapping.md says is so.
@Suite("The document about snapping")
struct SnappingDocumentTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func document() throws -> String {
    try String(
      contentsOf: Self.root.appendingPathComponent("Documentation/Snapping.md"),
      encoding: .utf8
    )
  }

  @Test("The example compiles, and snaps a tap to the main")
  func example() throws {
    let network = try GasFixture.network()
    let tap = GasFixture.tap
    let pointers = [GasFixture.c(10.5, 0.5), GasFixture.c(3, 0.4), GasFixture.c(20.2, 15)]
    var answers: [String] = []
    func print(_ items: Any...) { answers.append(items.map { "\($0)" }.joined(separator: " ")) }
    // The example begins.
    let map = SnapMap(of: network)
    let rules = try SnapRules(for: tap, in: network)

    var settings = SnapSettings()
    settings.isEnabled = true
    settings.kinds = [.standard, .guides, SnapKinds(.midpoint)]
    settings.kindTolerances[.segment] = .pixels(5)
    settings.syncSourceSettings(with: map, of: network, rules: rules, enabling: .setFromRules)

    let scene = try SnapScene(NetworkIndex(network), map: map)
    let snapper = Snapper(scene, settings: settings, rules: rules, view: SnapView(scale: 500))

    var previous: SnapMatch?
    for pointer in pointers {
      let match = try snapper.snap(at: pointer, previous: previous)
      if let match {
        print(match.place.kind.name, match.place.location, match.permission, match.insertsVertex)
      } else {
        for refusal in try snapper.explain(at: pointer).refused {
          print(refusal.place.kind.name, refusal.reason.rawValue, refusal.remedy)
        }
      }
      previous = match
    }
    // The example ends.
    #expect(answers.count >= 3)
    #expect(answers[0].hasPrefix("vertex") && answers[0].contains("rule(1)"))
    #expect(answers[1].hasPrefix("segment") && answers[1].hasSuffix("true"))
    // A junction is at each end of that line already.
    #expect(answers[2...].allSatisfy { $0.contains("endVertexOnly") && $0.hasSuffix("none") })
  }

  @Test("The example of the document is the one above")
  func exampleIsCompiled() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let start = try #require(source.range(of: "    // The example begins.\n")).upperBound
    let end = try #require(source.range(of: "    // The example ends.\n")).lowerBound
    let compiled = source[start..<end].split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : String($0) }
      .joined(separator: "\n")
    let parts = try document().components(separatedBy: "```")
    #expect(parts[1] == "swift\n" + compiled)
  }

  @Test("Every test that the document names exists")
  func namedTests() throws {
    var functions: [String: Set<Substring>] = [:]
    let files = try #require(
      FileManager.default.enumerator(atPath: Self.root.appendingPathComponent("Tests").path)
    )
    for case let file as String in files where file.hasSuffix("Tests.swift") {
      let path = Self.root.appendingPathComponent("Tests/" + file)
      let suite = path.deletingPathExtension().lastPathComponent
      let text = try String(contentsOf: path, encoding: .utf8)
      functions[suite, default: []].formUnion(text.matches(of: /func (\w+)\(/).map(\.output.1))
    }
    let document = try document()
    let named = document.matches(of: /`(\w+Tests)(?:\.(\w+))?`/).map(\.output)
    #expect(named.count > 20)
    for (_, suite, function) in named {
      let known = functions[String(suite)]
      #expect(known != nil, "\(suite)")
      if let function { #expect(known?.contains(function) == true, "\(suite).\(function)") }
    }
  }

  @Test("Ranks are as the document lists them")
  func ranks() throws {
    let document = try document()
    for kind in SnapKind.allCases {
      let row = try #require(
        document.split(separator: "\n").first { $0.hasPrefix("| \(kind.rank) |") }
      )
      #expect(row.contains("`\(kind)`"), "\(kind)")
    }
  }
}
