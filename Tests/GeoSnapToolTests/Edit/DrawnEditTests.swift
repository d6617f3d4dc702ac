import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("What geosnap edit draws")
struct DrawnEditTests {
  private let valve = "0E1C4E1C-64A5-4D0C-8F0B-5C8E8C1F8D11"

  private func edit(_ file: FixtureFile, _ json: String, _ more: [String] = []) throws
    -> CommandLineRun
  {
    try CommandLineRun(
      ["edit", file.path, "--json", "--transaction", "-"] + more,
      input: Array(json.utf8)
    )
  }

  private func problems(_ run: CommandLineRun) throws -> [[String: Any]] {
    let refused = try #require(try run.json()["refused"] as? [String: Any], "\(run.output)")
    return try #require(refused["problems"] as? [[String: Any]])
  }

  private func drawn(_ run: CommandLineRun) throws -> [[String: Any]] {
    let committed = try #require(try run.json()["committed"] as? [[String: Any]])
    return committed.flatMap { $0["drawn"] as? [[String: Any]] ?? [] }
  }

  /// A fixture whose middle main can be split: nothing of the fixture is between 20 and 50.
  private func line(_ file: FixtureFile) throws -> (key: FeatureKey, line: Geometry) {
    let network = try GeoPackage.open(file.path).network
    let feature = try #require(network.features(origin: "pipe/0").first)
    let id = try #require(network.globalID(of: feature))
    return (.globalID(id), try #require(network.geometry(of: feature)))
  }
}
