import ArgumentParser
import Foundation

struct ConformanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance",
    abstract: "Runs geometry test files of the JTS Topology Suite's XML format.",
    discussion: """
      Every operation of every file is run, in processes of its own, so that a crash is one more \
      difference and not the end. --known names a list of operations that are known to differ, \
      grouped by cause: lines FILE PLACE NAME below a line that begins with # and says why. The exit \
      code is 65 when an operation differs that is not listed, or one that is listed passes.

      JSON: {executed, passed, listed: {cause: count}, differing: [{operation, problem}], \
      passingThoughListed: [operation]}.
      """
  )

  @Argument(help: "A folder of .xml files, or one file.")
  var path: String
  @Option(help: "The list of known differences.")
  var known: String?
  @Flag(help: "Print JSON.")
  var json = false
  @Option(help: .hidden)
  var worker: Int?

  func run() throws {
    if let worker {
      try ConformanceWorker(path: path, start: worker).run()
      return
    }
    let known = try self.known.map { try KnownDifferences(path: $0) } ?? KnownDifferences()
    var report = ConformanceReport(known: known)
    for (name, file) in try files() {
      try report.add(ConformanceFileRun(name: name, path: file))
    }
    try report.print(json: json)
    if !report.isAsKnown { throw ExitCode.badData }
  }

  /// The test files, with what they are called in the list.
  private func files() throws -> [(name: String, path: String)] {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      throw Failure(exitCode: .cannotOpen, message: "\(path) does not exist.")
    }
    if attributes[.type] as? FileAttributeType != .typeDirectory {
      return [(URL(fileURLWithPath: path).lastPathComponent, path)]
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".xml") }.sorted()
    guard !names.isEmpty else {
      throw Failure(exitCode: .cannotOpen, message: "\(path) has no .xml files.")
    }
    return names.map { ($0, path + "/" + $0) }
  }
}

/// The outcome of every operation of one file.
struct ConformanceFileRun {
  /// Each operation as the list of known differences names it, and how it differs.
  private(set) var outcomes: [(operation: String, problem: String?)] = []

  /// Runs the file in processes of their own, a new one after each crash.
  init(name: String, path: String) throws {
    let operations = try ConformanceFile(path: path).operations
    let names = operations.map { "\(name) \($0.place) \($0.name)" }
    while outcomes.count < operations.count {
      let (output, ending) = try Self.runWorker(path: path, start: outcomes.count)
      for line in output.split(separator: "\n", omittingEmptySubsequences: true) {
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, Int(words[0]) == outcomes.count, !words[1].isEmpty else { break }
        outcomes.append((names[outcomes.count], words[1] == "passed" ? nil : String(words[1])))
      }
      if outcomes.count < operations.count {
        outcomes.append((names[outcomes.count], "crash: the process ended with \(ending)"))
      }
    }
  }

  private static func runWorker(path: String, start: Int) throws -> (String, ending: String) {
    let process = Process()
    process.executableURL = try program()
    process.arguments = ["conformance", path, "--worker", "\(start)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let kind = process.terminationReason == .exit ? "code" : "signal"
    return (String(decoding: data, as: UTF8.self), "\(kind) \(process.terminationStatus)")
  }

  private static func program() throws -> URL {
    guard let program = Bundle.main.executableURL else {
      throw Failure(exitCode: .cannotOpen, message: "The program does not know where it is.")
    }
    return program
  }
}
