import ArgumentParser
import Foundation
import GeoSnap

/// Measures traces of the trace network of a workload.
struct TraceBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Measures traces of a workload's trace network, as a network of features.",
    discussion: """
      Searches: \(TraceJob.allCases.map(\.rawValue).joined(separator: ", ")); Benchmarks/README.md says \
      what each does. --repetitions and --json are as without a subcommand; Rivals/run --traces runs it \
      beside csr_bfs and igraph.
      """
  )

  @OptionGroup var source: WorkloadOptions
  @Option(help: "net for random numbers of nodes, netloc for local ones.")
  var labels = "net"
  // GeoBench itself takes --jobs, even after a subcommand's name.
  @OptionGroup var measuring: MeasuringOptions
  @Option(help: "Searches to run, separated by commas; all when absent.")
  var searches: JobNames?

  func validate() throws { try searches?.check(TraceJob.allCases.map(\.rawValue)) }

  func run() throws {
    guard let folder = source.workload else { throw ValidationError("Give --workload DIR.") }
    let workload = try GraphWorkload(folder: URL(fileURLWithPath: folder), labels: labels)
    let contests = try TraceContests(workload)
    var report = Report(seed: Workload.seed, rivals: "no rivals")
    let table = Table(isShown: !measuring.json)
    table.printHead(of: report)
    for job in TraceJob.allCases where searches?.contains(job) ?? true {
      let results = contests.contest(job).measure(n: workload.edgeCount, measuring.repetitions)
      report.results += results
      table.printRows(results)
    }
    try report.end(isJSON: measuring.json)
  }
}
