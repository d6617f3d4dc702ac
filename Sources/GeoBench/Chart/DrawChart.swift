import ArgumentParser
import Foundation

/// Draws a file of results that `Benchmarks/Rivals/run` wrote.
struct DrawChart: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Draws one workload of a file of results as a chart, an SVG file."
  )

  @Argument(help: "The JSON file that Benchmarks/Rivals/run wrote.")
  var results: String

  @Option(help: "The SVG file to write.")
  var output: String

  @Option(help: "The workload of so many segments; the greatest in the file when absent.")
  var size: Int?

  @Flag(inversion: .prefixedNo, help: "The sample network's workload, or the made-up city's.")
  var tiled: Bool?

  func run() throws {
    let chart = try Chart(
      resultsFile: URL(filePath: results),
      segments: size,
      isSample: tiled
    )
    try chart.write(to: URL(filePath: output))
    print("\(output): \(chart.panels.count) jobs")
  }
}
