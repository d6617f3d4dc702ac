public import CHints

/// An element of a paged array: plain bits.
@usableFromInline package protocol PagedElement: BitwiseCopyable, Sendable {
  /// The bytes of a page.
  ///
  /// Small pages suit scattered writes, as each first write copies a page; large pages suit writes in a row and need
  /// a shorter table.
  static var pageBytes: Int { get }
}

extension PagedElement {
  @inlinable package static var pageBytes: Int { 4096 }
}

extension UInt16: PagedElement {}
extension Int32: PagedElement {}
extension UInt64: PagedElement {}

// Invariants: `pages` points to the slots of `table`, which own their pages; a page is written only while `table` and
// the page have one owner each, which is this array. Shared memory is only read. That is the proof of the `@unchecked
// Sendable` below.
/// An array in pages of some kilobytes that copies share until one of them writes.
///
/// A copy is free; the first write after it copies the table of pages, and the first write to each page copies that
/// page. Reading takes two plain loads and counts no references.
@safe @usableFromInline package struct PagedArray<Element: PagedElement>: Sendable {
  @inlinable @inline(__always) package var count: Int { elementCount }
  @usableFromInline var elementCount = 0
  @usableFromInline var table: PageTable<Element>
  @usableFromInline nonisolated(unsafe) var pages: UnsafeMutablePointer<PageSlot<Element>>

  /// The exponent of the number of elements on a page, a power of two.
  @inlinable @inline(__always) static var pageBits: Int {
    let bits = (Element.pageBytes / MemoryLayout<Element>.stride).leadingZeroBitCount
    return Int.bitWidth - 1 - bits
  }
  @inlinable @inline(__always) static var pageCapacity: Int { 1 << pageBits }

  /// Creates an array of equal elements, all in one page until it is written.
  @inlinable package init(repeating element: Element, count: Int) {
    let pageCount = (count + Self.pageCapacity - 1) >> Self.pageBits
    table = PageTable(capacity: pageCount)
    // The table lives as long as this array.
    unsafe pages = table.slots
    elementCount = count
    guard count > 0 else { return }
    let page = Page<Element>.create(capacity: Self.pageCapacity)
    // The page is new and has room for all.
    unsafe page.elements.initialize(repeating: element, count: Self.pageCapacity)
    for _ in 0..<pageCount { table.append(page) }
  }

  @inlinable package init() {
    table = PageTable(capacity: 0)
    // The table lives as long as this array.
    unsafe pages = table.slots
  }

  /// The element at a position, which must be less than `count`.
  @inlinable @inline(__always) package subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "No such element")
      // index < count, and the table holds a page for every element.
      return unsafe pages[index >> Self.pageBits].elements[index & (Self.pageCapacity - 1)]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "No such element")
      own(page: index >> Self.pageBits)
      // index < count, and own(page:) has made this array the only owner of the page.
      unsafe pages[index >> Self.pageBits].elements[index & (Self.pageCapacity - 1)] = newValue
    }
  }

  @inlinable @inline(__always) package func fetch(_ index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "No such element")
    // As in the getter; a hint never faults.
    unsafe chints_prefetch(
      pages[index >> Self.pageBits].elements + (index & (Self.pageCapacity - 1))
    )
  }

  @inlinable @inline(__always) package mutating func append(_ element: Element) {
    if count & (Self.pageCapacity - 1) == 0 { addPage(element) }
    elementCount += 1
    self[count - 1] = element
  }

  /// The bytes of the pages and their table; shared ones count in full.
  @inlinable package var byteCount: Int {
    table.count * (Self.pageCapacity * MemoryLayout<Element>.stride + 128)
  }

  @inlinable mutating func addPage(_ element: Element) {
    let page = Page<Element>.create(capacity: Self.pageCapacity)
    // The page is new and has room for all.
    unsafe page.elements.initialize(repeating: element, count: Self.pageCapacity)
    if table.count == table.capacity || !isKnownUniquelyReferenced(&table) {
      copyTable(capacity: max(table.count * 2, 4))
    }
    table.append(page)
  }

  @inlinable @inline(__always) mutating func own(page: Int) {
    if !isKnownUniquelyReferenced(&table) { copyTable(capacity: table.capacity) }
    // The page is in the table: the caller has compared its element with `count`.
    if unsafe !isKnownUniquelyReferenced(&pages[page].owner) { copyPage(page) }
  }

  @inlinable @inline(never) mutating func copyTable(capacity: Int) {
    table = PageTable(copying: table, capacity: capacity)
    // The table lives as long as this array.
    unsafe pages = table.slots
  }

  @inlinable @inline(never) mutating func copyPage(_ page: Int) {
    let copy = Page<Element>.create(capacity: Self.pageCapacity)
    // Both pages have the same size; the slot is in the table, which only this array owns.
    unsafe copy.elements.initialize(from: pages[page].elements, count: Self.pageCapacity)
    unsafe pages[page] = PageSlot(copy)
  }
}

/// The owner of a page and the address of its elements.
@unsafe @usableFromInline struct PageSlot<Element: BitwiseCopyable> {
  @usableFromInline var owner: Page<Element>
  @usableFromInline var elements: UnsafeMutablePointer<Element>

  @inlinable init(_ page: Page<Element>) {
    // The elements live as long as the owner beside them.
    unsafe owner = page
    unsafe elements = page.elements
  }
}

/// The pages of one array, or of several copies that have not been written.
@safe @usableFromInline final class PageTable<Element: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline let capacity: Int
  @usableFromInline var count = 0
  @usableFromInline let slots: UnsafeMutablePointer<PageSlot<Element>>

  @inlinable init(capacity: Int) {
    self.capacity = capacity
    // Freed in deinit; the first `count` slots are initialised.
    unsafe slots = .allocate(capacity: max(capacity, 1))
  }

  @inlinable init(copying other: PageTable, capacity: Int) {
    self.capacity = capacity
    count = other.count
    unsafe slots = .allocate(capacity: max(capacity, 1))
    // The callers pass a capacity of at least other.count.
    unsafe slots.initialize(from: other.slots, count: other.count)
  }

  @inlinable deinit {
    // Allocated in init; no other object holds them.
    unsafe slots.deinitialize(count: count)
    unsafe slots.deallocate()
  }

  @inlinable func append(_ page: Page<Element>) {
    precondition(count < capacity, "A table has no room for another page")
    // count < capacity: checked above.
    unsafe (slots + count).initialize(to: PageSlot(page))
    count += 1
  }
}

@usableFromInline final class Page<Element: BitwiseCopyable>: ManagedBuffer<Void, Element> {
  @inlinable static var lineBytes: Int { 64 }

  @inlinable static func create(capacity: Int) -> Page {
    let spare = (lineBytes + MemoryLayout<Element>.stride - 1) / MemoryLayout<Element>.stride
    // ManagedBuffer creates an instance of the class on which `create` is called.
    return unsafe unsafeDowncast(
      Page.create(minimumCapacity: capacity + spare) { _ in },
      to: Page.self
    )
  }

  /// The elements, inside the object and aligned to a cache line, for which the object has spare room.
  @inlinable var elements: UnsafeMutablePointer<Element> {
    unsafe withUnsafeMutablePointerToElements {
      unsafe UnsafeMutableRawPointer($0).alignedUp(toMultipleOf: Self.lineBytes)
        .assumingMemoryBound(to: Element.self)
    }
  }
}
