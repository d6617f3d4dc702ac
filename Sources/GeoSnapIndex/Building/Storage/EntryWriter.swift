/// Writes the entries of geometries one after the other, and measures them.
// Writes to positions [next, end) of a buffer, which belong to no other writer; checked before each path.
@safe
struct EntryWriter {
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
    switch geometry {
    case .point(let point):
      if let place = point.coordinate { write(place, feature: feature, part: 0) }
    case .lineString(let line):
      write(line.coordinates, 0..<line.coordinates.count, feature: feature, part: 0, kind: [])
    default:
      geometry.forEachPath { path in
        write(
          path.sequence,
          path.range,
          feature: feature,
          part: Int32(path.part),
          kind: path.kind == .ring ? .ring : []
        )
      }
    }
  }

  /// Writes the entries of a line of one part with at least two, checked coordinates.
  mutating func write(_ ordinates: Span<Double>, width: Int, feature: Int32) {
    write(ordinates, width, 0..<ordinates.count / width, feature: feature, part: 0, kind: [])
  }

  private mutating func write(_ place: Coordinate, feature: Int32, part: Int32) {
    let label = EntryLabel(feature, part: part, flags: [.startsPart, .endsPart, .place])
    measure.reach(place)
    measure.count(label)
    precondition(next < end, "A geometry has no more entries than were counted")
    unsafe (entries + next).initialize(
      to: TreeEntry(first: place, second: place, label: label)
    )
    next += 1
  }

  private mutating func write(
    _ sequence: CoordinateSequence,
    _ range: Range<Int>,
    feature: Int32,
    part: Int32,
    kind: PathFlags
  ) {
    guard range.count > 1 else {
      if let only = range.first { write(sequence[only], feature: feature, part: part) }
      return
    }
    write(
      sequence.ordinates.span,
      sequence.dimensions.count,
      range,
      feature: feature,
      part: part,
      kind: kind
    )
  }

  @inline(__always)
  private mutating func write(
    _ ordinates: Span<Double>,
    _ width: Int,
    _ range: Range<Int>,
    feature: Int32,
    part: Int32,
    kind: PathFlags
  ) {
    let count = range.count - 1
    precondition(count <= end - next, "A geometry has no more entries than were counted")
    var base = range.lowerBound * width
    var start = Coordinate(x: ordinates[base], y: ordinates[base + 1])
    measure.reach(start)
    measure.count(segments: count, ofPart: part)
    for index in 0..<count {
      base += width
      let end = Coordinate(x: ordinates[base], y: ordinates[base + 1])
      measure.reach(end)
      var flags = kind
      if index == 0 { flags.insert(.startsPart) }
      if index == count - 1 { flags.insert(.endsPart) }
      unsafe (entries + next + index).initialize(
        to: TreeEntry(
          first: start,
          second: end,
          label: EntryLabel(feature, part: part, segment: Int32(index), flags: flags)
        )
      )
      start = end
    }
    next += count
  }
}
