import Foundation
import GeoSnapImport
import Testing

@Suite("Definitions that the program carries")
struct CarriedDefinitionTests {
  @Test(
    "Each is in order, as a user's definition has to be, and is written back byte for byte",
    arguments: ["electric", "pipeline", "water", "sewer"]
  )
  func inOrder(name: String) throws {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let path = root.joined(separator: "/") + "/Sources/CDefinitions/definitions/\(name).json"
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    #expect(NetworkDefinitionFile.problems(in: bytes).isEmpty)
    let text = try NetworkDefinitionFile(bytes: bytes, named: name).text()
    #expect(Array(text.utf8) == bytes)
  }
}
