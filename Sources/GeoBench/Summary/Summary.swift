import Foundation

/// The comparison of a few jobs with rivals, as text and as JSON.
struct Summary: Encodable {
  let machine = Machine.description
  let versions = "Swift \(Machine.compiler), GEOS \(STRtree.version)"
  let seed = Workload.seed
  /// The size of the workload.
  let segments: Int
  var rows: [Row] = []

  init(segments: Int) { self.segments = segments }

  struct Row: Encodable {
    let job: String
    let rival: String
    /// The rival's time divided by GeoSnap's.
    let ratio: Double
    let nsPerOperation: Double
    let rivalNsPerOperation: Double
    let sentence: String

    init(_ job: SummaryJob, _ own: BenchResult, _ rival: BenchResult) {
      self.job = job.rawValue
      self.rival = rival.engine
      ratio = rival.nsPerOperation / own.nsPerOperation
      nsPerOperation = own.nsPerOperation
      rivalNsPerOperation = rival.nsPerOperation
      sentence = "\(job.does): \(Summary.words(ratio)) \(job.rival)."
    }
  }

  /// A ratio in words; below 1 as a ratio of times, so that readers need not invert a number.
  private static func words(_ ratio: Double) -> String {
    switch ratio {
    case 0.95..<1.05: "as fast as"
    case 1.05...: "\(rounded(ratio)) times as fast as"
    default: "takes \(rounded(1 / ratio)) times as long as"
    }
  }

  /// Two digits, or an integer from ten on.
  private static func rounded(_ number: Double) -> String {
    number.formatted(
      .number.precision(.fractionLength(number < 9.95 ? 1 : 0)).grouping(.automatic)
        .locale(Locale(identifier: "en"))
    )
  }

  /// The table: a ratio, a job and a sentence in each row.
  var table: String {
    func line(_ ratio: String, _ job: String, _ sentence: String) -> String {
      let before = String(repeating: " ", count: max(8 - ratio.count, 0))
      let after = String(repeating: " ", count: max(16 - job.count, 0))
      return "\(before)\(ratio)  \(job)\(after)\(sentence)"
    }
    let segments = segments.formatted(.number.locale(Locale(identifier: "en")))
    return
      (["\(segments) segments, one thread. \(machine).", "\(versions)."]
      + rows.map { line("\(Self.rounded($0.ratio))x", $0.job, $0.sentence) })
      .joined(separator: "\n")
  }
}
