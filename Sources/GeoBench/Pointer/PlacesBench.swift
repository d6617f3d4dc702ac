import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

/// Measures identify and snap at places that another program has chosen, so that both measure the same.
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

  @Argument(help: "The network, a GeoPackage file.")
  var network: String
  @Argument(help: "The file with the places.")
  var places: String
  @Option(help: "How far from a place, in units of the network.")
  var tolerance = 5.0
  @Option(help: "The table to look in; all when absent.")
  var table: String?
  @Option(help: "How many places to ask one by one.")
  var singles = 100_000
  @Option(help: "Runs of each job.")
  var repetitions = 5

  func run() throws {
    let index = try GeoPackage.openSnapshot(network).index()
    let places = try readPlaces()
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.kinds = .edges
    settings.syncSourceSettings(with: index.network.base)
    for source in settings.sourceSettings.indices {
      settings.sourceSettings[source].isEnabled = true
      for child in settings.sourceSettings[source].childSourceSettings.indices {
        settings.sourceSettings[source].childSourceSettings[child].isEnabled = true
      }
    }
    let snapper = Snapper(index, settings: settings)
    let request = IdentifyRequest(
      at: Coordinate(x: 0, y: 0),
      tolerance: tolerance,
      sources: table.map { [$0] }
    )
    var everywhere = request
    everywhere.sources = nil
    let tolerance = tolerance
    var figures: [String: Double] = [:]
    func measure(_ job: String, of count: Int, _ run: () throws -> Int) rethrows {
      var times: [Double] = []
      for _ in 0..<repetitions {
        let start = ContinuousClock.now
        figures["\(job)Found"] = Double(try run())
        times.append((ContinuousClock.now - start) / .nanoseconds(1))
      }
      figures[job] = times.sorted()[times.count / 2] / Double(max(count, 1))
    }
    try measure("identify", of: places.count) {
      let answers = waited { try? await index.identify(atEach: places, as: request, progress: nil) }
      return try answered(answers).hits.count
    }
    measure("identifyOneThread", of: places.count) {
      index.identify(atEach: places, as: request).hits.count
    }
    try measure("snap", of: places.count) {
      let matches = waited {
        try? await snapper.snap(atEach: places, tolerance: tolerance, progress: nil)
      }
      return try answered(matches).count { $0 != nil }
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
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    print(String(decoding: try encoder.encode(figures), as: UTF8.self))
  }

  private func answered<Answer>(_ answer: Answer??) throws -> Answer {
    guard case .some(.some(let answer)) = answer else { throw BenchError("A job was ended.") }
    return answer
  }

  private func readPlaces() throws -> [Coordinate] {
    let data = try Data(contentsOf: URL(fileURLWithPath: places))
    let count = data.count / 16
    guard count > 0, data.count == count * 16 else {
      throw BenchError("\(places): \(data.count) bytes are no x and y of 8 bytes each.")
    }
    let bytes = [UInt8](data)
    func number(_ place: Int) -> Double {
      Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(bytes[8 * place + $1]) << UInt64(8 * $1) })
    }
    return (0..<count).map { Coordinate(x: number($0), y: number(count + $0)) }
  }
}
