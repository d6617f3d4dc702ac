import Foundation
import Testing

/// Questions about one network with what a third-party program answers; `Scripts/Oracles/trace` made it.
struct TraceAnswerFile {
  /// A command without its network, and each member of the answer by its name.
  struct Question {
    let command: [String]
    let answer: [String: Any]

    /// What it is about: the verb, the type, the options and what is answered.
    var kind: String {
      let options = Set(command.filter { $0.hasPrefix("--") }).sorted()
      let type = command[0] == "trace" ? [command[2]] : []
      return ([command[0]] + type + options + answer.keys.sorted()).joined(separator: " ")
    }
  }

  /// How the program imports the network.
  let importing: [String]
  /// All places that are compared.
  let nodes: [String]
  let questions: [Question]

  private static let root: String = {
    let folders = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return folders.joined(separator: "/")
  }()

  private static let folder = root + "/Tests/GeoSnapToolTests/TraceAnswers"

  /// The names of all files, sorted.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }.sorted()
  }

  init(_ name: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name)"))
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let network = try #require(file["network"] as? [String: Any])
    importing = try #require(network["import"] as? [String])
    nodes = try #require(file["nodes"] as? [String])
    questions = try #require(file["questions"] as? [[String: Any]]).map { question in
      Question(
        command: try #require(question["command"] as? [String]),
        answer: try #require(question["answer"] as? [String: Any])
      )
    }
  }

  /// Some of the questions of as many kinds; other kinds and questions for another `turn`.
  func sample(_ count: Int, turn: Int) -> [Question] {
    var kinds: [String] = []
    var asked: [String: [Question]] = [:]
    for question in questions {
      if asked[question.kind] == nil { kinds.append(question.kind) }
      asked[question.kind, default: []].append(question)
    }
    return (0..<min(count, kinds.count)).compactMap { index in
      let some = asked[kinds[(turn + index * kinds.count / count) % kinds.count]] ?? []
      return some.isEmpty ? nil : some[(turn * 31 + index * 17) % some.count]
    }
  }

  /// Imports the network.
  func network() throws -> Network {
    let network = try Network()
    var file = "\(Self.root)/\(importing[1])"
    if file.hasSuffix(".gz") {
      let plain = "\(network.folder)/plain.json"
      try Self.unpack(file, to: plain)
      file = plain
    }
    let options = importing.dropFirst(2).map { $0.contains("/") ? "\(Self.root)/\($0)" : $0 }
    let run = try CommandLineRun(["import", importing[0], file, network.path] + options)
    guard run.exitCode == 0 else { throw ExampleError(message: run.errors) }
    return network
  }

  private static func unpack(_ file: String, to plain: String) throws {
    try Data().write(to: URL(fileURLWithPath: plain))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file]
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: plain))
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ExampleError(message: "gzip -dc \(file)") }
  }

  /// An imported network in a folder of its own that is removed at the end.
  final class Network {
    let folder = NSTemporaryDirectory() + "geosnap-answers-\(UUID().uuidString)"
    var path: String { folder + "/network.gpkg" }

    fileprivate init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The document that the program prints, an error being one too.
    func ask(_ command: [String]) throws -> [String: Any] {
      let run = try CommandLineRun([command[0], path] + command.dropFirst() + ["--json"])
      let text = run.output.isEmpty ? run.errors : run.output
      guard
        let document = try? run.json(),
        run.exitCode == (document["error"] == nil ? 0 : 1)
      else { throw ExampleError(message: "exit \(run.exitCode): \(text.prefix(300))") }
      return document
    }
  }
}
