/// An entry that may be among the nearest.
struct NearestCandidate {
  let distance: Double
  /// The feature, or the item of a tree of envelopes.
  let feature: Int32
  let part: Int32
  let segment: Int32
  /// Where the tree keeps it; -1 for what no slot stands for.
  let slot: Int32

  /// Whether it comes before another: nearer, or at the same distance first in stored order.
  func precedes(_ other: NearestCandidate) -> Bool {
    if distance != other.distance { return distance < other.distance }
    if feature != other.feature { return feature < other.feature }
    return part != other.part ? part < other.part : segment < other.segment
  }
}

/// The best few candidates so far, best first.
struct NearestList {
  private(set) var candidates: [NearestCandidate] = []
  private let capacity: Int
  private let tolerance: Double

  init(count: Int, within tolerance: Double) {
    capacity = count
    self.tolerance = tolerance
    candidates.reserveCapacity(min(count, 64))
  }

  /// The distance that a further candidate must not exceed.
  var limit: Double {
    candidates.count == capacity ? candidates[capacity - 1].distance : tolerance
  }

  /// Puts a candidate in its place, and drops the worst when there are too many.
  mutating func insert(_ candidate: NearestCandidate) {
    var index = candidates.count
    if index == capacity {
      guard candidate.precedes(candidates[index - 1]) else { return }
      index -= 1
    } else {
      candidates.append(candidate)
    }
    while index > 0 && candidate.precedes(candidates[index - 1]) {
      candidates[index] = candidates[index - 1]
      index -= 1
    }
    candidates[index] = candidate
  }

  /// Puts a candidate in its place, or in that of a worse one of the same feature.
  mutating func insertBestOfFeature(_ candidate: NearestCandidate) {
    if let index = candidates.firstIndex(where: { $0.feature == candidate.feature }) {
      guard candidate.precedes(candidates[index]) else { return }
      candidates.remove(at: index)
    }
    insert(candidate)
  }
}
