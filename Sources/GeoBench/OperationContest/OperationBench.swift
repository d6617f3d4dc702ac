import ArgumentParser
import Foundation
import GeoSnap

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
  @Flag(help: "Write a Markdown table instead.") var markdown = false

  func validate() throws {
    guard count >= OperationSample.questionsPerLine else {
      throw ValidationError("--count must be 64 or more.")
    }
    try wanted?.check(OperationJob.allCases.map(\.rawValue))
  }

  func run() throws {
    var table = Table(rivals: "GEOS \(STRtree.version)", isShown: !measuring.json && !markdown)
    var rows: [String] = []
    var differing: [String] = []
    let contests = try OperationJob.allSizes.map { segments in
      try OperationContests(
        OperationSample(segments: segments, lineCount: count / OperationSample.questionsPerLine)
      )
    }
    for job in OperationJob.allCases where wanted?.contains(job) ?? true {
      for contests in contests where job.sizes.contains(contests.segments) {
        let (contest, difference) = try contests.contest(job)
        let results = contest.measure(n: contests.segments, measuring.repetitions)
        if difference > job.tolerance {
          differing.append("\(contest.job): an answer differs from GEOS's by \(difference) of it.")
        }
        let (own, rival) = (results[0], results[1])
        let words = job.comparison(own: own.nsPerOperation, rival: rival.nsPerOperation)
        rows.append(
          "| \(own.job) | \(time(own)) | \(time(rival)) | \(words) | \(rival.note ?? "") |"
        )
        table.add(results)
        if table.isShown { print("\(own.job): \(words)") }
      }
    }
    if markdown {
      print(
        """
        \(table.report.machine). \(table.report.versions), seed \(table.report.seed).

        | job | GeoSnap, ns | GEOS, ns | GeoSnap is | answers |
        | --- | ---: | ---: | --- | --- |
        \(rows.joined(separator: "\n"))
        """
      )
    }
    try table.end(isJSON: measuring.json)
    if let first = differing.first { throw BenchError(first) }
  }

  private func time(_ result: BenchResult) -> String {
    grouped(result.nsPerOperation, result.nsPerOperation < 100 ? 1 : 0)
  }
}

struct OperationContests {
  private let sample: OperationSample
  private let product: ProductOperations
  private let geos: GEOSOperations

  init(_ sample: OperationSample) throws {
    self.sample = sample
    product = try ProductOperations(sample)
    geos = try GEOSOperations(sample)
  }

  var segments: Int { sample.segments }

  /// The job for both engines, and the greatest difference between their answers.
  func contest(_ job: OperationJob) throws -> (contest: Contest, difference: Double) {
    let operations = job.operations(sample)
    let (product, geos) = (product, geos)
    let difference = try difference(job)
    func answer() -> Checksum {
      var checksum = Checksum()
      geos.answer(job, into: &checksum)
      return checksum
    }
    let own = Contender(operations: operations) { _ in
      var checksum = Checksum()
      // The same questions were answered without an error for the comparison.
      try? product.answer(job, into: &checksum)
      return checksum
    }
    let rival = Contender(
      engine: "geos",
      operations: operations,
      note: difference == 0 ? "equal" : "at most \(difference) of an answer apart",
      run: { _ in
        guard job.leavesResultUnread else { return answer() }
        var unread = Unread()
        geos.answer(job, into: &unread)
        return nil
      },
      check: answer
    )
    return (Contest(job: job.name(sample.segments), contenders: [own, rival]), difference)
  }

  private func difference(_ job: OperationJob) throws -> Double {
    var own = AnswerList()
    try product.answer(job, into: &own)
    var rival = AnswerList()
    geos.answer(job, into: &rival)
    return own.difference(from: rival)
  }
}

/// Does the jobs through the product's public API, as any client would.
struct ProductOperations {
  private let sample: OperationSample
  private let preparedAreas: [PreparedGeometry]
  private let preparedLines: [PreparedGeometry]

  init(_ sample: OperationSample) throws {
    self.sample = sample
    preparedAreas = try sample.areas.map { try PreparedGeometry($0) }
    preparedLines = try sample.lines.map { try PreparedGeometry($0) }
  }

  // The geometry is retained during its questions, as in a program that works on one geometry.
  func answer(_ job: OperationJob, into sink: inout some AnswerSink) throws {
    let repeats = 0..<OperationSample.questionsPerLine
    let lines = sample.lines.enumerated()
    switch job {
    case .distance:
      for (number, line) in lines {
        for place in sample.places[sample.questions(number)] {
          sink.add(line.distance(to: place) ?? .nan)
        }
      }
    case .nearest:
      for (number, line) in lines {
        for place in sample.places[sample.questions(number)] {
          guard let nearest = line.nearestCoordinate(to: place) else { continue }
          sink.add(nearest.coordinate.x)
          sink.add(nearest.coordinate.y)
        }
      }
    case .fraction:
      for (number, line) in lines {
        for place in sample.places[sample.questions(number)] {
          sink.add(try line.fraction(closestTo: place) ?? .nan)
        }
      }
    case .length:
      for line in sample.lines { for _ in repeats { sink.add(line.length) } }
    case .envelope:
      for line in sample.lines {
        for _ in repeats {
          guard let envelope = line.envelope else { continue }
          sink.add(envelope.minX)
          sink.add(envelope.minY)
          sink.add(envelope.maxX)
          sink.add(envelope.maxY)
        }
      }
    case .pointBuffer:
      for point in sample.points { sink.add(try point.buffer(distance: OperationSample.distance)) }
    case .buffer:
      for line in sample.lines { sink.add(try line.buffer(distance: OperationSample.distance)) }
    case .intersectAreas:
      for (area, other) in zip(sample.areas, sample.otherAreas) {
        sink.add(try area.intersection(other))
      }
    case .intersectLine:
      for (line, area) in zip(sample.lines, sample.areas) { sink.add(try line.intersection(area)) }
    case .preparedContains:
      for (number, area) in preparedAreas.enumerated() {
        for point in sample.points[sample.questions(number)] {
          sink.add(try area.contains(point) ? 1 : 0)
        }
      }
    case .preparedIntersects:
      for (area, line) in zip(preparedAreas, sample.shortLines) {
        for _ in repeats { sink.add(try area.intersects(line) ? 1 : 0) }
      }
    case .preparedWithin:
      for (number, line) in preparedLines.enumerated() {
        for point in sample.points[sample.questions(number)] {
          sink.add(try line.isWithin(distance: OperationSample.distance, of: point) ? 1 : 0)
        }
      }
    }
  }
}

extension AnswerSink {
  fileprivate mutating func add(_ geometry: Geometry) {
    let ordinates = geometry.coordinates.ordinates
    add(ordinates.span)
  }
}
