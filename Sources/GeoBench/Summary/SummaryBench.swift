import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

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
  @Option(help: "How many places are asked about.") var places = 20_000
  @OptionGroup var measuring: MeasuringOptions

  func validate() throws {
    guard size > 0, size <= 10_000_000, places > 0 else {
      throw ValidationError("--size is a number from 1 to 10000000, --places one from 1.")
    }
  }

  func run() throws {
    var summary = Summary(segments: (size + 7) / 8 * 8)
    for job in try jobs(Workload(segments: summary.segments)) {
      let results = job.contest.measure(n: summary.segments, measuring.repetitions)
      guard let own = results.first, let rival = results.last else { continue }
      if rival.agrees == false {
        throw BenchError("\(own.job): \(rival.engine) disagrees with geosnap.")
      }
      let ratio = rival.nsPerOperation / own.nsPerOperation
      summary.rows.append(
        Summary.Row(
          job: job.name,
          rival: rival.engine,
          ratio: ratio,
          nsPerOperation: own.nsPerOperation,
          rivalNsPerOperation: rival.nsPerOperation,
          sentence: "\(job.does): \(Summary.words(ratio)) \(job.rival)."
        )
      )
    }
    if measuring.json { print(try summary.json()) } else { print(summary.table) }
  }

  /// A job with its contest, and the words of its sentence.
  private typealias SummaryJob = (name: String, does: String, rival: String, contest: Contest)

  private func jobs(_ workload: Workload) throws -> [SummaryJob] {
    let bench = try WorkloadBench(
      workload,
      queries: places,
      hasRivals: true,
      // GEOS's nearest is slow: a few places are enough.
      rivalNearestQueries: min(places, 200),
      rivalGrowthCounts: false
    )
    let index = try NetworkIndex.opened(networkFile, isMapped: false)
    let network = try NetworkBench(index, queries: places)
    let areas = try OperationContests(OperationSample(segments: 10, lineCount: max(places / 20, 1)))
    let (overlay, difference) = try areas.contest(.intersectAreas)
    guard difference <= OperationJob.intersectAreas.tolerance else {
      throw BenchError("\(overlay.job): an answer differs from GEOS's by \(difference) of it.")
    }
    let onTree: [(String, String, WorkloadJob)] = [
      ("build", "An index of all lines and points", .build),
      ("identify", "All features within 5 m of a point", .identify),
      ("snapEdge", "The nearest place on a line within 5 m", .snapEdge),
      ("snapVertex", "The nearest vertex within 5 m", .snapVertex),
      ("extent", "The associations in a rectangle of 200 m", .extent),
      ("nearest", "The nearest feature, however far", .nearest1),
    ]
    return onTree.map { ($0, $1, "GEOS's STRtree in C++", bench.contest($2)) } + [
      (
        "snapRules", "The place to snap to, by the rules of the sample", "looking at every feature",
        network.contest(.snapRules)
      ),
      ("intersectAreas", "What two areas have in common", "GEOS's overlay in C++", overlay),
    ]
  }
}

struct Summary: Encodable {
  let machine = Machine.description
  let versions = "Swift \(Machine.compiler), GEOS \(STRtree.version)"
  let seed = Workload.seed
  let segments: Int
  var rows: [Row] = []

  struct Row: Encodable {
    let job: String
    let rival: String
    let ratio: Double
    let nsPerOperation: Double
    let rivalNsPerOperation: Double
    let sentence: String
  }

  /// A ratio in words; below 1 as a ratio of times, so that readers need not invert a number.
  static func words(_ ratio: Double) -> String {
    switch ratio {
    case 0.95..<1.05: "as fast as"
    case 1.05...: "\(rounded(ratio)) times as fast as"
    default: "takes \(rounded(1 / ratio)) times as long as"
    }
  }

  /// Two digits, or an integer from ten on.
  private static func rounded(_ number: Double) -> String { grouped(number, number < 9.95 ? 1 : 0) }

  var table: String {
    func line(_ ratio: String, _ job: String, _ sentence: String) -> String {
      let before = String(repeating: " ", count: max(8 - ratio.count, 0))
      let after = String(repeating: " ", count: max(16 - job.count, 0))
      return "\(before)\(ratio)  \(job)\(after)\(sentence)"
    }
    let segments = grouped(Double(segments), 0)
    return
      (["\(segments) segments, one thread. \(machine).", "\(versions)."]
      + rows.map { line("\(Self.rounded($0.ratio))x", $0.job, $0.sentence) })
      .joined(separator: "\n")
  }
}
