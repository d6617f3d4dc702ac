// Exceptions and areas: what nodes and leaves point to.

extension ContentCheck {
  /// Slots must rise, lie in the tree, and have the code of an exception.
  func checkSlots(
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

  func checkEntries(
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

  func checkAreas(_ records: Range<Int>, _ finding: inout Finding) {
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

  package func checkRings(_ records: Range<Int>, _ finding: inout Finding) {
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

  func checkCoordinates(_ records: Range<Int>, _ finding: inout Finding) {
    let coordinates = unsafe memory.bytes(.coordinates).assumingMemoryBound(to: Coordinate.self)
    for record in records where unsafe !coordinates[record].isIndexable {
      finding.problem = "a coordinate of a ring that is no number or too great"
    }
  }
}
