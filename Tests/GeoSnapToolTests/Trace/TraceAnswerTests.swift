import Foundation
import GeoSnapTestSupport
import Testing

/// Stored questions that `Scripts/Oracles/trace` made and `Scripts/Oracles/ask_geosnap.py` asks;
/// all of them with `GEOSNAP_RANDOM=full`.
@Suite("Traces answer as third-party programs do")
struct TraceAnswerTests {
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")
  private static let folder = root + "/Tests/GeoSnapToolTests/TraceAnswers"
  private static let names = Result {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
      .sorted()
  }
  /// One of each kind of network, for a short run.
  private static let small = [
    "Net1-strategic1.json", "SWMMExtCntrlModel.json", "case33bw.json", "ieee13.json",
  ]

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  private func ask(_ program: String, _ file: String, _ options: String...) throws
    -> (agrees: Bool, said: String)
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = Self.root + "/Scripts/Oracles/ask_geosnap.py"
    process.arguments = ["python3", script, program, file] + options
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus == 0, String(decoding: said, as: UTF8.self))
  }

  @Test(
    "A network of answers is traced as another program says",
    arguments: try names.get().filter { Extent.current >= .long || small.contains($0) }
  )
  func answers(name: String) throws {
    let lines = try Self.text(name).split(separator: "\n").count
    // An odd step, as questions take turns; a few of those that take long.
    let step = Extent.isFull ? 1 : lines / (lines > 800 ? 5 : 8) | 1
    let answer = try ask(
      CommandLineRun.program.path,
      Self.folder + "/" + name,
      "--every",
      "\(step)"
    )
    #expect(answer.agrees && answer.said.contains(" agree, 0 differ"), "\(answer.said)")
  }

  @Test("Every stored question has an answer to compare")
  func files() throws {
    #expect(try Self.names.get().count >= 21)
    for name in try Self.names.get() {
      let file = try JSONSerialization.jsonObject(with: Data(Self.text(name).utf8))
      let questions = try #require((file as? [String: Any])?["questions"] as? [[String: Any]])
      let empty = questions.count { question in
        (question["answer"] as? [String: Any] ?? [:]).keys.allSatisfy { $0 == "unclear" }
      }
      #expect(empty == 0 && questions.count > 70, "\(name)")
    }
  }

  @Test("Each member of an answer tells a document that is otherwise")
  func members() throws {
    let folder = try ScratchFolder()
    // It prints what it is asked for.
    let program = folder.path("geosnap")
    try #"""
    #!/bin/sh
    [ "$1" = import ] || printf '%s' "$3"
    case "$3" in *'"error"'*) exit 1 ;; esac
    """#.write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    func ask(_ document: (Case) -> String) throws -> (agrees: Bool, said: String) {
      let questions = try Self.cases.map { member in
        let text = try JSONEncoder().encode(["why", "{\(document(member))}"])
        return
          #"{"command": \#(String(decoding: text, as: UTF8.self)), "answer": {"\#(member.name)": \#(member.answer)}}"#
      }
      let file = folder.path("answers.json")
      try #"""
      {"network": {"import": ["none", "none"], "file": "none"}, "nodes": ["bus/0", "bus/1", "bus/2"],
       "questions": [\#(questions.joined(separator: ","))]}
      """#.write(toFile: file, atomically: true, encoding: .utf8)
      return try self.ask(program, file, "--show", "99")
    }
    let right = try ask(\.right)
    #expect(right.agrees && right.said.contains("\(Self.cases.count) agree, 0 differ"), "\(right)")
    let wrong = try ask(\.wrong)
    #expect(!wrong.agrees && wrong.said.contains("0 agree, \(Self.cases.count) differ"), "\(wrong)")
    for member in Self.cases { #expect(wrong.said.contains("\n    \(member.name): ")) }
  }

  private typealias Case = (name: String, answer: String, right: String, wrong: String)

  private static let cases: [Case] = [
    (
      "phases", #""777""#,
      #""elements":[{"origin":"bus/0; bus/1; bus/2","propagated":{"Phases Current":7}}]"#,
      #""elements":[{"origin":"bus/0; bus/1","propagated":{"Phases Current":7}}]"#
    ),
    (
      "phases", #""400""#, #""elements":[{"origin":"bus/0","propagated":{"Phases Current":"A"}}]"#,
      #""elements":[{"origin":"bus/0","propagated":{"Phases Current":"AB"}}]"#
    ),
    (
      "lost", #"{"A":"1-2","B":"0-2","C":"0-2"}"#,
      #""elements":[{"origin":"bus/0","propagated":{"Phases Current":4}}]"#, #""elements":[]"#
    ),
    (
      "features", #""0-1""#, #""features":[{"origin":"bus/0; bus/1"},{"origin":"line/2"}]"#,
      #""features":[{"origin":"bus/1"}]"#
    ),
    ("features", #""0""#, #""features":[{"origin":"bus/0"}]"#, #""disconnected":[]"#),
    (
      "disconnected", #""""#, #""disconnected":[{"origin":"line/2"}]"#,
      #""disconnected":[{"origin":"bus/2"}]"#
    ),
    (
      "controllers", #"["ext_grid/0"]"#, #""features":[{"origin":"ext_grid/0"}]"#,
      #""features":[{"origin":"ext_grid/0"},{"origin":"ext_grid/1"}]"#
    ),
    (
      "subnetworks", #"{"a":"2"}"#,
      #""subnetworks":[{"name":"a","features":[{"origin":"bus/2"}]}]"#,
      #""subnetworks":[{"name":"a","features":[{"origin":"bus/1"}]}]"#
    ),
    (
      "distances", #"{"nodes":"0 2","values":[0,9.5]}"#,
      #""distances":[{"origin":"bus/2","value":9.5},{"origin":"bus/0","value":0}]"#,
      #""distances":[{"origin":"bus/2","value":0},{"origin":"bus/0","value":9.5}]"#
    ),
    ("error", #""looped""#, #""error":{"code":"looped"}"#, #""error":{"code":"unreached"}"#),
    ("reached", "true", #""reached":true"#, #""reached":false"#),
    (
      "segments", #"[{"nodes":"1","valves":["valve/0"]}]"#,
      #""segments":[{"features":[{"origin":"bus/1"}],"valves":["valve/0"]}]"#,
      #""segments":[{"features":[{"origin":"bus/1"}],"valves":["valve/1"]}]"#
    ),
    (
      "region", #""1-2""#, #""isolation":{"region":[{"origin":"bus/1"},{"origin":"bus/2"}]}"#,
      #""isolation":{"region":[]}"#
    ),
    (
      "boundary", #"["valve/3"]"#, #""isolation":{"boundary":[{"origin":"valve/3"}]}"#,
      #""isolation":{"boundary":[]}"#
    ),
    (
      "needed", #"["valve/3"]"#, #""isolation":{"needed":[{"origin":"valve/3"}]}"#,
      #""isolation":{"needed":[{"origin":"valve/3"},{"origin":"valve/4"}]}"#
    ),
    (
      "controllersInside", "[]", #""isolation":{"controllersInside":[]}"#,
      #""isolation":{"controllersInside":[{"origin":"node/9"}]}"#
    ),
  ]
}
