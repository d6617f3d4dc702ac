internal import GeoSnapSupport

/// Builds an index of features: extracts entries from geometries, then packs them and the areas.
// Only `begin` writes, while no piece runs: the proof of `@unchecked Sendable`.
final class FeatureIndexBuilder: PhasedWork, @unchecked Sendable {
  private let isTolerant: Bool
  private let extraction: EntryExtraction
  private var segments: TreeBuilder?
  private var areas: [IndexedArea] = []
  private var areaTree: TreeBuilder?
  /// The number of the phase's pieces for segments; pieces for areas follow.
  private var segmentPieceCount = 0

  /// The reason why no index can be made; known after all phases.
  private var refusal: IndexError?
  /// An error for each feature left out, sorted by feature; known after all phases.
  private(set) var problems: [IndexError] = []

  /// Creates a builder for lists whose features are numbered consecutively; a tolerant one skips those that cannot be
  /// indexed.
  init(_ lists: [GeometryList], isTolerant: Bool) {
    self.isTolerant = isTolerant
    extraction = EntryExtraction(lists)
  }

  var phaseCount: Int { extraction.phaseCount + TreeBuilder.phaseCount }

  func begin(_ phase: Int) -> Int {
    guard phase >= extraction.phaseCount else { return extraction.begin(phase) }
    if phase == extraction.phaseCount { takeEntries() }
    guard let segments, let areaTree else { return 0 }
    segmentPieceCount = segments.begin(phase - extraction.phaseCount)
    return segmentPieceCount + areaTree.begin(phase - extraction.phaseCount)
  }

  package func run(_ phase: Int, _ piece: Int) {
    if phase < extraction.phaseCount {
      extraction.run(phase, piece)
    } else if piece < segmentPieceCount {
      segments?.run(phase - extraction.phaseCount, piece)
    } else {
      areaTree?.run(phase - extraction.phaseCount, piece - segmentPieceCount)
    }
  }

  private func takeEntries() {
    refusal = extraction.refusal
    guard refusal == nil else { return }
    problems = extraction.problems
    guard isTolerant || problems.isEmpty else {
      refusal = problems.first
      return
    }
    let (entries, measure) = extraction.takeEntries()
    areas = extraction.areas
    segments = TreeBuilder(entries, measure)
    areaTree = TreeBuilder(extraction.areaEntries)
  }

  /// Builds the index on all cores, off the caller's actor.
  @concurrent
  func index(progress: (@Sendable (_ done: Double) -> Void)?) async throws -> FeatureIndex {
    try await run(progress: progress)
    return try index()
  }

  /// The index, after all phases.
  func index() throws(IndexError) -> FeatureIndex {
    if let refusal { throw refusal }
    guard let segments, let areaTree else { preconditionFailure("All phases must have run") }
    return FeatureIndex(
      segments: segments.tree(),
      areas: AreaIndex(AreaColumns(areas), EditableTree(areaTree.tree()))
    )
  }
}

/// Extracts the entries and areas of an index from the geometries of its features.
// Pieces of a phase write to separate memory: the proof of `@unchecked Sendable`. Every piece is below pieceCount,
// the size of `pieces`.
@safe final class EntryExtraction: PhasedWork, @unchecked Sendable {
  private let lists: [GeometryList]
  private let shares: [Share]
  private let pieceCount: Int
  private let pieces: UnsafeMutablePointer<Piece>
  private var buffer = EntryBuffer(unwritten: 0)

  /// The reason why the geometries cannot be indexed together; known after the first phase.
  private(set) var refusal: IndexError?

  /// The features of one piece, all of one list.
  private struct Share {
    let list: Int
    let rows: Range<Int>
    let first: Int
  }

  private struct Piece {
    /// The positions of its entries among those of all pieces.
    var places = 0..<0
    var measure = EntryMeasure()
    var problems: [IndexError] = []
    /// The positions left empty by features with problems.
    var holes: [Range<Int>] = []
    var areas: [IndexedArea] = []
    var areaEnvelopes: [Envelope] = []

    mutating func add(_ geometry: Geometry, _ feature: Int, _ writer: inout EntryWriter) {
      if let problem = geometry.indexProblem(entry: feature) {
        return leaveOut(geometry.entryCount, problem, &writer)
      }
      writer.write(geometry, feature: Int32(feature))
      guard geometry.type.dimension == 2 else { return }
      for area in IndexedArea.areas(of: geometry, feature: Int32(feature)) {
        guard let envelope = area.envelope else { continue }
        areas.append(area)
        areaEnvelopes.append(envelope)
      }
    }

    mutating func add(
      _ ordinates: Span<Double>,
      width: Int,
      _ feature: Int,
      _ writer: inout EntryWriter
    ) {
      if let problem = indexProblem(ordinates, width: width, entry: feature) {
        return leaveOut(ordinates.count / width - 1, problem, &writer)
      }
      writer.write(ordinates, width: width, feature: Int32(feature))
    }

    private mutating func leaveOut(
      _ count: Int,
      _ problem: IndexError,
      _ writer: inout EntryWriter
    ) {
      problems.append(problem)
      holes.append(writer.next..<writer.next + count)
      writer.skip(count)
    }
  }

  /// Creates the work for lists of geometries, whose features are numbered consecutively.
  init(_ lists: [GeometryList]) {
    self.lists = lists
    let count = lists.reduce(0) { $0 + $1.count }
    // Even few features are divided, since they may be large.
    let size = min(max(count / 64, 16), 1 << 12)
    var shares: [Share] = []
    var first = 0
    for (list, geometries) in lists.enumerated() {
      for start in stride(from: 0, to: geometries.count, by: size) {
        let rows = start..<min(start + size, geometries.count)
        shares.append(Share(list: list, rows: rows, first: first))
      }
      first += geometries.count
    }
    self.shares = shares
    pieceCount = shares.count
    unsafe pieces = .allocate(capacity: max(pieceCount, 1))
    unsafe pieces.initialize(repeating: Piece(), count: pieceCount)
  }

  deinit {
    unsafe pieces.deinitialize(count: pieceCount)
    unsafe pieces.deallocate()
  }

  // MARK: Phases

  var phaseCount: Int { 2 }

  func begin(_ phase: Int) -> Int {
    if phase == 1 { place() }
    return refusal == nil ? pieceCount : 0
  }

  func run(_ phase: Int, _ piece: Int) {
    if phase == 0 { count(piece) } else { write(piece) }
  }

  private func count(_ piece: Int) {
    let share = shares[piece]
    let geometries = lists[share.list]
    var count = 0
    for row in share.rows { count += geometries.entryCount(row) }
    unsafe pieces[piece].places = 0..<count
  }

  private func place() {
    var next = 0
    for piece in 0..<pieceCount {
      let count = unsafe pieces[piece].places.count
      unsafe pieces[piece].places = next..<next + count
      next += count
    }
    do {
      try checkEntryCount(next)
      buffer = EntryBuffer(unwritten: next)
    } catch {
      refusal = error
    }
  }

  private func write(_ piece: Int) {
    var result = unsafe pieces[piece]
    var writer = EntryWriter(buffer, result.places)
    let share = shares[piece]
    for row in share.rows {
      let feature = share.first + row
      switch lists[share.list] {
      case .array(let geometries):
        if let geometry = geometries[row] { result.add(geometry, feature, &writer) }
      case .column(let geometries):
        // Lines, the majority in a network, are read in place.
        if let path = geometries.onlyPath(row) {
          geometries.withOrdinates(of: path) {
            result.add($0, width: path.dimensions.count, feature, &writer)
          }
        } else if let geometry = geometries[row] {
          result.add(geometry, feature, &writer)
        }
      }
    }
    precondition(writer.next == result.places.upperBound, "All counted entries are written")
    result.measure = writer.measure
    unsafe pieces[piece] = result
  }

  // MARK: Results, after all phases

  /// An error for each feature left out, sorted by feature.
  var problems: [IndexError] { (0..<pieceCount).flatMap { piece in unsafe pieces[piece].problems } }

  /// The areas, sorted by feature.
  var areas: [IndexedArea] { (0..<pieceCount).flatMap { piece in unsafe pieces[piece].areas } }

  /// An entry for each area's envelope, whose item is the area's position.
  var areaEntries: [TreeEntry] {
    (0..<pieceCount).flatMap { piece in unsafe pieces[piece].areaEnvelopes }.enumerated()
      .map { item, envelope in TreeEntry(envelope, item: Int32(item)) }
  }

  /// Returns the entries, sorted by feature, and their measure, and gives up the memory.
  func takeEntries() -> (entries: EntryBuffer, measure: EntryMeasure) {
    var measure = EntryMeasure()
    var holes: [Range<Int>] = []
    for piece in 0..<pieceCount {
      measure.add(unsafe pieces[piece].measure)
      holes += unsafe pieces[piece].holes
    }
    buffer.close(holes)
    defer { buffer = EntryBuffer(unwritten: 0) }
    return (buffer, measure)
  }
}

/// Writes the entries of geometries one after the other, and measures them.
// Writes to positions [next, end) of a buffer, which belong to no other writer; checked before each path.
@safe struct EntryWriter {
  private let entries: UnsafeMutablePointer<TreeEntry>
  private let end: Int
  /// The position of the next entry.
  private(set) var next: Int
  private(set) var measure = EntryMeasure()

  init(_ buffer: EntryBuffer, _ places: Range<Int>) {
    precondition(places.upperBound <= buffer.count, "Entries must go to places that exist")
    unsafe entries = buffer.entries
    next = places.lowerBound
    end = places.upperBound
  }

  mutating func skip(_ count: Int) { next += count }

  /// Writes the entries of a geometry with checked coordinates.
  mutating func write(_ geometry: Geometry, feature: Int32) {
    if case .lineString(let line) = geometry, line.coordinates.count > 1 {
      let (ordinates, dimensions) = (line.coordinates.ordinates, line.coordinates.dimensions)
      return write(ordinates.span, width: dimensions.count, feature: feature)
    }
    geometry.forEachEntry(of: feature) { entry in
      measure.reach(entry.first)
      measure.reach(entry.second)
      measure.count(entry.label)
      precondition(next < end, "A geometry has no more entries than were counted")
      unsafe (entries + next).initialize(to: entry)
      next += 1
    }
  }

  /// Writes the entries of a line of one part with at least two, checked coordinates.
  mutating func write(_ ordinates: Span<Double>, width: Int, feature: Int32) {
    let count = ordinates.count / width - 1
    precondition(count <= end - next, "A geometry has no more entries than were counted")
    var base = 0
    var start = Coordinate(x: ordinates[base], y: ordinates[base + 1])
    measure.reach(start)
    measure.count(segments: count, ofPart: 0)
    for index in 0..<count {
      base += width
      let end = Coordinate(x: ordinates[base], y: ordinates[base + 1])
      measure.reach(end)
      var flags: PathFlags = index == 0 ? .startsPart : []
      if index == count - 1 { flags.insert(.endsPart) }
      unsafe (entries + next + index).initialize(
        to: TreeEntry(
          first: start,
          second: end,
          label: EntryLabel(feature, segment: Int32(index), flags: flags)
        )
      )
      start = end
    }
    next += count
  }
}
