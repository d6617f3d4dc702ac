internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension PhasedWork {
  /// Does all work on this thread and, when there is enough of it, on the other cores.
  public func run(threads: Int) {
    for phase in 0..<phaseCount {
      let pieces = begin(phase)
      PhaseShare(self, phase, pieces).run(helpers: max(min(threads, pieces), 1) - 1)
    }
  }
}

/// The number of threads that this machine runs at once.
public func availableCores() -> Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }

/// A phase whose pieces several threads take one by one.
private final class PhaseShare: Sendable {
  private let work: any PhasedWork
  private let phase: Int
  private let pieces: Int
  private let next = Atomic<Int>(0)

  init(_ work: any PhasedWork, _ phase: Int, _ pieces: Int) {
    self.work = work
    self.phase = phase
    self.pieces = pieces
  }

  /// Works on this thread and `helpers` others, until all pieces are done.
  func run(helpers: Int) {
    var threads: [pthread_t] = []
    for _ in 0..<helpers {
      // Without another thread this one does all pieces.
      guard let thread = newThread({ self.takePieces() }) else { break }
      threads.append(thread)
    }
    takePieces()
    for thread in threads { pthread_join(thread, nil) }
  }

  func takePieces() {
    while true {
      let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard piece < pieces else { return }
      work.run(phase, piece)
    }
  }
}
