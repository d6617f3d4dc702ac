extension NetworkIndex {
  /// The features within a tolerance of each of many places, on one thread.
  ///
  /// Each answer is that of ``identify(_:)``, in the order of `places`; the coordinate of `request` is ignored. In
  /// large networks this is faster than single requests, since their searches wait for memory together.
  public func identify(
    atEach places: [Coordinate],
    as request: IdentifyRequest
  ) -> IdentifyAnswers {
    identify(at: places, 0..<places.count, request)
  }

  /// The asynchronous twin of ``identify(atEach:as:)`` on all cores; throws `CancellationError` when its task is
  /// cancelled.
  ///
  /// `progress` receives the number of places that are answered, from one thread at a time.
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
