import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport

struct PlacesBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract:
      "Measures identify and snap at the places of a file, beside another program on the same places.",
    discussion: """
      The file holds numbers of 8 bytes: all x, then all y. What is snapped to are edges, by no rule. Prints \
      nanoseconds a place as JSON, medians of the repetitions. Python/benchmarks/speed.py asks for it.
      """
  )

  @Argument(help: "The network, a GeoPackage file.") var network: String
  @Argument(help: "The file with the places.") var places: String
  @Option(help: "How far from a place, in units of the network.") var tolerance = 5.0
  @Option(help: "The table to look in; all when absent.") var table: String?
  @Option(help: "How many places to ask one by one.") var singles = 100_000
  @Option(help: "Runs of each job.") var repetitions = 5

  func run() throws {
    let index = try GeoPackage.openSnapshot(network).index()
    let places = try readPlaces()
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.kinds = .edges
    settings.syncSourceSettings(with: index.network.base)
    settings.enableAllSources()
    let snapper = Snapper(index, settings: settings)
    let (origin, sources) = (Coordinate(x: 0, y: 0), table.map { [$0] })
    let request = IdentifyRequest(at: origin, tolerance: tolerance, sources: sources)
    var everywhere = request
    everywhere.sources = nil
    let tolerance = tolerance
    var figures: [String: Double] = [:]
    func measure(_ job: String, of count: Int, _ run: () throws -> Int) rethrows {
      let median = try medianTime(of: repetitions, in: .nanoseconds(1)) {
        figures["\(job)Found"] = Double(try run())
      }
      figures[job] = median / Double(max(count, 1))
    }
    try measure("identify", of: places.count) {
      try waited { try await index.identify(atEach: places, as: request, progress: nil) }.hits.count
    }
    measure("identifyOneThread", of: places.count) {
      index.identify(atEach: places, as: request).hits.count
    }
    try measure("snap", of: places.count) {
      try waited { try await snapper.snap(atEach: places, tolerance: tolerance, progress: nil) }
        .count { $0 != nil }
    }
    let few = places.prefix(singles)
    measure("identifySingle", of: few.count) {
      few.reduce(0) { sum, place in
        var request = everywhere
        request.coordinate = place
        return sum + index.identify(request).count
      }
    }
    try measure("snapSingle", of: few.count) {
      try few.reduce(0) { $0 + (try snapper.snap(at: $1, tolerance: tolerance) == nil ? 0 : 1) }
    }
    print(try figures.json())
  }

  private func readPlaces() throws -> [Coordinate] {
    let file = URL(fileURLWithPath: places)
    let numbers = try Workload.doubles(
      file.lastPathComponent,
      in: file.deletingLastPathComponent(),
      perItem: 2
    )
    let count = numbers.count / 2
    guard count > 0 else { throw BenchError("\(places) has no places.") }
    return (0..<count).map { Coordinate(x: numbers[$0], y: numbers[count + $0]) }
  }
}
