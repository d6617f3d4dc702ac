import Foundation

struct BenchResult: Encodable {
  let job: String
  /// The segments of the workload.
  let n: Int
  let engine: String
  let nsPerOperation: Double
  /// Operations in one run.
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

/// The results of a run of the benchmark.
struct Report: Encodable {
  let machine = Machine.description
  /// The compiler and the rivals.
  let versions: String
  let seed: UInt64
  var results: [BenchResult] = []

  init(seed: UInt64, rivals: String) {
    self.seed = seed
    versions = "Swift \(Machine.compiler), \(rivals)"
  }

  /// Prints the report as JSON if asked for; throws `BenchError` for an engine that disagrees.
  func end(isJSON: Bool) throws {
    if isJSON { print(try json()) }
    if let disagreement = results.first(where: { $0.agrees == false }) {
      throw BenchError("\(disagreement.job): \(disagreement.engine) disagrees with geosnap.")
    }
  }
}

/// A report as text, printed row by row as results come in.
struct Table {
  let isShown: Bool

  func printHead(of report: Report) {
    guard isShown else { return }
    print(report.machine)
    print("\(report.versions), seed \(report.seed)")
    print()
    print(
      row([
        "job", "n", "engine", "ns/op", "ops", "hits", "sum", "sum x+y", "sum ids", "bytes/entry",
        "",
      ])
    )
  }

  func printRows(_ results: [BenchResult]) {
    if isShown { for result in results { printRow(result) } }
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
