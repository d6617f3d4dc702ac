import ArgumentParser
import Foundation

/// Measures operations on geometries together with GEOS's C interface, as ratios in one run.
struct OperationBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operations",
    abstract: "Measures operations on geometries beside GEOS's C interface.",
    discussion: """
      Benchmarks/README.md says what each job does. All answers are compared before time counts: measures may differ \
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
  var wanted: JobNames?
  @Flag(help: "Write a Markdown table instead.")
  var markdown = false

  func validate() throws {
    guard count >= OperationSample.questionsPerLine else {
      throw ValidationError("--count must be 64 or more.")
    }
    try wanted?.check(OperationJob.allCases.map(\.rawValue))
  }

  func run() throws {
    var report = Report(seed: Workload.seed, rivals: "GEOS \(STRtree.version)")
    let table = Table(isShown: !measuring.json && !markdown)
    var comparisons: [OperationComparison] = []
    var differing: [String] = []
    table.printHead(of: report)
    let contests = try OperationJob.allSizes.map { segments in
      try OperationContests(
        OperationSample(
          segments: segments,
          lineCount: count / OperationSample.questionsPerLine
        )
      )
    }
    for job in OperationJob.allCases where wanted?.contains(job) ?? true {
      for contests in contests where job.sizes.contains(contests.segments) {
        let (contest, difference) = try contests.contest(job)
        let results = contest.measure(n: contests.segments, measuring.repetitions)
        if difference > job.tolerance {
          differing.append("\(contest.job): an answer differs from GEOS's by \(difference) of it.")
        }
        report.results += results
        let comparison = OperationComparison(job: job, own: results[0], rival: results[1])
        comparisons.append(comparison)
        table.printRows(results)
        if table.isShown { print("\(results[0].job): \(comparison.words)") }
      }
    }
    if markdown { print(OperationComparison.markdown(comparisons, report)) }
    try report.end(isJSON: measuring.json)
    if let first = differing.first { throw BenchError(first) }
  }
}
