import Foundation

/// Runs the operations of one file and says of each how it went, one line each.
///
/// Before each operation its number is written, so that whoever reads knows which one a crash came
/// from. An operation that takes a minute ends the process.
struct ConformanceWorker {
  let path: String
  let start: Int

  func run() throws {
    let file = try ConformanceFile(path: path)
    let output = Surroundings.current.output
    for index in file.operations.indices.dropFirst(start) {
      let operation = file.operations[index]
      try output.write(Array("\(index) ".utf8))
      alarm(60)
      let runner = ConformanceRunner(operation, in: file)
      let problem: String?
      do {
        problem = try runner.difference(runner.answer(), from: operation.expected)
      } catch {
        problem = "error: \(error)"
      }
      alarm(0)
      let words = problem?.split(whereSeparator: \.isNewline).joined(separator: " ")
      try output.write(Array("\(words ?? "passed")\n".utf8))
    }
  }
}
