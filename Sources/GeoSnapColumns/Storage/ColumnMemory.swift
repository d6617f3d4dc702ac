internal import GeoSnapSupport

// Written only by the one column that holds it, and only while no other does: the proof of
// `@unchecked Sendable`.
/// The memory of a column: its own, or some that another keeps, as a mapped file does.
@safe
public final class ColumnMemory: @unchecked Sendable {
  @usableFromInline let address: UnsafeMutableRawPointer
  /// The bytes that may be written; none of memory that another keeps.
  @usableFromInline let capacity: Int
  /// Whoever keeps the memory; nil for a column's own.
  private let keeper: (any AnyObject & Sendable)?

  /// The memory of columns without elements.
  @usableFromInline static let none = ColumnMemory(byteCount: 0)

  /// Takes new memory, its content undefined.
  @usableFromInline
  init(byteCount: Int) {
    // Freed in deinit.
    unsafe address = LargeMemory.allocate(byteCount: byteCount)
    capacity = byteCount
    keeper = nil
  }

  /// Borrows memory for as long as `keeper` lives, which nobody writes meanwhile.
  @unsafe
  package init(_ address: UnsafeRawPointer, keptBy keeper: any AnyObject & Sendable) {
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
