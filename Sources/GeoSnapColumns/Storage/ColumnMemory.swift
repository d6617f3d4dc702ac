internal import GeoSnapSupport

// Written only by the one column that holds it, and only while no other column does: the proof of `@unchecked
// Sendable`.
/// The memory of a column: allocated for it, or kept by another object such as a mapped file.
@safe
public final class ColumnMemory: @unchecked Sendable {
  @usableFromInline let address: UnsafeMutableRawPointer
  /// The bytes that may be written; 0 for memory that another object keeps.
  @usableFromInline let capacity: Int
  /// The object that keeps the memory; nil for allocated memory.
  private let keeper: (any AnyObject & Sendable)?

  /// The memory of columns without elements.
  @usableFromInline static let none = ColumnMemory(byteCount: 0)

  /// Allocates uninitialised memory.
  @usableFromInline
  init(byteCount: Int) {
    // Freed in deinit.
    unsafe address = LargeMemory.allocate(byteCount: byteCount)
    capacity = byteCount
    keeper = nil
  }

  /// Borrows memory that does not change while `keeper` lives.
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
