import Foundation

/// What shapely answers to random and degenerate questions; `Scripts/Oracles/shapely_answers.py` made it.
public enum ShapelyAnswers {
  private static let folder: String = {
    let folders = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return folders.joined(separator: "/") + "/Shapely"
  }()

  /// Another file to compare with, of more questions; its differences are not listed.
  private static let otherPath = ProcessInfo.processInfo.environment["GEOSNAP_SHAPELY"]

  public static var isCommitted: Bool { otherPath == nil }

  private static var path: String { otherPath ?? folder + "/answers.tsv.gz" }

  public struct Question: Sendable {
    /// The line in the file, counted from 1.
    public let line: Int
    /// The operation, by shapely's name.
    public let operation: String
    public let parameters: [String]
    public let first: String
    /// `-` when there is none.
    public let second: String
    /// The answer: true, false, a number, well-known text, `error` or `none`.
    public let answer: String
  }

  public static func questions() throws -> [Question] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").enumerated().compactMap { index, line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5 else { return nil }
      return Question(
        line: index + 1,
        operation: fields[0],
        parameters: fields[1].split(separator: " ").map(String.init),
        first: fields[2],
        second: fields[3],
        answer: fields[4]
      )
    }
  }

  /// The lines on which this library is known to answer otherwise, each with a cause.
  public static func differences() throws -> [Int: String] {
    if otherPath != nil { return [:] }
    let text = try String(contentsOfFile: folder + "/differences.txt", encoding: .utf8)
    var cause = ""
    var causes: [Int: String] = [:]
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") { cause = String(line.dropFirst(2)) }
      for number in line.split(separator: " ") where !line.hasPrefix("#") {
        causes[Int(number) ?? 0] = cause
      }
    }
    return causes
  }
}
