import ArgumentParser
import Foundation
import GeoSnap

/// Measures opening an index file, up to the first answer.
struct OpenBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Measures how long an index file takes to open, up to the first answer.",
    discussion: """
      The index of the workload is written to a file once; then it is opened, asked one question \
      and closed again, once to warm up and as often as --repetitions says. The file cache is warm. \
      A file that exists already is opened without building anything.
      """
  )

  @OptionGroup var source: WorkloadOptions
  @Option(help: "The index file.")
  var file: String
  @Option(help: "Timed openings.")
  var repetitions = 10
  @Flag(help: "Copy the file into memory instead of mapping it.")
  var copied = false

  func run() throws {
    let place: Coordinate
    if FileManager.default.fileExists(atPath: file) {
      place = Coordinate(x: 0, y: 0)
    } else {
      guard let workload = try source.load() else {
        throw ValidationError("Give --workload DIR, --features N or an index file that exists.")
      }
      place = workload.query(0)
      try write(workload)
    }
    var times: [Double] = []
    var answers = 0
    for _ in 0...repetitions {
      var clock: Double = 0
      try time("", into: &clock) {
        let index = try FeatureIndex(contentsOf: file, access: copied ? .copied : .mapped)
        answers = index.hits(at: place, within: Workload.tolerance).count
      }
      times.append(clock)
    }
    let sorted = times.dropFirst().sorted()
    print(
      String(
        format: "open and answer (%d found): median %.1f ms, least %.1f, greatest %.1f",
        answers,
        sorted[sorted.count / 2],
        sorted[0],
        sorted[sorted.count - 1]
      )
    )
  }

  private func write(_ workload: Workload) throws {
    let geometries = try workload.featureGeometries()
    var clock = 0.0
    var fingerprint: UInt64 = 0
    time("fingerprint", into: &clock) {
      fingerprint = FeatureIndex.fingerprint(of: geometries)
    }
    var index: FeatureIndex?
    try time("build", into: &clock) { index = try FeatureIndex(geometries) }
    try time("write and sync", into: &clock) {
      try index?.write(to: file, fingerprint: fingerprint)
    }
    print("\(workload.entryCount) entries, \(index?.byteCount ?? 0) bytes")
  }

  /// Runs `body`; milliseconds go to `clock` and, with a name, to stdout.
  private func time(_ name: String, into clock: inout Double, _ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try body()
    clock = (ContinuousClock.now - start) / .milliseconds(1)
    if !name.isEmpty { print(String(format: "%@: %.1f ms", name, clock)) }
  }
}
