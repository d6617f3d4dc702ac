import Foundation

/// Results as a picture: a panel for each job, a bar for each engine.
struct Chart {
  /// One engine's time for a job.
  struct Bar {
    let engine: ChartEngine
    /// Nanoseconds per operation.
    let time: Double
    /// Whether all of the job was timed, down to exact geometry.
    let isExact: Bool
  }

  /// One job and the engines that do it, quickest first.
  struct Panel {
    let title: String
    /// What one operation is.
    let subtitle: String
    let bars: [Bar]

    /// The product's own time, which the others are held against.
    var productTime: Double? { bars.first { $0.engine.role == .product }?.time }
    var greatestTime: Double { bars.map(\.time).max() ?? 0 }
  }

  let title: String
  let subtitle: String
  /// What was measured on what.
  let footnote: String
  let panels: [Panel]

  /// Groups rows by job; jobs that the product does not do are left out.
  init(title: String, subtitle: String, footnote: String, rows: [ChartRow]) {
    self.title = title
    self.subtitle = subtitle
    self.footnote = footnote
    var jobs: [String] = []
    for row in rows where !jobs.contains(row.job) { jobs.append(row.job) }
    panels = jobs.map { Panel(job: $0, rows: rows.filter { [job = $0] in $0.job == job }) }
      .filter { $0.productTime != nil }
  }

  /// - Throws: `BenchError` when the file cannot be written.
  func write(to file: URL) throws {
    do {
      try Data(svg.utf8).write(to: file)
    } catch {
      throw BenchError("\(file.path) cannot be written: \(error.localizedDescription)")
    }
  }
}

/// What a chart needs to know of a result.
struct ChartRow: Decodable {
  let job: String
  let engine: String
  /// Nanoseconds per operation.
  let ns: Double
  /// Whether all of the job was timed, down to exact geometry.
  let exact: Bool
}

extension Chart.Panel {
  init(job: String, rows: [ChartRow]) {
    let words = ChartWords.job(job)
    title = words.title
    subtitle = words.subtitle
    bars = rows.map { row in
      Chart.Bar(engine: ChartEngine(row.engine), time: row.ns, isExact: row.exact)
    }.sorted { $0.time < $1.time }
  }
}
