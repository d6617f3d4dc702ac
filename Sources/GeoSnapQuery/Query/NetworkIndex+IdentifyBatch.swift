extension NetworkIndex {
  /// The features within a tolerance of each of many places, on one thread.
  ///
  /// Each answer is that of ``identify(_:)``, in the order of `places`; asked together they cost less in large
  /// networks, whose searches then wait for memory together.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - request: The tolerance and what else to ask at each; its own coordinate plays no part.
  /// - Returns: For each place what lies there.
  /// - Complexity: As one request for each place.
  public func identify(
    atEach places: [Coordinate],
    as request: IdentifyRequest
  ) -> IdentifyAnswers {
    identify(at: places, 0..<places.count, request)
  }

  /// The features within a tolerance of each of many places, on all cores.
  ///
  /// The answers are those of the form on one thread, in the order of `places`.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - request: The tolerance and what else to ask at each; its own coordinate plays no part.
  ///   - progress: Told now and then how many places are answered; never by two threads at once.
  /// - Returns: For each place what lies there.
  /// - Throws: `CancellationError` when the task was cancelled.
  /// - Complexity: As one request for each place, divided among the cores.
  @concurrent
  public func identify(
    atEach places: [Coordinate],
    as request: IdentifyRequest,
    progress: (@Sendable (_ done: Int) -> Void)?
  ) async throws -> IdentifyAnswers {
    var answers = IdentifyAnswers()
    answers.reserveCapacity(places.count)
    try await forEachChunk(of: places.count, progress: progress) { range in
      identify(at: places, range, request)
    } collect: {
      answers.append($0)
    }
    return answers
  }

  private func identify(
    at places: [Coordinate],
    _ range: Range<Int>,
    _ request: IdentifyRequest
  ) -> IdentifyAnswers {
    var run = IdentifyRun(request, in: network)
    var answers = IdentifyAnswers()
    answers.reserveCapacity(range.count)
    features.forEachAnswer(
      within: request.tolerance,
      ofEach: places.span.extracting(range)
    ) { _, hits in
      answers.appendPlace { run.append(hits, to: &$0) }
    }
    return answers
  }
}
