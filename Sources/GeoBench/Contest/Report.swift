import ArgumentParser
import Foundation

struct BenchResult: Encodable {
  let job: String
  let n: Int
  let engine: String
  let nsPerOperation: Double
  let operations: Int
  let hits: Int
  let sum: Double
  let sumXY: Double
  let sumIDs: Int64
  /// Whether the result equals that of the first engine; nil for the first one itself.
  let agrees: Bool?
  let bytesPerEntry: Double?
  /// The allocations of all timed runs by operation, 0 only when there was none; nil when they were not counted.
  let allocationsPerOperation: Double?
  let note: String?
}

struct Report: Encodable {
  /// The seed of all workloads.
  static let seed: UInt64 = 20_240_601
  let machine = Machine.description
  let versions: String
  let seed = Report.seed
  var results: [BenchResult] = []
}

/// Collects results, and prints them row by row as they come in.
struct Table {
  let isShown: Bool
  private(set) var report: Report

  init(rivals: String, isShown: Bool) {
    self.isShown = isShown
    report = Report(versions: "Swift \(Machine.compiler), \(rivals)")
    guard isShown else { return }
    print(report.machine)
    print("\(report.versions), seed \(report.seed)")
    print()
    let heads = ["job", "n", "engine", "ns/op", "ops", "hits", "sum", "sum x+y", "sum ids"]
    print(row(heads + ["bytes/entry", ""]))
  }

  mutating func add(_ results: [BenchResult]) {
    report.results += results
    if isShown { for result in results { printRow(result) } }
  }

  /// Prints the report as JSON if asked for; throws `BenchError` for an engine that disagrees.
  func end(isJSON: Bool) throws {
    if isJSON { print(try report.json()) }
    if let disagreement = report.results.first(where: { $0.agrees == false }) {
      throw BenchError("\(disagreement.job): \(disagreement.engine) disagrees with geosnap.")
    }
  }

  private func printRow(_ result: BenchResult) {
    var remarks: [String] = []
    if let agrees = result.agrees { remarks.append(agrees ? "agrees" : "DISAGREES") }
    if let allocations = result.allocationsPerOperation {
      remarks.append("\(allocations) allocations/op")
    }
    if let note = result.note { remarks.append(note) }
    print(
      row([
        result.job, "\(result.n)", result.engine, fixed(result.nsPerOperation, 1),
        "\(result.operations)", "\(result.hits)", fixed(result.sum, 3), fixed(result.sumXY, 3),
        "\(result.sumIDs)", result.bytesPerEntry.map { fixed($0, 1) } ?? "",
        remarks.joined(separator: "; "),
      ])
    )
  }

  private static let widths = [10, 9, 12, 10, 9, 8, 14, 18, 12, 11]

  private func row(_ cells: [String]) -> String {
    cells.enumerated().map { column, cell in
      guard column < Self.widths.count else { return cell }
      let padding = String(repeating: " ", count: max(Self.widths[column] - cell.count, 0))
      return column == 0 || column == 2 ? cell + padding : padding + cell
    }.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
  }
}

enum Machine {
  static var description: String {
    let information = ProcessInfo.processInfo
    let memory = (Double(information.physicalMemory) / 0x1p30).rounded()
    return "\(processor), \(information.processorCount) cores, \(Int(memory)) GiB, "
      + information.operatingSystemVersionString
  }

  /// The resident memory of the process in bytes; 0 where the system does not report it.
  static var residentBytes: Int {
    (line(of: "/proc/self/status", from: "VmRSS:")?.split(separator: " ").dropFirst().first.flatMap
    { Int($0) } ?? 0) * 1024
  }

  private static var processor: String {
    line(of: "/proc/cpuinfo", from: "model name")?.split(separator: ":").last?
      .trimmingCharacters(in: .whitespaces) ?? "unknown processor"
  }

  private static func line(of file: String, from start: String) -> Substring? {
    (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n")
      .first { $0.hasPrefix(start) }
  }

  static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}

/// The reason for which a benchmark cannot run, or its result is not reliable.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Some of the jobs of a verb, by their names on the command line, separated by commas.
struct JobNames: ExpressibleByArgument {
  private let names: [Substring]

  init(argument: String) { names = argument.split(separator: ",") }

  func contains(_ job: some RawRepresentable<String>) -> Bool {
    names.contains { $0 == job.rawValue }
  }

  func check(_ known: [String]) throws {
    for name in names where !known.contains(String(name)) {
      throw ValidationError("There is no job '\(name)': \(known.joined(separator: ", ")).")
    }
  }
}

struct MeasuringOptions: ParsableArguments {
  @Option(help: "Timed runs of each job; the median counts. One more goes before to warm up.")
  var repetitions = 5
  @Flag(help: "Write one JSON document instead of a table.") var json = false

  func validate() throws {
    guard repetitions > 0 else { throw ValidationError("--repetitions must be positive.") }
  }
}
