/// The sections of an index file in memory: mapped, read into memory of their own, or those of an
/// index that is about to be written.
// Nothing writes to the sections once this exists: the proof of `@unchecked Sendable`.
@safe
final class IndexFileMemory: @unchecked Sendable {
  /// The sections, in the order of ``FileContent``.
  let sections: [FileSection]
  // As many as sections; each points to the bytes of its section, 64-byte aligned when not empty.
  private var starts: [UnsafeRawPointer] = unsafe []
  private var allocated: [UnsafeMutableRawPointer] = unsafe []
  private var owners: [any AnyObject & Sendable] = []

  /// Maps the sections of a file whose size fits the header.
  init(mapping file: borrowing OpenFile, _ header: IndexFileHeader) throws(IndexFileError) {
    sections = header.sections
    let map = try MemoryMap(file)
    owners = [map]
    // Sections end at or before the size that the header gives, which is that of the file.
    unsafe starts = sections.map { unsafe map.start + $0.offset }
  }

  /// Reads the sections of a file into memory of their own.
  init(reading file: borrowing OpenFile, _ header: IndexFileHeader) throws(IndexFileError) {
    sections = header.sections
    for section in sections {
      let bytes = unsafe allocate(section.byteCount)
      try unsafe file.read(into: bytes, at: section.offset)
    }
  }

  /// The sections of what is to be written: the trees' own memory, and a copy of the areas.
  init(_ content: PackedContent, _ header: IndexFileHeader) {
    sections = header.sections
    for tree in [content.segments, content.areaBoxes] {
      owners.append(tree.memory)
      unsafe starts.append(contentsOf: tree.memory.starts)
    }
    let areas = unsafe allocate(sections[FileContent.areas.rawValue].byteCount)
      .bindMemory(to: Int64.self)
    let rings = unsafe allocate(sections[FileContent.rings.rawValue].byteCount)
      .bindMemory(to: Int64.self)
    let coordinates = unsafe allocate(sections[FileContent.coordinates.rawValue].byteCount)
      .bindMemory(to: Coordinate.self)
    // The header counted the same areas: checked subscripts of the buffers' sizes in debug builds.
    var (ringEnd, coordinateEnd) = (0, 0)
    for (position, area) in content.areas.enumerated() {
      for ring in area.rings {
        for place in ring {
          unsafe coordinates[coordinateEnd] = area.coordinates[place]
          coordinateEnd += 1
        }
        unsafe rings[ringEnd] = Int64(coordinateEnd)
        ringEnd += 1
      }
      unsafe areas[2 * position] = Int64(area.feature)
      unsafe areas[2 * position + 1] = Int64(ringEnd)
    }
  }

  deinit {
    while let start = unsafe allocated.popLast() { unsafe start.deallocate() }
  }

  /// Appends a section of its own memory.
  private func allocate(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
    let start = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 1), alignment: 64)
    unsafe allocated.append(start)
    unsafe starts.append(UnsafeRawPointer(start))
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  // MARK: Access

  /// The first byte of a section.
  func start(_ content: FileContent) -> UnsafeRawPointer { unsafe starts[content.rawValue] }

  /// The bytes of a section.
  func bytes(_ content: FileContent) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: starts[content.rawValue],
      count: sections[content.rawValue].byteCount
    )
  }

  /// A packed tree over five sections; this memory stays as long as it does.
  ///
  /// The content must have been checked.
  func tree(_ header: TreeHeader, from first: FileContent) -> PackedTree {
    let (coarse, fine, leaves, slots, entries) = unsafe (
      starts[first.rawValue], starts[first.rawValue + 1], starts[first.rawValue + 2],
      starts[first.rawValue + 3], starts[first.rawValue + 4]
    )
    // Both sections have exceptionCount records of these types, which are plain numbers.
    let exceptions = unsafe ExceptionList(
      slots.assumingMemoryBound(to: Int32.self),
      entries.assumingMemoryBound(to: TreeEntry.self),
      count: header.exceptionCount
    )
    let memory = unsafe TreeMemory(
      coarse: coarse,
      fine: fine,
      leaves: leaves,
      exceptions: exceptions,
      keptBy: self
    )
    return PackedTree(
      memory: memory,
      view: memory.view(
        TreeShape(count: header.count),
        header.frame,
        leafStride: header.leafStride,
        segmentBits: header.segmentBits
      ),
      grid: header.grid,
      extent: header.extent
    )
  }

  /// The areas, with coordinates of their own.
  ///
  /// The content must have been checked.
  func areas() -> [IndexedArea] {
    // Plain numbers, as many as the sections have records.
    let areas = unsafe bytes(.areas).assumingMemoryBound(to: Int64.self)
    let rings = unsafe bytes(.rings).assumingMemoryBound(to: Int64.self)
    let ordinates = unsafe bytes(.coordinates).assumingMemoryBound(to: Double.self)
    let coordinates = CoordinateSequence(ordinates: unsafe Array(ordinates), dimensions: .xy)
    var (ringStart, coordinateStart) = (0, 0)
    return (0..<sections[FileContent.areas.rawValue].count).map { area in
      let ringEnd = unsafe Int(areas[2 * area + 1])
      let ranges = (ringStart..<ringEnd).map { ring in
        let end = unsafe Int(rings[ring])
        defer { coordinateStart = end }
        return coordinateStart..<end
      }
      ringStart = ringEnd
      return IndexedArea(
        feature: unsafe Int32(areas[2 * area]),
        coordinates: coordinates,
        rings: ranges
      )
    }
  }
}
