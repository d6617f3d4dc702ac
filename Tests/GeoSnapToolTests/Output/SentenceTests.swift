import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("What the command prints is what the library says")
struct SentenceTests {
  private func output(_ words: [String]) throws -> String {
    let run = try CommandLineRun(words)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  @Test("A trace: values of functions first, controllers, features, and the stops last")
  func trace() throws {
    let feeders = try ImportedExample.feeders()
    let topology = try feeders.topology()
    let network = topology.network
    let start = TraceLocation(try #require(network.features(origin: "bus/5").first))
    var configuration = try topology.defaultConfiguration(of: .upstream, from: [start])
    configuration.functions = [TraceFunction(.add, of: "Length")]
    let result = try topology.trace(
      TraceParameters(.upstream, from: [start], configuration: configuration)
    )
    let words = ["--type", "upstream", "--start", "origin:bus/5", "--function", "add(Length)"]
    let lines = try output(["trace", feeders.path] + words).split(separator: "\n").map(String.init)
    #expect(lines[1] == "  \(network.describe(result.functions[0]))")
    let controller = try #require(result.controllers.first)
    #expect(lines[2].hasSuffix("  \(network.place(of: controller))"))
    for feature in result.elements.features {
      #expect(lines.contains("    \(network.describe(feature))"))
    }
    let told = result.stops.map { "  \($0.reason.rawValue)  \(network.describe($0))" }
    #expect(!told.isEmpty && lines.suffix(told.count) == told)
    let location = TraceLocation(start.feature, terminalID: 7, fractionAlongEdge: 0.25)
    #expect(
      network.describe(location)
        == "\(network.describe(start.feature)) at terminal 7 at 25% of its length"
    )
  }

  @Test("Elements have their terminal and the stretch that they cover")
  func elements() throws {
    let feeders = try ImportedExample.feeders()
    let topology = try feeders.topology()
    let network = topology.network
    func place(_ origin: String) throws -> TraceLocation {
      TraceLocation(try #require(network.features(origin: origin).first))
    }
    let answer = try topology.why(from: place("ext_grid/0"), to: place("bus/13"))
    let ends = ["--from", "origin:ext_grid/0", "--to", "origin:bus/13"]
    let text = try output(["why", feeders.path] + ends)
    #expect(answer.path.contains { $0.terminal != nil })
    for element in answer.path { #expect(text.contains("  \(network.describe(element))\n")) }
    var part = try #require(answer.path.first { $0.positions != nil })
    part.positions = 0.25...0.5
    #expect(network.describe(part).hasSuffix(" from 0.25 to 0.5"))
  }

  @Test("A snap that is refused, with its gap and its remedy")
  func refusal() throws {
    let file = try FixtureFile()
    let network = try GasFixture.network()
    let rules = try SnapRules(for: GasFixture.meter, in: network)
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
    let answer = try Snapper(NetworkIndex(network), settings: settings, rules: rules)
      .explain(at: Coordinate(x: 5, y: 0.4), tolerance: 0.45)
    let text = try output([
      "explain", file.path, "--at", "5,0.4", "--tolerance", "0.45", "--asset-type",
      network.describe(GasFixture.meter),
    ])
    let refusal = try #require(answer.refused.first)
    let gap = try #require(network.gap(of: refusal))
    for words in [
      network.describe(refusal.place), network.reason(of: refusal), network.remedy(of: refusal),
      network.describe(gap), network.describe(try #require(gap.nearest.first)),
    ] { #expect(text.contains(words), "\(words)") }
    #expect(
      network.describe(answer)
        == "unsnapped: the only place near enough is refused\n"
        + "refused: \(network.describe(refusal)). \(network.remedy(of: refusal))"
    )
  }
}
