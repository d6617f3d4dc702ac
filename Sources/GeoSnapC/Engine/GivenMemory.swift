internal import CGeoSnap
internal import Foundation

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
  /// An array in the block, with its offset in bytes.
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

  /// Uninitialized memory for all arrays.
  func allocate() -> Memory {
    unsafe Memory(address: UnsafeMutableRawPointer(GeoSnapC.allocate(size, of: UInt8.self)))
  }
}

/// Copies elements to allocated memory.
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

/// Copies a struct to allocated memory.
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
  /// Byte strings, one after the other.
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
      geosnap_strings(
        count: UInt64(count),
        bytes: give(bytes),
        ends: UnsafePointer(ends)
      )
    )
  }
}
