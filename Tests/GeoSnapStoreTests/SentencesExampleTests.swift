import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

// What stands between the two lines of dashes stands in Documentation/Howto-Rules.md as well.

// ----
/// What an editor shows beside the map: a feature, its values and associations, what it feeds, and where that
/// ends.
func sheet(of origin: String, in topology: Topology) throws -> [String] {
  let network = topology.network
  guard let feature = network.features(origin: origin).first else { return [] }
  var lines = [network.describe(feature)]
  for value in network.attributes(of: feature) where value.value != .null {
    lines.append("\(value.field): \(value)")
  }
  for association in network.associations(of: feature) {
    lines.append(network.describe(association))
  }
  let question = TraceParameters(.downstream, from: [TraceLocation(feature)])
  let fed = try topology.trace(question)
  for group in fed.elements.featuresByAssetType {
    lines.append("\(network.describe(group.assetType)): \(group.features.count)")
  }
  lines += fed.stops.map { "stopped at \(network.describe($0))" }

  // The question and its answer are kept, and read again for the network as it is opened next time.
  let encoder = JSONEncoder()
  encoder.userInfo[.network] = network
  let kept = try (encoder.encode(question), encoder.encode(fed))
  let decoder = JSONDecoder()
  decoder.userInfo[.network] = network
  decoder.userInfo[.topology] = topology
  let again = try decoder.decode(TraceParameters.self, from: kept.0)
  let answer = try decoder.decode(TraceResult.self, from: kept.1)
  precondition(again == question && answer.elements.count == fed.elements.count)
  return lines
}
// ----

@Suite("The example about sentences")
struct SentencesExampleTests {
  @Test("It tells a cable of the sample, what it feeds and where that ends")
  func example() throws {
    let lines = try sheet(of: "lv/line/8769", in: SampleTown.topology)
    #expect(lines.first?.hasSuffix("(ElectricLine, lv/line/8769)") == true, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("ElectricLine/Low Voltage Conductor/") }, "\(lines)")
    let stops = lines.filter { $0.hasPrefix("stopped at ") }
    #expect(stops.contains { $0.contains("'Device Status' = Open") }, "\(lines)")
  }

  @Test("It is the one in the documentation")
  func documentation() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let example = try #require(source.components(separatedBy: "// ----\n").dropFirst().first)
    let article = try documentationPage("Howto-Rules")
    #expect(article.contains("```swift\n" + example + "```"))
  }
}
