import ArgumentParser
import Foundation
import GeoSnap

/// Measures traces of the trace network of a workload.
struct TraceBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Measures traces of a workload's trace network, as a network of features.",
    discussion: """
      \(TraceJob.allCases.map { "\($0.rawValue): \($0.does)." }.joined(separator: " ")) --repetitions \
      and --json are as without a subcommand; Rivals/run --traces runs it beside csr_bfs and igraph.
      """
  )

  @OptionGroup var source: WorkloadOptions
  @Option(help: "net for random numbers of nodes, netloc for local ones.")
  var labels = "net"
  // GeoBench itself takes --jobs, even after a subcommand's name.
  @OptionGroup var measuring: MeasuringOptions
  @Option(help: "Searches to run, separated by commas; all when absent.")
  var searches: String?

  func validate() throws {
    for name in searches?.split(separator: ",") ?? [] where TraceJob(rawValue: String(name)) == nil
    {
      let known = TraceJob.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no search '\(name)': \(known).")
    }
  }

  func run() throws {
    guard let folder = source.workload else { throw ValidationError("Give --workload DIR.") }
    let workload = try GraphWorkload(folder: URL(fileURLWithPath: folder), labels: labels)
    let contests = try TraceContests(workload)
    var report = Report(seed: Workload.seed, rivals: "no rivals")
    let table = Table()
    if !measuring.json { table.printHead(of: report) }
    for job in TraceJob.allCases where isWanted(job) {
      let results = contests.contest(job).measure(n: workload.edgeCount, measuring.repetitions)
      report.results += results
      if !measuring.json { for result in results { table.printRow(result) } }
    }
    if measuring.json { print(try report.json()) }
  }

  private func isWanted(_ job: TraceJob) -> Bool {
    searches?.split(separator: ",").contains { $0 == job.rawValue } ?? true
  }
}
