/// What a run found, so that engines can be compared.
struct Checksum: Equatable {
  /// Things found.
  var hits = 0
  /// The sum of their distances.
  var sum = 0.0
  /// The sum of x + y of the places found.
  var sumXY = 0.0
  /// The sum of their identifiers.
  var sumIDs: Int64 = 0

  /// Whether both found the same: counts and identifiers exactly, sums to 1e-9 of their size.
  func agrees(with other: Checksum) -> Bool {
    func close(_ first: Double, _ second: Double) -> Bool {
      (first - second).magnitude <= 1e-9 * max(first.magnitude, second.magnitude)
    }
    return hits == other.hits && sumIDs == other.sumIDs && close(sum, other.sum)
      && close(sumXY, other.sumXY)
  }
}

/// One engine's way to do a job.
struct Contender {
  let engine: String
  /// How many operations one run is.
  let operations: Int
  /// Bytes of the index with its exact geometry, per segment and junction; nil when not measured.
  var bytesPerEntry: Double?
  /// What a reader of the row should know.
  var note: String?
  /// Whether it is to find what the first contender finds.
  var isCompared = true
  /// Done before each run, and not timed.
  var prepare: () -> Void = {}
  /// Does the first so many operations; nil when what they did is to be looked at afterwards.
  let run: (_ operations: Int) -> Checksum?
  /// Says what is there after a run, and is not timed.
  var check: () -> Checksum = { Checksum() }

  /// Runs once; time and allocations are those of the operations alone.
  func measure() -> Measurement {
    prepare()
    let allocationsBefore = AllocationCounter.shared?.count
    let (time, checksum) = timed()
    let allocations = AllocationCounter.shared?.count
    return Measurement(
      time: time,
      checksum: checksum ?? check(),
      allocations: allocations.flatMap { now in allocationsBefore.map { now - $0 } }
    )
  }

  /// The operations and nothing else.
  ///
  /// `Scripts/check-budgets` has callgrind count between entry and return of this function, which it
  /// knows by name.
  @inline(never)
  func timed() -> (time: Duration, checksum: Checksum?) {
    let clock = ContinuousClock()
    let start = clock.now
    let checksum = run(operations)
    return (clock.now - start, checksum)
  }
}

/// What one run came to.
struct Measurement {
  let time: Duration
  let checksum: Checksum
  /// Nil when no library counts them.
  let allocations: Int?
}

/// One job and the engines that do it, the product first: it is the reference for the others.
///
/// Any list of contests can be measured: jobs on a network (`associations`, `snapRules`, beside
/// brute force) are contests of their own, made from a network as `WorkloadBench` makes these
/// from a workload.
struct Contest {
  let job: String
  let contenders: [Contender]

  /// Runs the contenders in turn, so that a busy minute of the machine hits all of them.
  ///
  /// Each runs once to warm up, then `repetitions` times; the median counts.
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
      let sorted = times[index].sorted()
      return BenchResult(
        job: job,
        n: n,
        engine: contender.engine,
        nsPerOperation: sorted[sorted.count / 2] / Double(contender.operations),
        operations: contender.operations,
        checksums[index],
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
