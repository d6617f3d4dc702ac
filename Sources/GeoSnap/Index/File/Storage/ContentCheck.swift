/// Reads all of an index file's sections once, in blocks on all cores: sums them up and looks at the
/// range of every number on which memory safety rests, while a block is in the cache.
// Each block writes to a finding of its own: the proof of `@unchecked Sendable`. Blocks divide the
// records of their section, so that every record below lies in its section.
@safe
final class ContentCheck: PhasedWork, @unchecked Sendable {
  private let memory: IndexFileMemory
  private let header: IndexFileHeader
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

  func run(_ phase: Int, _ piece: Int) {
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
    return lastEnds
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

extension ContentCheck {
  // MARK: Trees

  /// A node's missing children must be NaN: a search follows every other.
  private func checkCoarse(
    _ content: FileContent,
    _ tree: TreeHeader,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    let shape = TreeShape(count: tree.count)
    guard shape.top > 1 else { return }
    for level in 2...shape.top {
      let last = shape.width(level) - 1
      let node = shape.start(level) + last
      let children = shape.width(level - 1) - last * 16
      guard children < 16, records.contains(node) else { continue }
      for row in 0..<4 {
        for lane in children..<16 {
          let side = unsafe memory.start(content).load(
            fromByteOffset: node * TreeView.coarseStride + row * 64 + lane * 4,
            as: Float.self
          )
          if !side.isNaN { finding.problem = "a node with children that do not exist" }
        }
      }
    }
  }

  private func checkLeaves(
    _ content: FileContent,
    _ tree: TreeHeader,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    if tree.grid == nil {
      checkLeaves(DoubleLeaves.self, content, tree, records, &finding)
      checkSides(content, tree, records, &finding)
    } else {
      checkLeaves(GridLeaves.self, content, tree, records, &finding)
    }
    let present = tree.count - (tree.count - 1) / 16 * 16
    guard present < 16, records.contains((tree.count - 1) / 16) else { return }
    if !areMissing(content, tree, present..<16) {
      finding.problem = "a leaf with entries that do not exist"
    }
  }

  /// Features must not be negative; codes of exceptions are counted.
  private func checkLeaves<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    _ content: FileContent,
    _ tree: TreeHeader,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    var labels =
      unsafe memory.start(content) + records.lowerBound * Leaves.stride
      + Leaves.rowsByteCount
    var greatest = SIMD4<Int32>(repeating: -1)
    var signs = SIMD4<Int32>(repeating: 0)
    var exceptions = 0
    for _ in records {
      for quarter in 0..<4 {
        // Labels are 16 features and 16 codes; leaves are 32-byte aligned.
        let features = unsafe labels.load(fromByteOffset: quarter &* 16, as: SIMD4<Int32>.self)
        greatest.replace(with: features, where: features .> greatest)
        signs |= features
      }
      for quarter in 0..<4 {
        let codes = unsafe ~labels.load(fromByteOffset: 64 &+ quarter &* 8, as: UInt64.self)
        // Not zero when one of four codes has all bits set.
        if (codes &- 0x0001_0001_0001_0001) & ~codes & 0x8000_8000_8000_8000 != 0 {
          for shift: UInt64 in [0, 16, 32, 48] where codes &>> shift & 0xFFFF == 0 {
            exceptions &+= 1
          }
        }
      }
      unsafe labels += Leaves.stride
    }
    finding.greatest = greatest.max()
    finding.exceptions = exceptions
    if signs.min() < 0 { finding.problem = "a negative feature" }
  }

  /// Sides that are kept as they are must be numbers that an index takes.
  private func checkSides(
    _ content: FileContent,
    _ tree: TreeHeader,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    let greatest = SIMD4<Double>(repeating: greatestIndexedOrdinate)
    let least = SIMD4<Double>(repeating: -greatestIndexedOrdinate)
    var refused = SIMD4<Int64>(repeating: 0)
    let (none, one) = (SIMD4<Int64>(repeating: 0), SIMD4<Int64>(repeating: 1))
    for leaf in records {
      let start = unsafe memory.start(content) + leaf &* DoubleLeaves.stride
      if leaf == records.upperBound &- 1, tree.count < (leaf &+ 1) &* 16 {
        for lane in 0..<tree.count - leaf * 16 {
          for row in 0..<4 {
            let side = unsafe start.load(fromByteOffset: row * 128 + lane * 8, as: Double.self)
            if !(side.magnitude <= greatestIndexedOrdinate) { refused = one }
          }
        }
        continue
      }
      for quarter in 0..<16 {
        // Rows are 64 numbers; leaves are 32-byte aligned.
        let sides = unsafe start.load(fromByteOffset: quarter &* 32, as: SIMD4<Double>.self)
        refused |= one.replacing(with: none, where: (sides .<= greatest) .& (sides .>= least))
      }
    }
    if refused.max() > 0 { finding.problem = "a side that is no number or too great" }
  }

  /// Whether lanes of the last leaf are as a builder leaves them, so that every test fails.
  private func areMissing(
    _ content: FileContent,
    _ tree: TreeHeader,
    _ lanes: Range<Int>
  ) -> Bool {
    let leaf = unsafe memory.start(content) + (tree.count - 1) / 16 * tree.leafStride
    let labels = unsafe leaf + tree.leafStride - 96
    return lanes.allSatisfy { lane in
      // Four rows of 16 numbers, then 16 features and 16 codes.
      let rows = (0..<4).allSatisfy { row in
        if tree.grid == nil {
          return unsafe leaf.load(fromByteOffset: row * 128 + lane * 8, as: Double.self).isNaN
        }
        let side = unsafe leaf.load(fromByteOffset: row * 64 + lane * 4, as: Int32.self)
        return side == (row < 2 ? GridLeaves.missing : -GridLeaves.missing)
      }
      return unsafe rows && labels.load(fromByteOffset: lane * 4, as: Int32.self) == 0
        && labels.load(fromByteOffset: 64 + lane * 2, as: UInt16.self) == 0
    }
  }

  // MARK: Exceptions

  /// Slots must rise, lie in the tree, and have the code of an exception.
  private func checkSlots(
    _ content: FileContent,
    _ tree: TreeHeader,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    let slots = unsafe memory.bytes(content).assumingMemoryBound(to: Int32.self)
    let leaves = unsafe memory.start(
      content == .segmentSlots ? .segmentLeaves : .areaLeaves
    )
    var previous = records.lowerBound == 0 ? -1 : unsafe slots[records.lowerBound - 1]
    for record in records {
      let slot = unsafe slots[record]
      guard slot > previous, slot >= 0, slot < tree.count else {
        finding.problem = "slots of exceptions that do not rise or lie beyond the last"
        return
      }
      let codes = Int(slot >> 4) * tree.leafStride + tree.leafStride - 32
      // 0 <= slot < count.
      let code = unsafe leaves.load(fromByteOffset: codes + Int(slot & 15) * 2, as: UInt16.self)
      if EntryCode(bits: code) != .exception {
        finding.problem = "an exception whose leaf knows nothing of it"
      }
      previous = slot
    }
  }

  private func checkEntries(
    _ content: FileContent,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    let entries = unsafe memory.bytes(content).assumingMemoryBound(to: TreeEntry.self)
    for record in records {
      let entry = unsafe entries[record]
      let label = entry.label
      // A segment's end is the vertex after it, which must be a number too.
      guard entry.first.isIndexable, entry.second.isIndexable, label.feature >= 0,
        label.part >= 0, label.segment >= 0, label.segment < .max,
        (0..<16).contains(label.flags.rawValue)
      else {
        finding.problem = "an exception with a number out of range"
        return
      }
      finding.greatest = max(finding.greatest, label.feature)
    }
  }

  // MARK: Areas

  private func checkAreas(_ records: Range<Int>, _ finding: inout Finding) {
    let areas = unsafe memory.bytes(.areas).assumingMemoryBound(to: Int64.self)
    for record in records {
      let feature = unsafe areas[2 * record]
      let previous = record == 0 ? 0 : unsafe areas[2 * record - 1]
      let end = unsafe areas[2 * record + 1]
      guard feature >= 0, feature < header.featureLimit, previous >= 0, end >= previous,
        end <= header.ringCount
      else {
        finding.problem = "an area with a number out of range"
        return
      }
      finding.greatest = max(finding.greatest, Int32(feature))
    }
  }

  private func checkRings(_ records: Range<Int>, _ finding: inout Finding) {
    let rings = unsafe memory.bytes(.rings).assumingMemoryBound(to: Int64.self)
    for record in records {
      let previous = record == 0 ? 0 : unsafe rings[record - 1]
      let end = unsafe rings[record]
      guard previous >= 0, end >= previous, end <= header.coordinateCount else {
        finding.problem = "a ring with a number out of range"
        return
      }
    }
  }

  private func checkCoordinates(_ records: Range<Int>, _ finding: inout Finding) {
    let coordinates = unsafe memory.bytes(.coordinates).assumingMemoryBound(to: Coordinate.self)
    for record in records where unsafe !coordinates[record].isIndexable {
      finding.problem = "a coordinate of a ring that is no number or too great"
    }
  }
}
