/// A run of equal records in an index file.
struct FileSection: Equatable, Sendable {
  /// The byte of the file at which it begins: a multiple of 64.
  let offset: Int
  /// The number of records.
  let count: Int
  /// Bytes of a record.
  let recordSize: Int

  /// Bytes of all records.
  var byteCount: Int { count * recordSize }

  /// The byte after the last.
  var end: Int { offset + byteCount }

  /// Records of a block: the piece that has a checksum of its own.
  static let blockRecords = 1024

  /// The number of blocks.
  var blockCount: Int { (count + FileSection.blockRecords - 1) / FileSection.blockRecords }

  /// The records of a block.
  func records(of block: Int) -> Range<Int> {
    let first = block * FileSection.blockRecords
    return first..<min(first + FileSection.blockRecords, count)
  }
}

/// What a section of an index file holds; sections stand in this order.
enum FileContent: Int, CaseIterable, Sendable {
  case segmentCoarse, segmentFine, segmentLeaves, segmentSlots, segmentEntries
  case areaCoarse, areaFine, areaLeaves, areaSlots, areaEntries
  case areas, rings, coordinates

  /// The name that is printed.
  var name: String {
    switch self {
    case .segmentCoarse: "segments: coarse nodes"
    case .segmentFine: "segments: fine nodes"
    case .segmentLeaves: "segments: leaves"
    case .segmentSlots: "segments: slots of exceptions"
    case .segmentEntries: "segments: exceptions"
    case .areaCoarse: "area boxes: coarse nodes"
    case .areaFine: "area boxes: fine nodes"
    case .areaLeaves: "area boxes: leaves"
    case .areaSlots: "area boxes: slots of exceptions"
    case .areaEntries: "area boxes: exceptions"
    case .areas: "areas"
    case .rings: "rings"
    case .coordinates: "coordinates of rings"
    }
  }
}
