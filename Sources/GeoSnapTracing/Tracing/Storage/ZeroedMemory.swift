internal import CHints

// The memory is allocated in init and freed in deinit. Writes without the relaxed functions happen only while no
// other thread reads: the proof of `@unchecked Sendable`.
/// Memory for elements whose bits are zero until they are written; the system allocates pages on first access.
@safe
final class ZeroedMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let address: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int) {
    // As with Swift's own allocations, the program ends when there is no memory.
    guard let memory = unsafe chints_zeroed(max(count, 1) * MemoryLayout<Element>.stride) else {
      fatalError("There is no memory for \(count) elements.")
    }
    // The memory is new, and bound to this type alone.
    unsafe address = memory.bindMemory(to: Element.self, capacity: max(count, 1))
    self.count = count
  }

  deinit { unsafe chints_give_back(address) }

  @unsafe
  @inline(__always)
  fileprivate func address(of place: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "No such element")
    return unsafe address + place
  }

  @inline(__always)
  subscript(place: Int) -> Element {
    get { unsafe address(of: place).pointee }
    set { unsafe address(of: place).pointee = newValue }
  }
}

extension ZeroedMemory {
  @inline(__always)
  func fetch(_ place: Int) { unsafe chints_prefetch(address(of: place)) }
}

extension ZeroedMemory<UInt64> {
  /// Reads a word that other threads may write concurrently.
  @inline(__always)
  func shared(_ place: Int) -> UInt64 { unsafe chints_shared_word(address(of: place)) }

  /// Writes a word that other threads may read and write concurrently.
  @inline(__always)
  func share(_ word: UInt64, at place: Int) { unsafe chints_share_word(address(of: place), word) }
}

extension ZeroedMemory<UInt8> {
  /// Reads a byte in which other threads may set bits concurrently.
  @inline(__always)
  func shared(_ place: Int) -> UInt8 { unsafe chints_shared_byte(address(of: place)) }

  /// Sets bits of a byte that other threads may read and change concurrently.
  @inline(__always)
  func share(_ bits: UInt8, at place: Int) { unsafe chints_share_bits(address(of: place), bits) }
}
