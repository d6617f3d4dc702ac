import ArgumentParser
import Foundation

/// Measures operations on geometries together with GEOS's C interface, as ratios in one run.
struct OperationBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operations",
    abstract: "Measures operations on geometries beside GEOS's C interface.",
    discussion: """
      \(OperationJob.allCases.map { "\($0.rawValue): \($0.does)." }.joined(separator: " ")) \
      Where nothing is said to be at hand, GEOS's operands are built from arrays of ordinates and its \
      result is copied into one. All answers are compared before time counts: measures may differ \
      by 1e-12 of their size, other answers may not differ.
      """
  )

  @Option(help: "How many places are asked about; a 64th as many lines and areas.")
  var count = 64_000
  @OptionGroup var measuring: MeasuringOptions
  @Option(
    name: .customLong("operations"),
    help: "Jobs to run, separated by commas; all when absent."
  )
  var wanted: String?
  @Flag(help: "Write a Markdown table instead.")
  var markdown = false

  func validate() throws {
    guard count >= OperationSample.questionsPerLine else {
      throw ValidationError("--count must be 64 or more.")
    }
    for name in wanted?.split(separator: ",") ?? []
    where OperationJob(rawValue: String(name)) == nil {
      let known = OperationJob.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no operation '\(name)': \(known).")
    }
  }

  func run() throws {
    var report = Report(seed: Workload.seed, rivals: "GEOS \(STRtree.version)")
    let table = Table()
    let isTable = !measuring.json && !markdown
    var comparisons: [OperationComparison] = []
    var differing: [String] = []
    if isTable { table.printHead(of: report) }
    let contests = try OperationJob.allSizes.map { segments in
      try OperationContests(
        OperationSample(
          segments: segments,
          lineCount: count / OperationSample.questionsPerLine
        )
      )
    }
    for job in OperationJob.allCases where isWanted(job) {
      for contests in contests where job.sizes.contains(contests.segments) {
        let (contest, difference) = try contests.contest(job)
        let results = contest.measure(n: contests.segments, measuring.repetitions)
        if difference > job.tolerance {
          differing.append("\(contest.job): an answer differs from GEOS's by \(difference) of it.")
        }
        report.results += results
        let comparison = OperationComparison(job: job, own: results[0], rival: results[1])
        comparisons.append(comparison)
        guard isTable else { continue }
        for result in results { table.printRow(result) }
        print("\(results[0].job): \(comparison.words)")
      }
    }
    if markdown { print(OperationComparison.markdown(comparisons, report)) }
    if measuring.json { print(try report.json()) }
    if let first = differing.first { throw BenchError(first) }
    if let disagreement = report.results.first(where: { $0.agrees == false }) {
      throw BenchError("\(disagreement.job): \(disagreement.engine) disagrees with geosnap.")
    }
  }

  private func isWanted(_ job: OperationJob) -> Bool {
    wanted?.split(separator: ",").contains { $0 == job.rawValue } ?? true
  }
}
