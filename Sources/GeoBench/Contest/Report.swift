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

  init(
    job: String,
    n: Int,
    engine: String,
    nsPerOperation: Double,
    operations: Int,
    _ checksum: Checksum,
    agrees: Bool?,
    bytesPerEntry: Double?,
    allocationsPerOperation: Double?,
    note: String?
  ) {
    self.job = job
    self.n = n
    self.engine = engine
    self.nsPerOperation = nsPerOperation
    self.operations = operations
    hits = checksum.hits
    sum = checksum.sum
    sumXY = checksum.sumXY
    sumIDs = checksum.sumIDs
    self.agrees = agrees
    self.bytesPerEntry = bytesPerEntry
    self.allocationsPerOperation = allocationsPerOperation
    self.note = note
  }
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

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// A report as text, printed row by row as results come in.
struct Table {
  func printHead(of report: Report) {
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

  func printRow(_ result: BenchResult) {
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

  private func fixed(_ number: Double, _ digits: Int) -> String {
    number.formatted(.number.precision(.fractionLength(digits)).grouping(.never))
  }
}
