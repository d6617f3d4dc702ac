#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

// The value is accessed only while the mutex is held: the proof of `@unchecked Sendable`.
/// A value that only one thread at a time can access.
///
/// It uses a POSIX mutex: on Linux, the Thread Sanitizer does not see `Mutex` of Synchronization wait in the kernel,
/// and reports races that do not exist.
@safe
public final class Locked<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Wraps a value.
  public init(_ value: Value) {
    self.value = value
    // One mutex at a fixed address, freed in deinit.
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let status = unsafe pthread_mutex_init(mutex, nil)
    precondition(status == 0, "The system gives no mutex: error \(status)")
  }

  deinit {
    // Created in init; no thread holds it any more.
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
  }

  /// Calls `body` with the value while no other thread can access it.
  public func withLock<Result, Thrown: Error>(
    _ body: (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    // The mutex lives as long as this object.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
