import ArgumentParser
import Foundation
import GeoSnapStore

/// The workload of the measurements.
struct WorkloadOptions: ParsableArguments {
  @Option(help: "A folder with the workload files that Benchmarks/README.md describes.")
  var workload: String?

  @Option(help: "Make a workload of this many segments, rounded up to a multiple of 8.")
  var features: Int?

  @Flag(help: "Make it of copies of a real network, with at least so many segments.")
  var sample = false

  @Option(help: "The network that --sample lays side by side, a GeoPackage file.")
  var sampleFile = "Examples/Schutterwald/schutterwald.gpkg"

  @Flag(help: "Shift the workload off every decimal grid, so that its index keeps full doubles.")
  var offGrid = false

  @Option(help: "Write the workload's files to this folder instead of measuring.")
  var writeWorkload: String?

  func validate() throws {
    guard workload == nil || features == nil else {
      throw ValidationError("Give either --workload DIR or --features N.")
    }
    if let features, features < 1 || features > 200_000_000 {
      throw ValidationError("--features \(features): a workload has 1 to 200000000 segments.")
    }
    guard !sample || features != nil else {
      throw ValidationError("--sample needs --features N.")
    }
    guard writeWorkload == nil || workload != nil || features != nil else {
      throw ValidationError("--write-workload needs --features N or --workload DIR.")
    }
  }

  /// The requested workload; nil when none was requested.
  func load() throws -> Workload? {
    var workload = try loadInPlace()
    if offGrid { workload?.shift(by: 2.0.squareRoot()) }
    return workload
  }

  private func loadInPlace() throws -> Workload? {
    if let workload { return try Workload(readingFrom: URL(filePath: workload)) }
    guard let features else { return nil }
    guard sample else { return Workload(segments: (features + 7) / 8 * 8) }
    return try Workload(
      tiling: GeoPackage.open(sampleFile, images: .none).network,
      segments: features
    )
  }
}
