internal import CHints

// The memory is taken in init and freed in deinit. Who writes without the relaxed functions does so while no other
// thread reads: the proof of `@unchecked Sendable`.
/// Memory for some elements, all of whose bits are zero until they are written.
///
/// The system gives its pages as they are touched: what a trace of a few elements costs does not grow with the
/// network.
@safe
final class ZeroedMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  fileprivate let address: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int) {
    // Without memory nothing can go on, as for the memory that Swift takes itself.
    guard let memory = unsafe chints_zeroed(max(count, 1) * MemoryLayout<Element>.stride) else {
      fatalError("There is no memory for \(count) elements.")
    }
    // The memory is new, and bound to this type alone.
    unsafe address = memory.bindMemory(to: Element.self, capacity: max(count, 1))
    self.count = count
  }

  deinit { unsafe chints_give_back(address) }

  /// The element at a place.
  @inline(__always)
  subscript(place: Int) -> Element {
    get {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "No such element")
      return unsafe address[place]
    }
    set {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "No such element")
      unsafe address[place] = newValue
    }
  }
}

extension ZeroedMemory {
  /// Asks for the memory of an element.
  @inline(__always)
  func fetch(_ place: Int) {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "No such element")
    unsafe chints_prefetch(address + place)
  }
}

extension ZeroedMemory<UInt64> {
  /// A word that other threads may write meanwhile.
  @inline(__always)
  func shared(_ place: Int) -> UInt64 {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "No such element")
    return unsafe chints_shared_word(address + place)
  }

  /// Writes a word that other threads may read and write meanwhile.
  @inline(__always)
  func share(_ word: UInt64, at place: Int) {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "No such element")
    unsafe chints_share_word(address + place, word)
  }
}

extension ZeroedMemory<UInt8> {
  /// A byte of which other threads may set bits meanwhile.
  @inline(__always)
  func shared(_ place: Int) -> UInt8 {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "No such element")
    return unsafe chints_shared_byte(address + place)
  }

  /// Sets bits of a byte that other threads may read and set bits of meanwhile.
  @inline(__always)
  func share(_ bits: UInt8, at place: Int) {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "No such element")
    unsafe chints_share_bits(address + place, bits)
  }
}
