import Foundation
import GeoSnapTestSupport
import Testing

@Suite("Conditions of geosnap export")
struct ConditionTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func export(_ condition: String, _ more: String...) throws -> CommandLineRun {
    try CommandLineRun(
      [
        "export", SampleFile.path, folder.path("out.csv"), "--source", "ElectricDevice", "--where",
        condition, "--force", "--json",
      ] + more
    )
  }

  private func count(_ condition: String) throws -> Int {
    let run = try export(condition)
    return try #require(try run.json()["features"] as? Int, "\(condition): \(run.errors)")
  }

  @Test("A number means the same with quotes and without")
  func quotedNumbers() throws {
    for test in ["<", "<=", ">", ">=", "=", "!="] {
      let plain = try count("OBJECTID \(test) 20")
      #expect(try count("OBJECTID \(test) '20'") == plain, "\(test) 20")
    }
    #expect(try count("OBJECTID < '20'") == 19)
  }

  @Test("A name of a field stands in brackets or quotes")
  func brackets() throws {
    let plain = try count("DEVICESTATUS = Open")
    #expect(plain > 0)
    #expect(try count("[DEVICESTATUS] = Open") == plain)
    #expect(try count("\"DEVICESTATUS\" = 'Open'") == plain)
  }

  @Test(
    "A condition that cannot be meant is refused with what to do",
    arguments: [
      ("DEVICESTATUS = 'Open' AND OBJECTID = 5", "Nothing may stand behind the value"),
      ("ORIGIN = 'it''s'", "Nothing may stand behind the value"),
      ("ORIGIN = 'lv", "does not end with it"), ("DEVICESTATUS = Opn", "Did you mean Open?"),
      ("OBJECTID < 'five'", "OBJECTID holds numbers"),
      ("ASSETGROUP = Nonesuch", "ASSETGROUP holds numbers"),
    ]
  )
  func refused(condition: String, told: String) throws {
    let run = try export(condition)
    #expect(run.exitCode == 64 && run.errors.contains(told), "\(run.errors)")
  }

  @Test("A table has a name")
  func emptyLayer() throws {
    let run = try export("OBJECTID = 1", "--layer", "")
    #expect(run.exitCode == 64 && run.errors.contains("--layer"), "\(run.errors)")
  }
}
