/// Both engines, ready to do every job on one sample.
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
    let product = product
    let geos = geos
    let difference = try difference(job)
    let contest = Contest(
      job: job.name(sample.segments),
      contenders: [
        Contender(
          engine: "geosnap",
          operations: operations,
          run: { _ in
            var checksum = Checksum()
            // The same questions were answered without an error for the comparison.
            try? product.answer(job, into: &checksum)
            return checksum
          }
        ),
        Contender(
          engine: "geos",
          operations: operations,
          note: difference == 0 ? "equal" : "at most \(difference) of an answer apart",
          run: { _ in
            if job.leavesResultUnread {
              var unread = Unread()
              geos.answer(job, into: &unread)
              return nil
            }
            var checksum = Checksum()
            geos.answer(job, into: &checksum)
            return checksum
          },
          check: {
            var checksum = Checksum()
            geos.answer(job, into: &checksum)
            return checksum
          }
        ),
      ]
    )
    return (contest, difference)
  }

  /// The greatest relative difference of any answer.
  private func difference(_ job: OperationJob) throws -> Double {
    var own = AnswerList()
    try product.answer(job, into: &own)
    var rival = AnswerList()
    geos.answer(job, into: &rival)
    return own.difference(from: rival)
  }
}
