import Foundation

/// Starts this program again with fresh memory: the peak memory of a process includes that of its parent.
func beginAnew() throws -> Never {
  // As long as the program, which ends here or is replaced.
  let words = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
  unsafe execv("/proc/self/exe", words)
  unsafe execvp(CommandLine.arguments[0], words)
  throw BenchError("The program cannot begin again.")
}

struct MeasuredProcess {
  let seconds: Double
  /// The peak memory in bytes, including mapped pages.
  let memory: Int
  let exitCode: Int32

  /// Runs a program to its end and discards its output.
  init(_ words: [String]) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in [1, 2] {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    // Freed below; the child has a copy.
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var process: pid_t = 0
    let clock = ContinuousClock()
    let start = clock.now
    guard unsafe posix_spawnp(&process, words[0], &actions, nil, arguments, environ) == 0 else {
      throw BenchError("\(words[0]) cannot be run.")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard unsafe wait4(process, &status, 0, &usage) == process else {
      throw BenchError("\(words[0]) is gone.")
    }
    seconds = (clock.now - start) / .seconds(1)
    #if canImport(Darwin)
      memory = usage.ru_maxrss
    #else
      memory = usage.ru_maxrss * 1024
    #endif
    exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
