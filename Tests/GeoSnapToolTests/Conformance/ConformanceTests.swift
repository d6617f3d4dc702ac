import GeoSnapTestSupport
import Testing

@Suite("The JTS Topology Suite's test files")
struct ConformanceTests {
  @Test(
    "All 8,912 operations are run; those that differ are listed, at most 100, each with a cause",
    .long
  )
  func suite() throws {
    let run = try CommandLineRun([
      "conformance", JTSSuite.path, "--known", JTSSuite.differences, "--json",
    ])
    let report = try run.json()
    let listed = try #require(report["listed"] as? [String: Int]).values.reduce(0, +)
    #expect(listed <= 100)
    #expect(report["executed"] as? Int == 8_912 && report["passed"] as? Int == 8_912 - listed)
    #expect(report["differing"] as? [[String: String]] == [])
    #expect(report["passingThoughListed"] as? [String] == [])
    #expect(run.exitCode == 0)
  }
}
