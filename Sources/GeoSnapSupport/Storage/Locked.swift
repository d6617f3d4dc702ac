#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

// The value is touched only while the mutex is held: the proof of `@unchecked Sendable`.
/// A value that one thread at a time may look at.
///
/// On Linux, `Mutex` of Synchronization waits in the kernel without a word to the Thread Sanitizer, which then
/// reports races in programs that have none; it knows a POSIX mutex.
@safe
public final class Locked<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Locks a value.
  public init(_ value: Value) {
    self.value = value
    // One mutex at an address of its own, freed in deinit.
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let status = unsafe pthread_mutex_init(mutex, nil)
    precondition(status == 0, "The system gives no mutex: error \(status)")
  }

  deinit {
    // Made in init; no one holds it any more.
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
  }

  /// Lends the value to `body`, and to no other thread meanwhile.
  public func withLock<Result, Thrown: Error>(
    _ body: (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    // Alive as long as this.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
