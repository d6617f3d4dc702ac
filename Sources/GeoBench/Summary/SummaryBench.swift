import ArgumentParser
import GeoSnap
import GeoSnapStore

/// Measures a few jobs and rivals in the same process, and prints the comparison in one small table.
struct SummaryBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "Measures a few jobs beside rivals, in seconds, as one small table of ratios.",
    discussion: """
      The rivals run in the same process, on the same data, in turn with GeoSnap; the medians count. \
      All answers are compared. A small workload says less than a large one: Benchmarks/README.md has \
      all jobs on a million segments.

      JSON: {machine, versions, seed, segments, rows[{job, rival, ratio, nsPerOperation, \
      rivalNsPerOperation, sentence}]}; the ratio is the rival's time over GeoSnap's.
      """
  )

  @Argument(help: "The network of the job with rules, a GeoPackage file.")
  var networkFile = "Examples/Schutterwald/schutterwald.gpkg"

  // The parent command has options `--features` and `--queries`, which would take the values.
  @Option(help: "How many segments the workload has, rounded up to a multiple of 8.")
  var size = 200_000

  @Option(help: "How many places are asked about.")
  var places = 20_000

  @OptionGroup var measuring: MeasuringOptions

  func validate() throws {
    guard size > 0, size <= 10_000_000, places > 0 else {
      throw ValidationError("--size is a number from 1 to 10000000, --places one from 1.")
    }
  }

  func run() throws {
    var summary = Summary(segments: (size + 7) / 8 * 8)
    for row in try rows(Workload(segments: summary.segments)) {
      let results = row.contest.measure(n: summary.segments, measuring.repetitions)
      guard let own = results.first, let rival = results.last else { continue }
      if rival.agrees == false {
        throw BenchError("\(own.job): \(rival.engine) disagrees with geosnap.")
      }
      summary.rows.append(Summary.Row(row.job, own, rival))
    }
    if measuring.json { print(try summary.json()) } else { print(summary.table) }
  }

  /// The measured jobs, in the order of the table.
  private func rows(_ workload: Workload) throws -> [(job: SummaryJob, contest: Contest)] {
    let bench = try WorkloadBench(
      workload,
      queries: places,
      hasRivals: true,
      // GEOS's nearest is slow: a few places are enough.
      rivalNearestQueries: min(places, 200),
      rivalGrowthCounts: false
    )
    let network = try NetworkBench(
      NetworkIndex.opened(networkFile, isMapped: false),
      queries: places
    )
    let areas = try OperationContests(OperationSample(segments: 10, lineCount: max(places / 20, 1)))
    return try SummaryJob.allCases.map { job in
      switch job {
      case .build: (job, bench.contest(.build))
      case .identify: (job, bench.contest(.identify))
      case .snapEdge: (job, bench.contest(.snapEdge))
      case .snapVertex: (job, bench.contest(.snapVertex))
      case .extent: (job, bench.contest(.extent))
      case .nearest: (job, bench.contest(.nearest1))
      case .snapRules: (job, network.contest(.snapRules))
      case .intersectAreas: (job, try Self.contest(of: .intersectAreas, areas))
      }
    }
  }

  /// A job on geometries; throws where an answer differs too much from GEOS's.
  private static func contest(
    of job: OperationJob,
    _ contests: OperationContests
  ) throws -> Contest {
    let (contest, difference) = try contests.contest(job)
    guard difference <= job.tolerance else {
      throw BenchError("\(contest.job): an answer differs from GEOS's by \(difference) of it.")
    }
    return contest
  }
}
