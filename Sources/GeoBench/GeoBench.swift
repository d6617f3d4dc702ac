import ArgumentParser
import Foundation
import GeoSnap

/// Measures the product's API together with rivals, on files that other programs can read too.
@main
struct GeoBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "GeoBench",
    abstract: "Measures GeoSnap beside GEOS on one workload, and checks that both agree.",
    discussion: """
      Give a folder of workload files, or a number of segments to make a workload of, or a \
      network, or both kinds. Jobs on a workload: \
      \(workloadJobs.joined(separator: ", ")); on a network: \(networkJobs.joined(separator: ", ")).
      """,
    subcommands: [
      ScaleBench.self, GraphBench.self, TraceBench.self, OperationBench.self, SummaryBench.self,
      SessionBench.self, PostgresBench.self, PlacesBench.self, EditorsBench.self,
      EditorProcess.self,
    ]
  )

  @OptionGroup var source: WorkloadOptions
  @Option(help: "A network, a GeoPackage file, for the jobs on networks.") var network: String?
  @Option(help: "Jobs to run, separated by commas; all when absent.") var jobs: JobNames?
  @OptionGroup var measuring: MeasuringOptions
  @Option(help: "Queries of each run, at most what the workload holds.") var queries = 100_000
  @Option(help: "Queries for GEOS's nearest, which is slow.") var rivalNearestQueries = 2_000
  @Flag(inversion: .prefixedNo, help: "Measure GEOS on the workload too.") var rivals = true
  @Flag(help: "Ask indexes that lie in an image, mapped into memory.") var mapped = false

  func validate() throws {
    guard queries > 0, rivalNearestQueries > 0 else {
      throw ValidationError("The numbers of queries must be positive.")
    }
    try jobs?.check(GeoBench.workloadJobs + GeoBench.networkJobs)
  }

  func run() throws {
    guard let workload = try source.load() else {
      guard network != nil else {
        throw ValidationError("Give --workload DIR, --features N or --network FILE.")
      }
      return try measure(nil)
    }
    guard let folder = source.writeWorkload else { return try measure(workload) }
    try workload.write(to: URL(filePath: folder))
    print("\(folder): \(workload.segmentCount) segments, \(workload.junctionCount) junctions")
  }

  private func measure(_ workload: Workload?) throws {
    var table = Table(rivals: "GEOS \(STRtree.version)", isShown: !measuring.json)
    func measure(_ contest: Contest, n: Int) {
      table.add(contest.measure(n: n, measuring.repetitions))
    }
    if let workload {
      let n = workload.segmentCount
      let bench = try WorkloadBench(
        workload,
        queries: queries,
        isMapped: mapped,
        hasRivals: rivals,
        rivalNearestQueries: rivalNearestQueries,
        rivalGrowthCounts: source.workload != nil
      )
      for job in WorkloadJob.allCases where isWanted(job) { measure(bench.contest(job), n: n) }
      let edits = try EditBench(workload, bench.product, queries: queries)
      for job in EditJob.allCases where isWanted(job) { measure(edits.contest(job), n: n) }
      let pointerJobs = PointerJob.allCases.filter { isWanted($0) }
      if !pointerJobs.isEmpty {
        let pointer = try PointerBench(workload, queries: queries)
        for job in pointerJobs { measure(pointer.contest(job), n: n) }
      }
    }
    if let network {
      let bench = try NetworkBench(NetworkIndex.opened(network, isMapped: mapped), queries: queries)
      for job in NetworkJob.allCases where isWanted(job) {
        measure(bench.contest(job), n: bench.featureCount)
      }
    }
    try table.end(isJSON: measuring.json)
  }

  private func isWanted(_ job: some RawRepresentable<String>) -> Bool {
    jobs?.contains(job) ?? true
  }

  private static let workloadJobs =
    WorkloadJob.allCases.map(\.rawValue) + EditJob.allCases.map(\.rawValue)
    + PointerJob.allCases.map(\.rawValue)
  private static let networkJobs = NetworkJob.allCases.map(\.rawValue)
}
