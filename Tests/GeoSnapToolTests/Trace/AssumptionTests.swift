import ArgumentParser
import GeoSnap
import GeoSnapTool
import Testing

@Suite("What is taken for granted on the command line")
struct AssumptionTests {
  let topology: Topology

  /// Imported once for all tests.
  private static let feeders = Result { try ImportedExample.feeders().topology() }

  init() throws { topology = try Self.feeders.get() }

  private func read(_ arguments: String...) throws -> TraceAssumptions {
    try AssumptionArguments.parse(arguments).assumptions(topology)
  }

  private func feature(_ origin: String) throws -> FeatureID {
    try #require(try LocationReader(topology: topology).features("origin:\(origin)").first)
  }

  @Test("The last point before the first = divides; values are numbers, names, truths and null")
  func values() throws {
    let device = try feature("switch/1")
    let values: [(String, TraceValue?)] = [
      ("2", 2), ("Open", 1), ("closed", 2), ("true", 1), ("null", nil),
    ]
    for (word, value) in values {
      let assumptions = try read("--set", "origin:switch/1.Device Status=\(word)")
      #expect(
        assumptions.values == [TraceAssumptions.Value(device, "Device Status", value)],
        "\(word)"
      )
    }
    let line = try feature("line/3")
    #expect(
      try read("--set", "origin:line/3.length=2.5").values
        == [TraceAssumptions.Value(line, "Length", 2.5)]
    )
    #expect(
      try read("--set", "origin:line/3.In Service=0", "--set", "origin:line/3.In Service=1").values
        .count == 2
    )
  }

  @Test("Blocked and unblocked features go by id, several times")
  func features() throws {
    let assumptions = try read(
      "--block",
      "origin:line/3",
      "--block",
      "origin:bus/2",
      "--unblock",
      "origin:switch/1"
    )
    #expect(assumptions.blocked == [try feature("line/3"), try feature("bus/2")])
    #expect(assumptions.unblocked == [try feature("switch/1")])
    #expect(assumptions.values.isEmpty && !assumptions.isEmpty)
    #expect(try read().isEmpty)
  }

  @Test(
    "What is wrong lists what there is",
    arguments: [
      ("origin:switch/1", "takes ID.ATTRIBUTE=VALUE"),
      ("origin:switch/1=2", "takes ID.ATTRIBUTE=VALUE"),
      ("origin:switch/1.Status=2", "Device Status"),
      ("origin:switch/1.Device Status=half", "Open"),
      ("origin:switch/1.Device Status=1.5", "whole number"),
      ("origin:line/3.Length=long", "a number"),
      ("origin:line/3.Device Status=1", "no feature of origin:line/3 has"),
      ("origin:nothing/1.Length=1", "No feature is named"),
    ]
  )
  func mistakes(text: String, told: String) throws {
    let error = #expect(throws: Failure.self) { try read("--set", text) }
    #expect(error?.exitCode == .usage)
    #expect(error?.message.contains(told) ?? false, "\(error?.message ?? "")")
  }
}
