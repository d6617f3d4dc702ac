import ArgumentParser
import Foundation

/// Measures the product's own API beside rivals, on bytes that other programs can read too.
@main
struct GeoBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "GeoBench",
    abstract: "Measures GeoSnap beside GEOS on one workload, and checks that both agree.",
    discussion: """
      Give a folder of workload files, or a number of segments to make a workload of. Jobs: \
      \(WorkloadJob.allCases.map(\.rawValue).joined(separator: ", ")).
      """
  )

  @Option(help: "A folder with the workload files that Benchmarks/README.md describes.")
  var workload: String?

  @Option(help: "Make a workload of this many segments, a multiple of 8.")
  var features: Int?

  @Option(help: "Jobs to run, separated by commas; all when absent.")
  var jobs: String?

  @Option(help: "Timed runs of each job; the median counts. One more goes before to warm up.")
  var repetitions = 5

  @Option(help: "Queries of each run, at most what the workload holds.")
  var queries = 100_000

  @Option(help: "Queries for GEOS's nearest, which is slow.")
  var rivalNearestQueries = 2_000

  @Flag(help: "Write one JSON document instead of a table.")
  var json = false

  func validate() throws {
    guard (workload == nil) != (features == nil) else {
      throw ValidationError("Give either --workload DIR or --features N.")
    }
    if let features, features < 8 || !features.isMultiple(of: 8) || features > 200_000_000 {
      throw ValidationError(
        "--features \(features): a workload has a multiple of 8 segments, at most 200000000."
      )
    }
    guard repetitions > 0, queries > 0, rivalNearestQueries > 0 else {
      throw ValidationError("--repetitions and the numbers of queries must be positive.")
    }
    _ = try wantedJobs()
  }

  func run() throws {
    let workload = try makeWorkload()
    var report = Report(seed: Workload.seed)
    let bench = try WorkloadBench(
      workload,
      queries: queries,
      rivalNearestQueries: rivalNearestQueries,
      rivalGrowthCounts: self.workload != nil
    )
    let table = Table()
    if !json { table.printHead(of: report) }
    for job in try wantedJobs() {
      let results = bench.contest(job).measure(n: workload.segmentCount, repetitions)
      report.results += results
      if !json { for result in results { table.printRow(result) } }
    }
    if json { print(try report.json()) }
    if let disagreement = report.results.first(where: { $0.agrees == false }) {
      throw BenchError(
        "\(disagreement.job): \(disagreement.engine) disagrees with \(report.results[0].engine)."
      )
    }
  }

  private func wantedJobs() throws -> [WorkloadJob] {
    guard let jobs else { return WorkloadJob.allCases }
    return try jobs.split(separator: ",").map { name in
      guard let job = WorkloadJob(rawValue: String(name)) else {
        throw ValidationError("There is no job '\(name)'.")
      }
      return job
    }
  }

  private func makeWorkload() throws -> Workload {
    if let workload { return try Workload(readingFrom: URL(filePath: workload)) }
    return Workload(segments: features ?? 0)
  }
}

/// Why a benchmark cannot run, or cannot be believed.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
