#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Runs work on a new thread, or on this one when the system provides none.
func runOnNewThread(_ work: @escaping @Sendable () -> Void) {
  if let thread = newThread(work) { pthread_detach(thread) } else { work() }
}

/// A new thread, which does some work; nil when the system provides none, and the work is not done.
func newThread(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
  // Released by the new thread; without one, below.
  let argument = unsafe Unmanaged.passRetained(ThreadWork(work))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = unsafe pthread_create(&thread, nil, runThreadWork, argument.toOpaque())
  guard code == 0 else {
    unsafe argument.release()
    return nil
  }
  return thread
}

private final class ThreadWork: Sendable {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

#if canImport(Darwin)
  private func runThreadWork(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    // Retained where this thread was started.
    unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().work()
    return nil
  }
#else
  private func runThreadWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    // Retained where this thread was started.
    unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().work()
    return nil
  }
#endif
