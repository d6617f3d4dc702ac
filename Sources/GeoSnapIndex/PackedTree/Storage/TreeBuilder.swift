internal import GeoSnapSupport

/// Packs entries into a tree: by Hilbert keys, radix sorted, 16 to a leaf.
///
/// Every phase but the last few nodes runs in pieces on any number of threads; the tree is always the same.
// Pieces of one phase write to separate positions, and phases follow each other: the proof of `@unchecked Sendable`.
// Every subscript below is in bounds because pieces divide 0..<count.
@safe final class TreeBuilder: PhasedWork, @unchecked Sendable {
  let entries: EntryBuffer
  private let count: Int
  private let shape: TreeShape
  /// The entries of a piece: a multiple of 16, so that pieces never share a leaf.
  private let pieceSize: Int
  let pieceCount: Int

  // Given, or determined by the first phase.
  private var measure: EntryMeasure?
  private var extent = Envelope(Coordinate(x: 0, y: 0))
  private var frame = TreeFrame(over: Envelope(Coordinate(x: 0, y: 0)))
  var core = Envelope(Coordinate(x: 0, y: 0))
  private var grid: Grid?
  private var segmentBits = EntryCode.numberBits

  private let measured: UnsafeMutablePointer<EntryMeasure>
  /// For each piece and bucket of keys, the number of entries, then the position of the next one.
  let buckets: UnsafeMutablePointer<Int32>
  let keys: UnsafeMutablePointer<UInt64>
  let sorted: UnsafeMutablePointer<UInt64>
  private let leafBoxes: UnsafeMutablePointer<SIMD4<Float>>
  private var leaves: UnsafeMutableRawPointer?
  private let exceptions: UnsafeMutablePointer<[(slot: Int32, entry: TreeEntry)]>

  static let bucketCount = 2048

  /// Creates a builder for at most ``greatestEntryCount`` entries with checked ordinates, within ±1e150; it measures
  /// them if there is no measure.
  init(_ entries: EntryBuffer, _ measure: EntryMeasure? = nil) {
    self.entries = entries
    self.measure = measure
    count = entries.count
    shape = TreeShape(count: count)
    // Small enough to divide few entries among threads and to stop soon, large enough to count 2048 buckets for each.
    pieceSize = min(max(count / 64, 1 << 14), 1 << 17) & ~15
    pieceCount = (count + pieceSize - 1) / pieceSize
    unsafe measured = .allocate(capacity: max(pieceCount, 1))
    unsafe buckets = .allocate(capacity: max(pieceCount, 1) * TreeBuilder.bucketCount)
    unsafe keys = LargeMemory.allocate(count, of: UInt64.self)
    unsafe sorted = LargeMemory.allocate(count, of: UInt64.self)
    unsafe leafBoxes = LargeMemory.allocate(shape.leafCount, of: SIMD4<Float>.self)
    unsafe exceptions = .allocate(capacity: max(pieceCount, 1))
    unsafe exceptions.initialize(repeating: [], count: max(pieceCount, 1))
  }

  /// Creates a builder for at most ``greatestEntryCount`` entries with checked ordinates, within ±1e150.
  convenience init(_ entries: [TreeEntry]) { self.init(EntryBuffer(entries)) }

  deinit {
    unsafe measured.deallocate()
    unsafe buckets.deallocate()
    unsafe keys.deallocate()
    unsafe sorted.deallocate()
    unsafe leafBoxes.deallocate()
    unsafe exceptions.deinitialize(count: max(pieceCount, 1))
    unsafe exceptions.deallocate()
    unsafe leaves?.deallocate()
  }

  // MARK: Phases

  private enum Phase: Int, CaseIterable {
    case measure, keys, scatter, sort, leaves, leavesAsTheyAre
  }

  static var phaseCount: Int { Phase.allCases.count }

  var phaseCount: Int { TreeBuilder.phaseCount }

  func begin(_ phase: Int) -> Int {
    guard count > 0 else { return 0 }
    switch Phase(rawValue: phase) {
    case .measure, nil: return measure == nil ? pieceCount : 0
    case .keys:
      settle()
      return pieceCount
    case .scatter:
      placeBuckets()
      return pieceCount
    case .sort: return TreeBuilder.bucketCount / 64
    case .leaves:
      allocateLeaves()
      return pieceCount
    case .leavesAsTheyAre:
      // A grid that refuses one entry in eight saves nothing.
      guard let found = grid, exceptionCount > count / 8, refusalCount(found) > count / 8 else {
        return 0
      }
      grid = nil
      allocateLeaves()
      return pieceCount
    }
  }

  package func run(_ phase: Int, _ piece: Int) {
    switch Phase(rawValue: phase) {
    case .measure, nil: measure(piece, range(of: piece))
    case .keys: makeKeys(piece, range(of: piece))
    case .scatter: scatter(piece, range(of: piece))
    case .sort: sortBuckets(piece * 64..<(piece + 1) * 64)
    case .leaves, .leavesAsTheyAre:
      if grid == nil {
        fill(DoubleLeaves.self, piece, range(of: piece))
      } else {
        fill(GridLeaves.self, piece, range(of: piece))
      }
    }
  }

  private func range(of piece: Int) -> Range<Int> {
    piece * pieceSize..<min((piece + 1) * pieceSize, count)
  }

  // MARK: Measuring

  private func measure(_ piece: Int, _ range: Range<Int>) {
    var measure = EntryMeasure()
    for index in range {
      let entry = unsafe entries.entries[index]
      measure.reach(entry.first)
      measure.reach(entry.second)
      measure.count(entry.label)
    }
    unsafe (measured + piece).initialize(to: measure)
  }

  /// Chooses frame, grid and label bits by the measure and a sample.
  private func settle() {
    let measure =
      measure
      ?? (0..<pieceCount).reduce(into: EntryMeasure()) { sum, piece in
        unsafe sum.add(measured[piece])
      }
    extent = measure.extent
    segmentBits = measure.bestSegmentBits
    let step = max(count / 1024, 1)
    let sample = stride(from: 0, to: count, by: step).map { unsafe entries.entries[$0] }
    core = TreeBuilder.core(of: sample, in: extent)
    frame = TreeFrame(over: core)
    grid = Grid.found(in: sample, around: core)
  }

  /// The region of most entries: an entry at (0, 0), far from all others, must not make the frame and the curve
  /// coarse.
  private static func core(of sample: [TreeEntry], in extent: Envelope) -> Envelope {
    let centers = sample.map { $0.segment.coordinate(atFraction: 0.5) }
    func range(_ ordinates: [Double], _ least: Double, _ greatest: Double) -> (Double, Double) {
      let sorted = ordinates.sorted()
      let low = sorted[sorted.count / 20]
      let high = sorted[sorted.count - 1 - sorted.count / 20]
      guard high > low else { return (least, greatest) }
      return (max(least, low - (high - low)), min(greatest, high + (high - low)))
    }
    let (minX, maxX) = range(centers.map(\.x), extent.minX, extent.maxX)
    let (minY, maxY) = range(centers.map(\.y), extent.minY, extent.maxY)
    return Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  // MARK: Leaves

  private var leafStride: Int { grid == nil ? DoubleLeaves.stride : GridLeaves.stride }

  private func allocateLeaves() {
    unsafe leaves?.deallocate()
    unsafe leaves = LargeMemory.allocate(byteCount: shape.leafCount * leafStride)
  }

  private func fill<Leaves: LeafFormat>(_ format: Leaves.Type, _ piece: Int, _ range: Range<Int>) {
    guard let leaves = unsafe leaves else { return }
    let writer = unsafe LeafWriter<Leaves>(leaves, grid, segmentBits)
    var exceptions: [(slot: Int32, entry: TreeEntry)] = []
    let entries = unsafe entries.entries
    for leaf in range.lowerBound / 16..<(range.upperBound + 15) / 16 {
      let slots = leaf * 16..<min(leaf * 16 + 16, count)
      var (minX, minY) = (Double.infinity, Double.infinity)
      var (maxX, maxY) = (-Double.infinity, -Double.infinity)
      for slot in slots {
        // Entries are scattered in memory: prefetch those of the leaf after the next.
        if slot &+ 32 < count {
          let ahead = unsafe Int(truncatingIfNeeded: sorted[slot &+ 32] & 0xFFFF_FFFF)
          unsafe TreeBuilder.fetch(entries, ahead)
        }
        let entry = unsafe entries[Int(truncatingIfNeeded: sorted[slot] & 0xFFFF_FFFF)]
        minX = min(minX, min(entry.first.x, entry.second.x))
        minY = min(minY, min(entry.first.y, entry.second.y))
        maxX = max(maxX, max(entry.first.x, entry.second.x))
        maxY = max(maxY, max(entry.first.y, entry.second.y))
        if !writer.write(entry, leaf, slot & 15) { exceptions.append((Int32(slot), entry)) }
      }
      for lane in slots.count..<16 { writer.writeMissing(leaf, lane) }
      let box = frame.units(Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
      unsafe (leafBoxes + leaf).initialize(to: box)
    }
    unsafe self.exceptions[piece] = exceptions
  }

  private var exceptionCount: Int {
    (0..<pieceCount).reduce(0) { sum, piece in unsafe sum + exceptions[piece].count }
  }

  /// The number of exceptions that the grid refuses; the others are exceptions for their labels.
  private func refusalCount(_ grid: Grid) -> Int {
    (0..<pieceCount).reduce(0) { sum, piece in
      let exceptions = unsafe exceptions[piece]
      return sum
        + exceptions.count { !grid.holds($0.entry.first) || !grid.holds($0.entry.second) }
    }
  }

  // MARK: The tree

  func tree() -> PackedTree {
    if unsafe leaves == nil { allocateLeaves() }
    guard let leaves = unsafe leaves else { preconditionFailure("Leaves are allocated above") }
    unsafe self.leaves = nil
    let boxes = unsafe UnsafeBufferPointer(start: leafBoxes, count: shape.leafCount)
    let nodes = unsafe NodeWriter(shape, boxes)
    let list = ExceptionList.copying((0..<pieceCount).flatMap { piece in unsafe exceptions[piece] })
    let memory = unsafe TreeMemory(
      coarse: nodes.coarse,
      fine: nodes.fine,
      leaves: UnsafeRawPointer(leaves),
      exceptions: list
    )
    var tree = PackedTree(
      memory: memory,
      view: memory.view(shape, frame, leafStride: leafStride, segmentBits: segmentBits),
      grid: grid,
      extent: extent
    )
    tree.typicalLeafSide = tree.measureLeafSide()
    return tree
  }
}
