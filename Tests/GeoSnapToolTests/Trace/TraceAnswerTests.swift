import Foundation
import GeoSnapTestSupport
import Testing

private let isLongRun = Extent.isFull

/// Asks some of the stored questions, all of them with `GEOSNAP_RANDOM=full`.
@Suite("Traces answer as third-party programs do")
struct TraceAnswerTests {
  /// One of each kind of network, for a short run.
  private static let small = [
    "Net1-strategic1.json", "SWMMExtCntrlModel.json", "case33bw.json", "ieee13.json",
  ]

  @Test(
    "A network of answers is traced as another program says",
    arguments: try TraceAnswerFile.names().filter { Extent.current >= .long || small.contains($0) }
  )
  func answers(name: String) throws {
    let file = try TraceAnswerFile(name)
    let network = try file.network()
    let comparison = try TraceAnswerComparison(file)
    let turn = try #require(TraceAnswerFile.names().firstIndex(of: name))
    let count = file.nodes.count > 2000 ? 2 : 5
    let questions = isLongRun ? file.questions : file.sample(count, turn: turn)
    #expect(questions.count >= count)
    for question in questions {
      let command = question.command.joined(separator: " ")
      #expect(throws: Never.self, "\(command)") {
        let document = try network.ask(question.command)
        let differences = try comparison.differences(question.answer, document)
        #expect(differences.isEmpty, "\(command)\n\(differences.joined(separator: "\n"))")
      }
    }
  }

  @Test("The stored answers have members that are known and questions of many kinds")
  func files() throws {
    let names = try TraceAnswerFile.names()
    #expect(names.count >= 21)
    var sampled: Set<String> = []
    for (turn, name) in names.enumerated() {
      let file = try TraceAnswerFile(name)
      let comparison = try TraceAnswerComparison(file)
      for question in file.questions {
        let told = try comparison.differences(question.answer, [:])
        #expect(!told.isEmpty && told.allSatisfy { $0.contains("no '") }, "\(name): \(told)")
      }
      for question in file.sample(5, turn: turn) { sampled.formUnion(question.answer.keys) }
    }
    #expect(sampled.count == 15, "\(sampled.sorted())")
  }

  @Test("Nothing is compared with nothing: an unknown member and an answer without any are told")
  func nothing() throws {
    let comparison = try TraceAnswerComparison(nodes: ["bus/0"])
    let document: [String: Any] = ["features": [["origin": "bus/0"]]]
    #expect(try comparison.differences(["features": "0"], document) == [])
    #expect(
      try comparison.differences(["features": "0", "x": ""], document) == ["x: not known"]
    )
    #expect(try comparison.differences(["unclear": "0"], document) == ["nothing to compare"])
    #expect(try comparison.differences([:], document) == ["nothing to compare"])
    #expect(
      try comparison.differences(["disconnected": ""], document)
        == ["disconnected: no 'disconnected' in [\"features\"]"]
    )
    #expect(throws: ExampleError.self) {
      try comparison.differences(["features": "0-1"], document)
    }
  }

  @Test("Each member of an answer tells a document that is otherwise", arguments: members)
  func difference(member: String, answer: String, right: String, wrong: String) throws {
    func object(_ text: String) throws -> [String: Any] {
      let value = try JSONSerialization.jsonObject(with: Data("{\(text)}".utf8))
      return try #require(value as? [String: Any])
    }
    let comparison = try TraceAnswerComparison(nodes: ["bus/0", "bus/1", "bus/2"], phases: "777")
    let stored = try object("\"\(member)\":\(answer)")
    #expect(try comparison.differences(stored, object(right)) == [])
    let told = try comparison.differences(stored, object(wrong))
    #expect(told.count == 1 && told[0].hasPrefix("\(member): "), "\(told)")
  }

  private static let members: [(String, String, String, String)] = [
    (
      "features", "\"0-1\"", #""features":[{"origin":"bus/0; bus/1"},{"origin":"line/2"}]"#,
      #""features":[{"origin":"bus/1"}]"#
    ),
    (
      "disconnected", "\"\"", #""disconnected":[{"origin":"line/2"}]"#,
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
    (
      "error", "\"looped\"", #""error":{"code":"looped"}"#, #""error":{"code":"unreached"}"#
    ),
    ("reached", "true", #""reached":true"#, #""reached":false"#),
    (
      "segments", #"[{"nodes":"1","valves":["valve/0"]}]"#,
      #""segments":[{"features":[{"origin":"bus/1"}],"valves":["valve/0"]}]"#,
      #""segments":[{"features":[{"origin":"bus/1"}],"valves":["valve/1"]}]"#
    ),
    (
      "region", "\"1-2\"", #""isolation":{"region":[{"origin":"bus/1"},{"origin":"bus/2"}]}"#,
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
    (
      "phases", "\"400\"", #""elements":[{"origin":"bus/0","propagated":{"Phases Current":"A"}}]"#,
      #""elements":[{"origin":"bus/0","propagated":{"Phases Current":"AB"}}]"#
    ),
    (
      "lost", #"{"A":"1-2","B":"0-2","C":"0-2"}"#,
      #""elements":[{"origin":"bus/0","propagated":{"Phases Current":4}}]"#, #""elements":[]"#
    ),
  ]
}
