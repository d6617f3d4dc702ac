package import GeoSnap

/// One run over a data set: a survey of all features where one is needed, then the conforming of each.
package struct ConformRun: Sendable {
  let conformer: Conformer
  /// An estimate of the number of vertices, by which memory is allocated.
  let expectedVertices: Int
  let showsProgress: Bool

  package init(conformer: Conformer, expectedVertices: Int, showsProgress: Bool) {
    self.conformer = conformer
    self.expectedVertices = expectedVertices
    self.showsProgress = showsProgress
  }

  /// Runs to the end and returns the counts.
  ///
  /// - `makeSink`: Opens the output, after the survey.
  /// - `report`: Takes the entries of the report; nil when counts are enough.
  /// - Throws: ``Failure`` for the first feature that cannot be read; errors of the sink.
  package func run<Source: ConformSource, Sink: ConformSink>(
    _ source: inout Source,
    to makeSink: (inout Source) throws -> Sink,
    _ report: ConformReport?
  ) async throws -> ConformCounts where Source.Piece.Rewritten == Sink.Rewritten {
    let bar = ProgressBar("Reading", on: .standardError(lines: showsProgress))
    bar.begin()
    defer { bar.end() }
    let (pins, featureCount) = try await pins(of: &source, bar)
    var sink = try makeSink(&source)
    var counts = ConformCounts()
    let conformer = conformer
    let isListed = report != nil
    try await forEachPiece(of: &source) { piece in
      let outcomes = conformer.conform(piece.block, keeping: pins)
      let entries = ConformEntries(piece, outcomes, conformer, isListed: isListed)
      return (piece.rewritten(outcomes), entries)
    } collect: { (answer: (output: Sink.Rewritten, entries: ConformEntries), share) in
      try sink.write(answer.output)
      try report?.write(answer.entries)
      counts.add(answer.entries.counts)
      bar.note("Moving", counts.features, of: "feature", share: share)
    }
    if let featureCount, featureCount != counts.features {
      throw Failure.badData(
        "The input changed while it was read: \(featureCount) features at first, "
          + "then \(counts.features). Try again when no program writes to it."
      )
    }
    try sink.finish()
    return counts
  }

  /// Reads the data set once or twice to find the vertices that must not move, and counts its features; the count is
  /// nil where no reading is needed.
  private func pins<Source: ConformSource>(
    of source: inout Source,
    _ bar: ProgressBar
  ) async throws -> (ConformPins, featureCount: Int?) {
    guard source.mayHaveLines else { return (.none, nil) }
    let conformer = conformer
    var plan = ConformPlan(expecting: expectedVertices)
    var features = 0
    try await forEachPiece(of: &source) { piece in
      (piece.block.count, conformer.survey(piece.block))
    } collect: { answer, share in
      plan.add(answer.1)
      features += answer.0
      bar.note("Reading", features, of: "feature", share: share)
    }
    try source.rewind()
    if plan.needsHolders {
      let moving = plan.moving
      var compared = 0
      try await forEachPiece(of: &source) { piece in
        (piece.block.count, conformer.heldPlaces(in: piece.block, near: moving))
      } collect: { answer, share in
        plan.hold(answer.1)
        compared += answer.0
        bar.note("Comparing", compared, of: "feature", share: share)
      }
      try source.rewind()
    }
    return (try plan.pins(), features)
  }

  private func forEachPiece<Source: ConformSource, Answer: Sendable>(
    of source: inout Source,
    answer: @escaping @Sendable (Source.Piece) throws -> Answer,
    collect: (Answer, Double?) throws -> Void
  ) async throws {
    let parse = source.parser
    do {
      try await GeoSnapTool.forEachPiece {
        try source.next()
      } answer: {
        try answer(parse($0))
      } collect: {
        try collect($0, source.share)
      }
    } catch {
      throw source.located(error)
    }
  }
}
