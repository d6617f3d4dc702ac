internal import GeoSnapSupport

/// Reads all of an index file's sections once, in blocks on all cores: sums them up and looks at the
/// range of every number on which memory safety rests, while a block is in the cache.
// Each block writes to a finding of its own: the proof of `@unchecked Sendable`. Blocks divide the
// records of their section, so that every record below lies in its section.
@safe
final class ContentCheck: PhasedWork, @unchecked Sendable {
  let memory: IndexFileMemory
  let header: IndexFileHeader
  private let blocks: [(content: FileContent, block: Int)]
  private let findings: UnsafeMutablePointer<Finding>

  /// What was found in one block.
  struct Finding {
    var checksum: UInt64 = 0
    /// The greatest feature, or item of the tree of area boxes.
    var greatest: Int32 = -1
    /// Entries of leaves that are kept beside them.
    var exceptions = 0
    var problem: InvalidContent?
  }

  init(_ memory: IndexFileMemory, _ header: IndexFileHeader) {
    self.memory = memory
    self.header = header
    blocks = FileContent.allCases.flatMap { content in
      (0..<memory.sections[content.rawValue].blockCount).map { (content, $0) }
    }
    unsafe findings = .allocate(capacity: max(blocks.count, 1))
    unsafe findings.initialize(repeating: Finding(), count: max(blocks.count, 1))
  }

  deinit {
    unsafe findings.deinitialize(count: max(blocks.count, 1))
    unsafe findings.deallocate()
  }

  // MARK: Work

  var phaseCount: Int { 1 }

  func begin(_ phase: Int) -> Int { blocks.count }

  package func run(_ phase: Int, _ piece: Int) {
    let (content, block) = blocks[piece]
    let section = memory.sections[content.rawValue]
    let records = section.records(of: block)
    let start = unsafe memory.start(content)
    // piece < blocks.count.
    unsafe findings[piece].checksum = WordChecksum.of(
      UnsafeRawBufferPointer(
        start: start + records.lowerBound * section.recordSize,
        count: records.count * section.recordSize
      )
    )
    unsafe check(content, records, &findings[piece])
  }

  private func check(_ content: FileContent, _ records: Range<Int>, _ finding: inout Finding) {
    switch content {
    case .segmentCoarse: checkCoarse(content, header.segments, records, &finding)
    case .areaCoarse: checkCoarse(content, header.areas, records, &finding)
    // Whatever a fine node says: searches look for its leaves among those that exist.
    case .segmentFine, .areaFine: break
    case .segmentLeaves: checkLeaves(content, header.segments, records, &finding)
    case .areaLeaves: checkLeaves(content, header.areas, records, &finding)
    case .segmentSlots: checkSlots(content, header.segments, records, &finding)
    case .areaSlots: checkSlots(content, header.areas, records, &finding)
    case .segmentEntries, .areaEntries: checkEntries(content, records, &finding)
    case .areas: checkAreas(records, &finding)
    case .rings: checkRings(records, &finding)
    case .coordinates: checkCoordinates(records, &finding)
    }
    let limit: Int
    switch content {
    case .areaLeaves, .areaEntries: limit = header.areaCount
    default: limit = header.featureLimit
    }
    if finding.greatest >= limit { finding.problem = "a feature beyond the last" }
  }

  // MARK: Results

  /// The sum of the sums of all blocks.
  var checksum: UInt64 {
    WordChecksum.of((0..<blocks.count).map { unsafe findings[$0].checksum })
  }

  /// A number above every feature.
  var featureLimit: Int {
    var limit = 0
    for (piece, block) in blocks.enumerated() {
      switch block.content {
      case .segmentLeaves, .segmentEntries, .areas:
        limit = max(limit, unsafe Int(findings[piece].greatest) + 1)
      default: break
      }
    }
    return limit
  }

  /// What is out of range; nil when searches may trust the content.
  var problem: InvalidContent? {
    var (segmentExceptions, areaExceptions) = (0, 0)
    for (piece, block) in blocks.enumerated() {
      let finding = unsafe findings[piece]
      if let problem = finding.problem { return problem }
      if block.content == .segmentLeaves { segmentExceptions += finding.exceptions }
      if block.content == .areaLeaves { areaExceptions += finding.exceptions }
    }
    // Slots rise and each has the code: with equal counts no code is without its slot.
    guard segmentExceptions == header.segments.exceptionCount,
      areaExceptions == header.areas.exceptionCount
    else { return "codes of exceptions that are not in the list" }
    return lastEnds ?? repeatedArea
  }

  /// Whether areas end with the last ring and rings with the last coordinate.
  private var lastEnds: InvalidContent? {
    let areas = unsafe memory.bytes(.areas).assumingMemoryBound(to: Int64.self)
    let rings = unsafe memory.bytes(.rings).assumingMemoryBound(to: Int64.self)
    guard unsafe areas.last ?? 0 == header.ringCount,
      unsafe rings.last ?? 0 == header.coordinateCount
    else { return "rings or coordinates that belong to no area" }
    return nil
  }
}
