import Foundation

/// The two times of a job, compared with its goal.
struct OperationComparison {
  let job: OperationJob
  let own: BenchResult
  let rival: BenchResult

  var words: String {
    job.goal.words(own: own.nsPerOperation, rival: rival.nsPerOperation)
  }

  static func markdown(_ comparisons: [OperationComparison], _ report: Report) -> String {
    let rows = comparisons.map { comparison in
      let own = comparison.own
      let rival = comparison.rival
      return "| \(own.job) | \(time(own)) | \(time(rival)) | \(comparison.words) | "
        + "\(rival.note ?? "") |"
    }
    return """
      \(report.machine). \(report.versions), seed \(report.seed).

      | job | GeoSnap, ns | GEOS, ns | GeoSnap is | answers |
      | --- | ---: | ---: | --- | --- |
      \(rows.joined(separator: "\n"))
      """
  }

  private static func time(_ result: BenchResult) -> String {
    let digits = result.nsPerOperation < 100 ? 1 : 0
    return result.nsPerOperation.formatted(
      .number.precision(.fractionLength(digits)).grouping(.automatic).locale(
        Locale(identifier: "en")
      )
    )
  }
}
