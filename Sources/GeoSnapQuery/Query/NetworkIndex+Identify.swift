extension NetworkIndex {
  /// The features within a tolerance of a place, each once.
  ///
  /// Points come before lines and lines before areas, since small features are hard to hit; then the nearest comes
  /// first, then the order of tables and rows decides. With ``IdentifyRequest/layerOrder`` layers come first, and
  /// this order applies within each. A negative or NaN tolerance and a place with NaN give no hits.
  ///
  /// - Complexity: O(log n + k log k) for k features within the tolerance.
  public func identify(_ request: IdentifyRequest) -> [IdentifyHit] {
    var run = IdentifyRun(request, in: network)
    var answer: [IdentifyHit] = []
    run.append(features.hits(at: request.coordinate, within: request.tolerance), to: &answer)
    return answer
  }

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

/// A request to identify features at a place.
public struct IdentifyRequest: Hashable, Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// The radius of the circle around the place, in coordinate units, border included; 0 for features exactly there
  /// and areas around it.
  public var tolerance: Double
  /// The names of the tables to search, compared without case; nil for all.
  public var sources: [String]?
  /// The maximum number of features per table; nil for all.
  public var limitPerSource: Int?
  /// The maximum number of features in total; nil for all.
  public var limit: Int?
  /// The names of the tables from the topmost layer down: hits are ordered by layer, other tables come last.
  public var layerOrder: [String]?

  /// Creates a request.
  public init(
    at coordinate: Coordinate,
    tolerance: Double,
    sources: [String]? = nil,
    limitPerSource: Int? = nil,
    limit: Int? = nil,
    layerOrder: [String]? = nil
  ) {
    self.coordinate = coordinate
    self.tolerance = tolerance
    self.sources = sources
    self.limitPerSource = limitPerSource
    self.limit = limit
    self.layerOrder = layerOrder
  }
}

/// A feature at a requested place.
public struct IdentifyHit: Hashable, Sendable {
  /// The feature.
  public var feature: FeatureID
  /// The distance from the requested place, in coordinate units; 0 inside an area.
  public var distance: Double
  /// The closest point on the feature; the requested place inside an area.
  public var location: Coordinate
  /// The height at ``location``; nil when the geometry has none, and inside an area.
  public var z: Double?
  /// The measure at ``location``, NaN where it is missing; nil when the geometry has none, and inside an area.
  public var m: Double?
}

/// The features identified at each of many places, in the order of the places.
///
/// Element `i` has the hits at place `i`; it is empty when there are none. All hits are in one array.
public struct IdentifyAnswers: RandomAccessCollection, Hashable, Sendable {
  // Invariant: ends rise, and the last equals hits.count.

  /// The hits of all places, one place after the other.
  package private(set) var hits: [IdentifyHit] = []
  private var ends: [Int] = []

  package init() {}

  /// Position 0.
  public var startIndex: Int { 0 }
  /// The number of places.
  public var endIndex: Int { ends.count }

  /// The hits at a place, in the order of ``NetworkIndex/identify(_:)``.
  public subscript(place: Int) -> ArraySlice<IdentifyHit> {
    hits[(place == 0 ? 0 : ends[place - 1])..<ends[place]]
  }

  mutating func appendPlace(_ add: (inout [IdentifyHit]) -> Void) {
    add(&hits)
    ends.append(hits.count)
  }

  mutating func append(_ other: IdentifyAnswers) {
    let first = hits.count
    hits += other.hits
    ends += other.ends.map { first + $0 }
  }

  mutating func reserveCapacity(_ places: Int) { ends.reserveCapacity(places) }
}
