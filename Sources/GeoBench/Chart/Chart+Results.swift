import Foundation

extension Chart {
  /// The chart of a run of this program.
  ///
  /// The workload is `synthetic`, `sample`, or anything else when unknown.
  init(_ report: Report, workload: String) {
    self.init(
      title: "GeoSnap beside GEOS",
      subtitle: Chart.subtitle(segments: report.results.first?.n ?? 0, workload: workload),
      footnote: "\(report.machine). \(report.versions).",
      rows: report.results.map { result in
        ChartRow(
          job: result.job,
          engine: result.engine,
          ns: result.nsPerOperation,
          exact: true
        )
      }
    )
  }

  /// The chart of one workload of a results file that `Benchmarks/Rivals/run` wrote.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - segments: Which size of workload; the greatest in the file when nil.
  ///   - isSample: Whether it is the sample network's; nil takes whatever there is, the made-up
  ///     city first, the trace network last.
  /// - Throws: `BenchError` when the file cannot be read or holds no such workload.
  init(resultsFile file: URL, segments: Int?, isSample: Bool?) throws {
    let results: ResultsFile
    do {
      results = try JSONDecoder().decode(ResultsFile.self, from: Data(contentsOf: file))
    } catch {
      throw BenchError("\(file.path) is no file of results: \(error)")
    }
    let kinds =
      isSample.map { [$0 ? "sample" : "synthetic"] } ?? ["synthetic", "sample", "net", "netloc"]
    let fitting = results.rows.filter { row in
      kinds.contains(row.workload) && (segments == nil || row.n == segments)
    }
    guard let workload = kinds.first(where: { kind in fitting.contains { $0.workload == kind } }),
      let greatest = fitting.filter({ $0.workload == workload }).map(\.n).max()
    else {
      let held = Set(results.rows.map { "\($0.workload) \($0.n)" }).sorted()
      throw BenchError("\(file.path) has no such workload. It has: \(held.joined(separator: ", "))")
    }
    self.init(
      title: "GeoSnap and its rivals, on identical data",
      subtitle: Chart.subtitle(segments: greatest, workload: workload),
      footnote: results.header.words,
      rows: Chart.contests(
        in: fitting.filter { $0.workload == workload && $0.n == greatest }.map(\.row)
      )
    )
  }

  /// The rows of jobs that several engines did; all when there is none such.
  private static func contests(in rows: [ChartRow]) -> [ChartRow] {
    let engines = Dictionary(grouping: rows, by: \.job).mapValues(\.count)
    let contests = rows.filter { engines[$0.job, default: 0] > 1 }
    return contests.isEmpty ? rows : contests
  }

  private static func subtitle(segments: Int, workload: String) -> String {
    // Of a trace network, edges are counted.
    let count = segments.formatted(.number.grouping(.automatic).locale(Locale(identifier: "en")))
    let asked = workload.hasPrefix("net") ? "" : "; random questions"
    let data =
      switch workload {
      case "net": " edges of a made-up network, its nodes numbered at random"
      case "netloc": " edges of a made-up network, its nodes numbered as they lie"
      case "sample": " segments of a real network, laid side by side"
      case "synthetic": " segments of a made-up city, stored in random order"
      default: " segments"
      }
    return "\(count)\(data)\(asked). Shorter is better; "
      + "\u{D7} is the multiple of GeoSnap's time."
  }
}

/// What a chart reads of a results file.
private struct ResultsFile: Decodable {
  struct Header: Decodable {
    let date: String
    let processor: String
    let cores: Int
    let memoryGiB: Int
    let system: String
    let processes: Int

    var words: String {
      "\(processor), \(cores) cores, \(memoryGiB) GiB, \(system). Medians of \(processes) "
        + "interleaved processes, fewer for slow engines; \(date.prefix(10))."
    }
  }

  struct ResultRow: Decodable {
    let workload: String
    let n: Int
    let job: String
    let engine: String
    let ns: Double
    let exact: Bool

    var row: ChartRow { ChartRow(job: job, engine: engine, ns: ns, exact: exact) }
  }

  let header: Header
  let rows: [ResultRow]
}
