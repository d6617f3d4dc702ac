/// The rows that have a value: one bit for each, and no memory while all have one.
@usableFromInline package struct PresenceColumn: Sendable {
  /// A bit for each row that is set where the value is missing, 64 to a word; empty while no bit is set.
  @usableFromInline var missing = Column<UInt64>()

  @usableFromInline package private(set) var count = 0

  @inlinable package init() {}

  @inlinable package var isFull: Bool { missing.isEmpty }

  package mutating func append(_ isPresent: Bool) {
    let word = count / 64
    if !isPresent || !isFull {
      while missing.count <= word { missing.append(0) }
      if !isPresent { missing[word] |= 1 << UInt64(count % 64) }
    }
    count += 1
  }

  @inlinable package subscript(row: Int) -> Bool {
    precondition(row >= 0 && row < count, "No such row")
    return isFull || missing[row / 64] >> UInt64(row % 64) & 1 == 0
  }
}

extension PresenceColumn: ImagePart {
  package init(from image: inout ImageReader) throws(ImageError) {
    count = try image.read("count")
    missing = try image.read("missing")
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(count, "count")
    try image.write(missing, "missing")
  }
}
