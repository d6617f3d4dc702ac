import Dispatch
import Foundation
import GeoSnap
import Synchronization

/// A summary of a run's results, by which engines are compared.
struct Checksum: Equatable {
  var hits = 0
  var sum = 0.0
  /// The sum of x + y of the places found.
  var sumXY = 0.0
  var sumIDs: Int64 = 0

  mutating func add(_ distance: Double, at location: Coordinate) {
    hits += 1
    sum += distance
    sumXY += location.x + location.y
  }

  mutating func add(_ hits: [FeatureHit]) {
    self.hits += hits.count
    for hit in hits { sum += hit.distance }
  }

  /// Whether both results are the same: counts and identifiers exactly, sums to 1e-9 of their size.
  func agrees(with other: Checksum) -> Bool {
    func close(_ first: Double, _ second: Double) -> Bool {
      (first - second).magnitude <= 1e-9 * max(first.magnitude, second.magnitude)
    }
    return hits == other.hits && sumIDs == other.sumIDs && close(sum, other.sum)
      && close(sumXY, other.sumXY)
  }
}

extension Checksum {
  /// Sums the answers to so many queries; an answer is nil where nothing was found.
  @inline(__always)
  init(_ queries: Int, _ answer: (_ query: Int) -> (distance: Double, location: Coordinate)?) {
    for query in 0..<queries {
      if let found = answer(query) { add(found.distance, at: found.location) }
    }
  }
}

struct Contender {
  var engine = "geosnap"
  let operations: Int
  /// Bytes of the index with its exact geometry, per segment and junction; nil when not measured.
  var bytesPerEntry: Double?
  var note: String?
  /// Whether its result has to equal that of the first contender.
  var isCompared = true
  /// The preparation of each run, which is not timed.
  var prepare: () -> Void = {}
  /// Does the first `operations`; returns nil when their result is summarized afterwards.
  let run: (_ operations: Int) -> Checksum?
  /// Summarizes the result of a run, and is not timed.
  var check: () -> Checksum = { Checksum() }

  /// Runs once, with the time and the allocations of the operations alone.
  func measure() -> (time: Duration, checksum: Checksum, allocations: Int?) {
    prepare()
    let allocationsBefore = AllocationCounter.shared?.count
    let (time, checksum) = timed()
    let allocations = AllocationCounter.shared?.count
    let count = allocations.flatMap { now in allocationsBefore.map { now - $0 } }
    return (time, checksum ?? check(), count)
  }

  /// Runs the operations and no other work;
  /// `Scripts/check-budgets` has callgrind count between entry and return of this function, by its name.
  @inline(never)
  func timed() -> (time: Duration, checksum: Checksum?) {
    let clock = ContinuousClock()
    let start = clock.now
    let checksum = run(operations)
    return (clock.now - start, checksum)
  }
}

/// One job and the engines that do it, the product first: it is the reference for the others.
struct Contest {
  let job: String
  let contenders: [Contender]

  /// Runs each contender once to warm up, then `repetitions` times, and takes the median;
  /// contenders run in turn, so that a busy minute of the machine affects all of them.
  func measure(n: Int, _ repetitions: Int) -> [BenchResult] {
    var checksums = contenders.map { $0.measure().checksum }
    var times = [[Double]](repeating: [], count: contenders.count)
    var allocations = [Int?](repeating: nil, count: contenders.count)
    for _ in 0..<repetitions {
      for (index, contender) in contenders.enumerated() {
        let measurement = contender.measure()
        checksums[index] = measurement.checksum
        times[index].append(measurement.time / .nanoseconds(1))
        if let count = measurement.allocations {
          allocations[index] = (allocations[index] ?? 0) + count
        }
      }
    }
    return contenders.indices.map { index in
      let contender = contenders[index]
      return BenchResult(
        job: job,
        n: n,
        engine: contender.engine,
        nsPerOperation: times[index].median / Double(contender.operations),
        operations: contender.operations,
        hits: checksums[index].hits,
        sum: checksums[index].sum,
        sumXY: checksums[index].sumXY,
        sumIDs: checksums[index].sumIDs,
        agrees: index == 0 || !contender.isCompared
          ? nil : reference(contender.operations).agrees(with: checksums[index]),
        bytesPerEntry: contender.bytesPerEntry,
        allocationsPerOperation: allocations[index].map {
          Double($0) / Double(contender.operations * repetitions)
        },
        note: contender.note
      )
    }
  }

  private func reference(_ operations: Int) -> Checksum {
    contenders[0].run(operations) ?? contenders[0].check()
  }
}

/// The time that work takes, in a unit such as `.milliseconds(1)`.
func time(in unit: Duration, _ body: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(body) / unit
}

/// The median time of `repetitions` runs; `before` is not timed.
func medianTime(
  of repetitions: Int,
  in unit: Duration,
  before: () -> Void = {},
  _ body: () throws -> Void
) rethrows -> Double {
  try (0..<repetitions).map { _ in
    before()
    return try time(in: unit, body)
  }.median
}

extension [Double] {
  var median: Double { sorted()[count / 2] }

  /// The median, and the bound of 99 % of the values.
  func summary(_ digits: Int, _ unit: String) -> String {
    let tail = fixed(sorted()[count * 99 / 100], digits)
    return "median \(fixed(median, digits)) \(unit), 99% below \(tail) \(unit)"
  }
}

func fixed(_ number: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", number) }

/// A number with commas between thousands, and some digits after the point.
func grouped(_ number: Double, _ digits: Int) -> String {
  number.formatted(
    .number.precision(.fractionLength(digits)).grouping(.automatic).locale(Locale(identifier: "en"))
  )
}

extension Encodable {
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// Waits on this thread for the result of asynchronous work, since contests measure from outside.
func waited<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    let ended: Result<Value, any Error>
    do { ended = .success(try await work()) } catch { ended = .failure(error) }
    result.withLock { $0 = ended }
    isDone.signal()
  }
  isDone.wait()
  guard let ended = result.withLock({ $0 }) else { throw BenchError("A job has no result.") }
  return try ended.get()
}
