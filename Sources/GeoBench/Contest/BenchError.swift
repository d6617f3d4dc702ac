/// Why a benchmark cannot run, or cannot be believed.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
