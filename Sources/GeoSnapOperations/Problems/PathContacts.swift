/// The contacts of segments of paths, of the same path or of two, by a sweep along the longer side of their extent with
/// exact arithmetic.
///
/// Neighbouring segments of a path share a coordinate, which is not a contact; turning back there is a spike.
struct PathContacts: Sequence, IteratorProtocol {
  struct Contact {
    enum Kind {
      /// The point is between the ends of both.
      case crossing
      /// The point is an end of at least one of them.
      case touch
      /// They share a piece that ends at the point.
      case overlap
    }
    let kind: Kind
    let place: Coordinate
    /// The paths, the lesser first, and their segments.
    let first: (path: Int, segment: Int)
    let second: (path: Int, segment: Int)
  }

  private struct Entry {
    let box: Envelope
    /// The stretch of the swept side.
    let start: Double
    let end: Double
    let path: Int
    let index: Int
  }

  private let paths: [CleanPath]
  /// For each path a group, whose paths are not tested against each other; nil to test all pairs.
  private let groups: [Int]?
  private let entries: [Entry]
  private var active: [Entry] = []
  private var position = 0
  private var partner = 0

  /// Creates the contacts of finite paths; with `groups`, a group per path, only of paths of different groups.
  init(of paths: [CleanPath], between groups: [Int]? = nil) {
    self.paths = paths
    self.groups = groups
    let isTall = Envelope.combining(paths.map(\.envelope)).map { $0.height > $0.width } ?? false
    var entries: [Entry] = []
    for (number, path) in paths.enumerated() {
      for index in 0..<path.segmentCount {
        let box = path.segment(index).envelope
        entries.append(
          Entry(
            box: box,
            start: isTall ? box.minY : box.minX,
            end: isTall ? box.maxY : box.maxX,
            path: number,
            index: index
          )
        )
      }
    }
    self.entries = entries.sorted { $0.start < $1.start }
  }

  mutating func next() -> Contact? {
    while position < entries.count {
      let entry = entries[position]
      if partner == 0 { active.removeAll { $0.end < entry.start } }
      while partner < active.count {
        let other = active[partner]
        partner += 1
        guard other.box.intersects(entry.box) else { continue }
        if let contact = contact(entry, other) { return contact }
      }
      active.append(entry)
      partner = 0
      position += 1
    }
    return nil
  }

  private func contact(_ one: Entry, _ other: Entry) -> Contact? {
    if let groups, groups[one.path] == groups[other.path] { return nil }
    let (first, second) =
      (one.path, one.index) < (other.path, other.index) ? (one, other) : (other, one)
    let path = paths[first.path]
    if first.path == second.path {
      let isNeighbour =
        first.index + 1 == second.index
        || (path.isClosed && first.index == 0 && second.index == path.segmentCount - 1)
      if isNeighbour { return nil }
    }
    let segments = (path.segment(first.index), paths[second.path].segment(second.index))
    guard let meeting = meeting(segments.0, segments.1) else { return nil }
    return Contact(
      kind: meeting.kind,
      place: meeting.place,
      first: (first.path, first.index),
      second: (second.path, second.index)
    )
  }

  private func meeting(_ one: Segment, _ other: Segment) -> (kind: Contact.Kind, place: Coordinate)?
  {
    guard one.intersects(other) else { return nil }
    let places = one.meetings(with: other)
    if places.count > 1 { return (.overlap, places[0]) }
    let place = places.first ?? one.start
    let isEnd = place == one.start || place == one.end || place == other.start || place == other.end
    guard isEnd else { return (.crossing, place) }
    // A crossing may round to an end that is not on the other segment.
    let sides = (
      orientation(one.start, one.end, other.start), orientation(one.start, one.end, other.end),
      orientation(other.start, other.end, one.start), orientation(other.start, other.end, one.end)
    )
    let isProper = sides.0 != 0 && sides.1 != 0 && sides.2 != 0 && sides.3 != 0
    return (isProper ? .crossing : .touch, place)
  }
}
