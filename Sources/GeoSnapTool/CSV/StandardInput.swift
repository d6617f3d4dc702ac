/// What verbs read where they are told to read stdin.
enum StandardInput {
  /// What a program that asks has given in its place; nil for stdin itself.
  @TaskLocal static var given: [UInt8]?
}
