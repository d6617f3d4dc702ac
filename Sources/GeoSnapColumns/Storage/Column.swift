internal import GeoSnapSupport

// Invariants: `elements` is the start of `memory`, which has `elementCount` initialised elements there; it is written
// only while this column alone holds `memory`, up to the memory's capacity. Memory that two columns share is only
// read: the proof of Sendable.
/// Elements of plain bits in contiguous memory, which may lie in a mapped file.
///
/// A column reads like an array, and copies share their memory until one of them is written. A column in mapped
/// memory is copied when it is written.
///
/// - Complexity: Constant for one element.
@safe @usableFromInline package struct Column<Element: BitwiseCopyable & Sendable>: Sendable {
  @usableFromInline var memory: ColumnMemory
  @usableFromInline nonisolated(unsafe) var elements: UnsafeMutablePointer<Element>
  @usableFromInline var elementCount: Int

  @inlinable package init() { self.init(ColumnMemory.none, count: 0) }

  @inlinable package init(repeating element: Element, count: Int) {
    precondition(count >= 0, "A column has no negative number of elements")
    self.init(ColumnMemory(byteCount: count * MemoryLayout<Element>.stride), count: count)
    // The memory is new and has room for as many.
    unsafe elements.initialize(repeating: element, count: count)
  }

  @inlinable package init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// Creates a column in memory that another object keeps: `count` elements from its start.
  ///
  /// The memory must be aligned for the elements, and its bits must be valid elements.
  @unsafe package init(mapped memory: ColumnMemory, count: Int) { self.init(memory, count: count) }

  /// The first element; valid while ``owner`` lives and the column is not written.
  @unsafe package var start: UnsafePointer<Element> { unsafe UnsafePointer(elements) }

  package var owner: any AnyObject & Sendable { memory }

  @inlinable init(_ memory: ColumnMemory, count: Int) {
    self.memory = memory
    // Elements are plain bits, and the memory is bound to this type alone.
    unsafe elements = memory.address.assumingMemoryBound(to: Element.self)
    elementCount = count
  }

  /// The number of elements that fit without new memory; 0 in memory that another object keeps.
  package var capacity: Int { memory.capacity / MemoryLayout<Element>.stride }

  package var byteCount: Int { elementCount * MemoryLayout<Element>.stride }

  /// Calls `body` with all elements, without a copy.
  @inlinable package func withElements<Result: ~Copyable, Thrown: Error>(
    _ body: (Span<Element>) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    // This column keeps the memory alive until the call ends.
    try body(unsafe Span(_unsafeStart: elements, count: elementCount))
  }

  /// Creates a column of `count` elements, all of which `body` has to set.
  @inlinable @unsafe
  package init(uninitializedCount count: Int, _ body: (UnsafeMutablePointer<Element>) -> Void) {
    self.init(ColumnMemory(byteCount: count * MemoryLayout<Element>.stride), count: count)
    unsafe body(elements)
  }

  @inlinable package func withUnsafeBufferPointer<Result, Thrown: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    // This column keeps the memory alive until the call ends.
    try unsafe body(UnsafeBufferPointer(start: elements, count: elementCount))
  }

  /// Calls `body` with the memory of all elements, which it may write.
  @inlinable package mutating func withUnsafeMutablePointer<Result, Thrown: Error>(
    _ body: (UnsafeMutablePointer<Element>) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    own(room: elementCount)
    // This column alone holds the memory until the call ends.
    return try unsafe body(elements)
  }

  @inlinable package mutating func append(_ element: Element) {
    own(room: elementCount + 1)
    // There is room for it, in memory of this column alone.
    unsafe (elements + elementCount).initialize(to: element)
    elementCount += 1
  }

  @inlinable package mutating func append(contentsOf sequence: some Sequence<Element>) {
    let isCopied: Void? = sequence.withContiguousStorageIfAvailable { buffer in
      own(room: elementCount + buffer.count)
      guard let start = buffer.baseAddress else { return }
      // There is room for all, in memory of this column alone; the sequence holds its own.
      unsafe (elements + elementCount).initialize(from: start, count: buffer.count)
      elementCount += buffer.count
    }
    if isCopied != nil { return }
    own(room: elementCount + sequence.underestimatedCount)
    for element in sequence { append(element) }
  }

  @inlinable package mutating func append(copying span: Span<Element>) {
    own(room: elementCount + span.count)
    unsafe span.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      // There is room for all, in memory of this column alone; the span's owner keeps its own.
      unsafe (elements + elementCount).initialize(from: start, count: buffer.count)
    }
    elementCount += span.count
  }

  @inlinable package func copied(_ range: Range<Int>) -> [Element] {
    precondition(range.lowerBound >= 0 && range.upperBound <= elementCount, "No such elements")
    // All threads share the empty array, whose count must not be written.
    if range.isEmpty { return [] }
    return unsafe Array(unsafeUninitializedCapacity: range.count) { buffer, count in
      // The range lies within the elements, and the buffer has room for all of it.
      _ = unsafe buffer.initialize(
        from: UnsafeBufferPointer(start: elements + range.lowerBound, count: range.count)
      )
      count = range.count
    }
  }

  /// Reserves room for `count` elements in total.
  @inlinable package mutating func reserveCapacity(_ count: Int) {
    if count > elementCount { own(room: count, growing: false) }
  }

  /// Makes this column the only holder of its memory, with room for `room` elements.
  @inlinable @inline(__always) mutating func own(room: Int, growing: Bool = true) {
    if room * MemoryLayout<Element>.stride <= memory.capacity, isKnownUniquelyReferenced(&memory) {
      return
    }
    copy(room: room, growing: growing)
  }

  @inlinable @inline(never) mutating func copy(room: Int, growing: Bool) {
    // Doubled, so that appending copies each element only a few times.
    let isFull = room * MemoryLayout<Element>.stride > memory.capacity
    let roomier = growing && isFull ? Swift.max(room, elementCount * 2, 8) : room
    let new = ColumnMemory(byteCount: roomier * MemoryLayout<Element>.stride)
    let start = unsafe new.address.assumingMemoryBound(to: Element.self)
    // The new memory has room for all; the old memory stays alive until it is released below.
    unsafe start.initialize(from: elements, count: elementCount)
    memory = new
    unsafe elements = start
  }
}

extension Column: RandomAccessCollection, MutableCollection {
  /// 0.
  @inlinable @inline(__always) package var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable @inline(__always) package var endIndex: Int { elementCount }

  /// The element at a position, which must be less than the number of elements.
  @inlinable @inline(__always) package subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: elementCount), "No such element")
      // index < elementCount, and as many are initialised.
      return unsafe elements[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: elementCount), "No such element")
      own(room: elementCount)
      // As above, in memory of this column alone.
      unsafe elements[index] = newValue
    }
  }

  /// Calls `body` with all elements, without a copy.
  @inlinable package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    // This column keeps the memory alive until the call ends.
    try unsafe body(UnsafeBufferPointer(start: elements, count: elementCount))
  }
}

extension Column: ExpressibleByArrayLiteral {
  /// Creates a column of the elements of a literal.
  @inlinable package init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Column: Equatable where Element: Equatable {
  /// Whether all elements are equal.
  @inlinable package static func == (lhs: Column, rhs: Column) -> Bool {
    // Shared memory has equal elements.
    lhs.elementCount == rhs.elementCount
      && (unsafe lhs.elements == rhs.elements || lhs.elementsEqual(rhs))
  }
}

// Written only by the one column that holds it, and only while no other column does: the proof of `@unchecked
// Sendable`.
/// The memory of a column: allocated for it, or kept by another object such as a mapped file.
@safe @usableFromInline package final class ColumnMemory: @unchecked Sendable {
  @usableFromInline let address: UnsafeMutableRawPointer
  /// The bytes that may be written; 0 for memory that another object keeps.
  @usableFromInline let capacity: Int
  /// The object that keeps the memory; nil for allocated memory.
  private let keeper: (any AnyObject & Sendable)?

  @usableFromInline static let none = ColumnMemory(byteCount: 0)

  @usableFromInline init(byteCount: Int) {
    // Freed in deinit.
    unsafe address = LargeMemory.allocate(byteCount: byteCount)
    capacity = byteCount
    keeper = nil
  }

  /// Borrows memory that does not change while `keeper` lives.
  @unsafe package init(_ address: UnsafeRawPointer, keptBy keeper: any AnyObject & Sendable) {
    // Never written: the capacity is 0.
    unsafe self.address = UnsafeMutableRawPointer(mutating: address)
    capacity = 0
    self.keeper = keeper
  }

  deinit {
    // Taken in init, and no column holds it any more.
    if keeper == nil { unsafe address.deallocate() }
  }
}
