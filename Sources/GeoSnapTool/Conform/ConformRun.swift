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
    } catch { throw source.located(error) }
  }
}

/// A data set that is read piece by piece, as often as needed.
package protocol ConformSource {
  /// The input of one piece, read on one thread.
  associatedtype Raw: Sendable
  associatedtype Piece: ConformPiece

  /// The next features; nil at the end.
  mutating func next() throws -> Raw?
  /// Starts again from the beginning.
  mutating func rewind() throws
  /// Parses a piece on any thread. It may only be called after reading has begun.
  var parser: @Sendable (Raw) throws -> Piece { get }
  /// The share of the input that was read, from 0 to 1; nil when unknown.
  var share: Double? { get }
  /// Whether the data set may have geometries other than points: then all are read before any vertex can move.
  var mayHaveLines: Bool { get }
  /// Adds the place in the file to an error in features that were read.
  func located(_ error: any Error) -> any Error
}

package protocol ConformPiece: Sendable {
  associatedtype Rewritten: Sendable

  var block: ConformBlock { get }
  func id(of feature: Int) -> [UInt8]
  func rewritten(_ outcomes: [ConformOutcome]) -> Rewritten
}

package protocol ConformSink {
  associatedtype Rewritten

  mutating func write(_ output: Rewritten) throws
  mutating func finish() throws
}
