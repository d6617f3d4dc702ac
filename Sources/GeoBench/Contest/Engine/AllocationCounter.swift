import Foundation

/// Counts the allocations of the process, if `Benchmarks/Budgets/count_allocations.c` was loaded before the program,
/// as `Scripts/check-budgets` does.
struct AllocationCounter: Sendable {
  private let total: @convention(c) () -> Int

  static let shared = AllocationCounter()

  private init?() {
    // Without a handle, dlsym looks through everything that was loaded with the program. The
    // library declares the function as `long geobench_allocations(void)`.
    guard let symbol = unsafe dlsym(nil, "geobench_allocations") else { return nil }
    unsafe total = unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
  }

  var count: Int { total() }
}
