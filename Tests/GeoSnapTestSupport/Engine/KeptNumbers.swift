package import GeoSnapColumns

// Never written after init but by `self` alone: the proof of `@unchecked Sendable`.
/// Memory that a column lies in without having taken it, with the numbers from 0 in it.
@safe
public final class KeptNumbers: @unchecked Sendable {
  private let numbers: UnsafeMutablePointer<UInt64>
  private let count: Int

  /// Takes memory for so many numbers.
  public init(_ count: Int) {
    self.count = count
    // Freed in deinit.
    unsafe numbers = .allocate(capacity: count)
    for index in 0..<count { unsafe (numbers + index).initialize(to: UInt64(index)) }
  }

  deinit { unsafe numbers.deallocate() }

  /// The numbers as a column, which keeps this alive.
  package var column: Column<UInt64> {
    // The memory holds so many numbers, and lives as long as its keeper.
    let memory = unsafe ColumnMemory(UnsafeRawPointer(numbers), keptBy: self)
    return unsafe Column(mapped: memory, count: count)
  }

  /// One of the numbers as it is in memory.
  public subscript(index: Int) -> UInt64 {
    precondition(index >= 0 && index < count, "No such number")
    return unsafe numbers[index]
  }
}
