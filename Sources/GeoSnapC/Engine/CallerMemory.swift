internal import CGeoSnap
internal import Foundation
internal import GeoSnapTool

// Checks memory of callers: it is trusted only to be as long as its count says.

/// The maximum number of elements, above which sizes would overflow.
private let greatestCount = 1 << 40

extension geosnap_text {
  func string(_ name: String) throws(Failure) -> String {
    guard let text = unsafe String(validating: try buffer(name), as: UTF8.self) else {
      throw .misuse("\(name) is not UTF-8.")
    }
    guard !text.utf8.contains(0) else { throw .misuse("\(name) has a zero byte in it.") }
    return text
  }

  func raw(_ name: String) throws(Failure) -> [UInt8] { unsafe Array(try buffer(name)) }

  private func buffer(_ name: String) throws(Failure) -> UnsafeRawBufferPointer {
    let count = unsafe self.count
    if count == 0 { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let bytes = unsafe bytes, count <= greatestCount else {
      throw .misuse("\(name) has \(count) bytes, but is NULL.")
    }
    return unsafe UnsafeRawBufferPointer(start: bytes, count: count)
  }
}

func strings(
  _ texts: UnsafePointer<geosnap_text>?,
  _ count: Int,
  _ name: String
) throws(Failure) -> [String] {
  let texts = try unsafe elements(texts, count, name)
  var strings: [String] = []
  for number in 0..<texts.count {
    strings.append(try unsafe texts[number].string("\(name) \(number)"))
  }
  return strings
}

/// A checked array of the caller.
func elements<Element>(
  _ start: UnsafePointer<Element>?,
  _ count: Int,
  _ name: String
) throws(Failure) -> UnsafeBufferPointer<Element> {
  if count == 0 { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
  guard count > 0, count <= greatestCount else {
    throw .misuse("\(name) has \(UInt(bitPattern: count)) elements: more than memory can hold.")
  }
  guard let start = unsafe start else {
    throw .misuse("\(name) is NULL, and has \(count) elements.")
  }
  guard UInt(bitPattern: start) % UInt(MemoryLayout<Element>.alignment) == 0 else {
    throw .misuse("\(name) is not aligned to \(MemoryLayout<Element>.alignment) bytes.")
  }
  return unsafe UnsafeBufferPointer(start: start, count: count)
}

/// Whether to use all cores, by the caller's number of threads.
func isParallel(_ threads: Int32, _ count: Int) throws(Failure) -> Bool {
  guard threads == 0 || threads == 1 else {
    throw .misuse("threads is \(threads): give 1 for this thread alone, or 0 for all cores.")
  }
  // Passing so few elements to other threads takes longer than answering them.
  return threads == 0 && count >= 4_096
}

// The memory of results: allocated with malloc, and freed by the function that the header names.

/// Allocates memory for elements, never NULL.
func allocate<Element: BitwiseCopyable>(_ count: Int, of type: Element.Type = Element.self)
  -> UnsafeMutablePointer<Element>
{
  let size = max(count, 1) * MemoryLayout<Element>.stride
  // Without memory no error can be returned either. Swift's arrays also end the program then.
  guard let memory = unsafe malloc(size) else {
    fatalError("There is no memory left for \(size) bytes")
  }
  return unsafe memory.bindMemory(to: Element.self, capacity: max(count, 1))
}

/// A plan for arrays in one block of memory, which is allocated and freed at once.
struct MemoryPlan {
  struct Placed<Element: BitwiseCopyable> {
    let offset: Int
    let count: Int
  }

  @safe
  struct Memory {
    let address: UnsafeMutableRawPointer

    @unsafe
    func array<Element>(_ place: Placed<Element>) -> UnsafeMutablePointer<Element> {
      unsafe (address + place.offset).bindMemory(to: Element.self, capacity: max(place.count, 1))
    }
  }

  private var size = 0

  /// Plans an array, which begins at a cache line.
  mutating func add<Element: BitwiseCopyable>(_ count: Int, of type: Element.Type) -> Placed<
    Element
  > {
    defer { size += (max(count, 1) * MemoryLayout<Element>.stride + 63) & ~63 }
    return Placed(offset: size, count: count)
  }

  func allocate() -> Memory {
    unsafe Memory(address: UnsafeMutableRawPointer(GeoSnapC.allocate(size, of: UInt8.self)))
  }
}

func give<Element: BitwiseCopyable>(_ elements: some Collection<Element>) -> UnsafePointer<Element>
{
  let memory = unsafe allocate(elements.count, of: Element.self)
  var number = 0
  for element in elements {
    unsafe (memory + number).initialize(to: element)
    number += 1
  }
  return unsafe UnsafePointer(memory)
}

func give<Value: BitwiseCopyable>(_ value: Value) -> UnsafeMutablePointer<Value> {
  let memory = unsafe allocate(1, of: Value.self)
  unsafe memory.initialize(to: value)
  return unsafe memory
}

func release(_ memory: UnsafeRawPointer?...) {
  for place in unsafe memory.indices {
    unsafe free(UnsafeMutableRawPointer(mutating: memory[place]))
  }
}

extension geosnap_text {
  /// Copies a text to allocated memory, with a zero byte at the end.
  init(given text: String) { unsafe self.init(given: Array(text.utf8)) }

  init(given bytes: [UInt8]) {
    let memory = unsafe allocate(bytes.count + 1, of: CChar.self)
    for (number, byte) in bytes.enumerated() {
      unsafe (memory + number).initialize(to: CChar(bitPattern: byte))
    }
    unsafe (memory + bytes.count).initialize(to: 0)
    unsafe self.init(bytes: UnsafePointer(memory), count: bytes.count)
  }
}

extension geosnap_strings {
  static func given(_ count: Int, _ append: (Int, inout [UInt8]) -> Void)
    -> UnsafeMutablePointer<geosnap_strings>
  {
    var bytes: [UInt8] = []
    let ends = unsafe allocate(count, of: UInt64.self)
    for number in 0..<count {
      append(number, &bytes)
      unsafe (ends + number).initialize(to: UInt64(bytes.count))
    }
    return unsafe give(
      geosnap_strings(count: UInt64(count), bytes: give(bytes), ends: UnsafePointer(ends))
    )
  }
}
