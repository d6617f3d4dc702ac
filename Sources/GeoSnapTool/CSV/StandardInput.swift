/// The input of verbs that read stdin.
enum StandardInput {
  /// The input from a calling program; nil for stdin itself.
  @TaskLocal static var given: [UInt8]?
}
