/// The features identified at each of many places, in the order of the places.
///
/// Element `i` has the hits at place `i`; it is empty when there are none. All hits are in one array.
public struct IdentifyAnswers: RandomAccessCollection, Hashable, Sendable {
  // Invariant: ends rise, and the last equals hits.count.

  /// The hits of all places, one place after the other.
  public private(set) var hits: [IdentifyHit] = []
  private var ends: [Int] = []

  /// Creates an empty list.
  public init() {}

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
