import Foundation
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
    #expect(report["executed"] as? Int == 8_912)
    let differing = try #require(report["differing"] as? [[String: String]])
    #expect(differing.isEmpty, "\(differing)")
    let passing = try #require(report["passingThoughListed"] as? [String])
    #expect(passing.isEmpty, "\(passing)")
    let listed = try #require(report["listed"] as? [String: Int]).values.reduce(0, +)
    #expect(listed <= 100)
    #expect(report["passed"] as? Int == 8_912 - listed)
    #expect(run.exitCode == 0)
  }

  private func run(_ xml: String, known: String? = nil) throws -> CommandLineRun {
    let folder = NSTemporaryDirectory() + "geosnap-conformance-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(xml.utf8).write(to: URL(fileURLWithPath: folder + "/t.xml"))
    var arguments = ["conformance", folder]
    if let known {
      try Data(known.utf8).write(to: URL(fileURLWithPath: folder + "/known.txt"))
      arguments += ["--known", folder + "/known.txt"]
    }
    return try CommandLineRun(arguments)
  }

  private let file = """
    <?xml version="1.0"?>
    <run>
      <!-- two operations, one of them wrong -->
      <case><desc>one &lt; two</desc>
        <a><![CDATA[POINT (1 1)]]></a> <b>POINT (2 2)</b>
        <test><op name="disjoint" arg1="A" arg2="B"> true </op></test>
        <test><op name='distance' arg1='a' arg2='b'> 1 </op></test>
      </case>
    </run>
    """

  @Test("A difference fails the run unless it is listed; one that is listed and passes fails it")
  func listing() throws {
    let unknown = try run(file)
    #expect(unknown.exitCode == 65)
    #expect(unknown.output.contains("differs: t.xml 1.2 distance: expected 1.0"))
    #expect(unknown.output.contains("2 executed, 1 passed, 0 listed, 1 differing"))
    let listed = try run(file, known: "# A cause\nt.xml 1.2 distance\n")
    #expect(listed.exitCode == 0)
    #expect(listed.output.contains("listed: 1 for A cause"))
    let passing = try run(file, known: "# A cause\nt.xml 1.1 disjoint\nt.xml 1.2 distance\n")
    #expect(passing.exitCode == 65)
    #expect(passing.output.contains("passes though listed: t.xml 1.1 disjoint"))
  }

  @Test("An operation there is none of is a difference, not a silence")
  func unknownOperation() throws {
    let run = try run(file.replacingOccurrences(of: "disjoint", with: "levitate"))
    #expect(run.output.contains("There is no operation 'levitate'."))
    #expect(run.exitCode == 65)
  }

  @Test(
    "Files that are no test files are refused with file and line",
    arguments: [
      ("<run>\n<case>\n</run>", "line 3"), ("<run a></run>", "line 1"), ("<runs></runs>", "'runs'"),
      ("", "no element"), ("<run><case><test><op/></test></case></run>", "no name"),
    ]
  )
  func damaged(xml: String, words: String) throws {
    let run = try run(xml)
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("t.xml"))
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
