internal import CLibFuzzer
internal import Glibc

/// What is done with each input.
public struct FuzzTarget: Sendable {
  /// Its name, and that of the folder of its corpus.
  public let name: String
  let body: @Sendable ([UInt8]) -> Void

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - body: Reads the input; `require` says what a finding is.
  public init(_ name: String, _ body: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.body = body
  }

  /// Hands the command line to libFuzzer, for the target that `FUZZ_TARGET` in the environment names.
  ///
  /// The copies of itself that libFuzzer starts have it too. Without one, prints the names.
  @MainActor
  public static func run(_ targets: [FuzzTarget]) -> Int32 {
    guard let name = getenv("FUZZ_TARGET").map({ String(cString: $0) }) else {
      for target in targets { print(target.name) }
      return 0
    }
    guard let target = targets.first(where: { $0.name == name }) else {
      print("There is no target \(name).")
      return 64
    }
    chosen = target
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    return LLVMFuzzerRunDriver(&count, &arguments) { bytes, length in
      chosen?.body([UInt8](UnsafeBufferPointer(start: bytes, count: length)))
      return 0
    }
  }
}

/// Set before the first input; libFuzzer calls on one thread.
nonisolated(unsafe) private var chosen: FuzzTarget?
