/// The reason for which a benchmark cannot run, or its result is not reliable.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
