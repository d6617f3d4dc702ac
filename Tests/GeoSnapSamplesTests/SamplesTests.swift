import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// A program of `Examples/Samples`, with the lines that its port had before.
struct SampleProgram: CustomTestStringConvertible, Sendable {
  let name: String
  let portLines: Int
  let run: @Sendable (String) async throws -> [String]

  static let all = [
    SampleProgram(name: "TraceUtilityNetwork", portLines: 220) {
      try await TraceUtilityNetwork.run($0)
    },
    SampleProgram(name: "ConfigureSubnetworkTrace", portLines: 176) {
      try await ConfigureSubnetworkTrace.run($0)
    },
    SampleProgram(name: "SnapGeometryEdits", portLines: 239) {
      try await SnapGeometryEdits.run($0)
    },
    SampleProgram(name: "DisplayContainerContent", portLines: 113) {
      try await DisplayContainerContent.run($0)
    },
    SampleProgram(name: "DisplayAssociations", portLines: 114) {
      try await DisplayAssociations.run($0)
    },
  ]

  var testDescription: String { name }

  static let root = #filePath.components(separatedBy: "/").dropLast(3).joined(separator: "/")

  func source(_ file: String) throws -> String {
    try String(
      contentsOfFile: "\(Self.root)/Examples/Samples/Sources/\(name)/\(file).swift",
      encoding: .utf8
    )
  }

  func lineCount() throws -> Int {
    try [name, "main"].map {
      try source($0).split(separator: "\n", omittingEmptySubsequences: false)
    }
    .reduce(0) { $0 + $1.count - 1 }
  }

  func chapter() throws -> String {
    let article = try String(
      contentsOfFile: Self.root + "/Documentation/Samples.md",
      encoding: .utf8
    )
    return try #require(
      article.components(separatedBy: "\n## ").first { $0.hasPrefix(name + "\n") },
      "Documentation/Samples.md has no chapter \(name)"
    )
  }
}

@Suite("The samples")
struct SamplesTests {
  @Test("Each does on the sample town what its page shows", arguments: SampleProgram.all)
  func output(program: SampleProgram) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appendingPathComponent("schutterwald.gpkg").path
    try FileManager.default.copyItem(atPath: SampleFile.path, toPath: copy)
    let lines = try await program.run(copy)
    let shown = lines.map { "    \($0)\n" }.joined()
    #expect(try program.chapter().contains("\n\n\(shown)"), "It prints:\n\(shown)")
    // What the sample saved it has undone.
    let (before, after) = (try GeoPackage.open(SampleFile.path), try GeoPackage.open(copy))
    #expect(after.network.tables == before.network.tables)
    #expect(after.network.associations == before.network.associations)
  }

  @Test("Each takes at most half the lines of its port", arguments: SampleProgram.all)
  func lines(program: SampleProgram) throws {
    let count = try program.lineCount()
    #expect(count <= program.portLines / 2, "\(count) lines")
    let row = "| \(program.name) | \(count) | \(program.portLines) |"
    let article = try String(
      contentsOfFile: SampleProgram.root + "/Documentation/Samples.md",
      encoding: .utf8
    )
    #expect(article.contains(row), "Documentation/Samples.md lacks the row \(row)")
  }

  @Test("The code on the page is the program's", arguments: SampleProgram.all)
  func code(program: SampleProgram) throws {
    let blocks = try program.chapter().components(separatedBy: "```swift\n").dropFirst()
    #expect(!blocks.isEmpty)
    let source = try program.source(program.name)
    for block in blocks {
      let code = block.components(separatedBy: "```")[0]
      #expect(source.contains(code), "not in the program:\n\(code)")
    }
  }
}
