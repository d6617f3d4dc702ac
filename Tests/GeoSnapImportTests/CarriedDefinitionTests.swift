import Foundation
import GeoSnapImport
import Testing

@Suite("Definitions that the program carries")
struct CarriedDefinitionTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let path = root.joined(separator: "/") + "/Sources/CDefinitions/definitions/\(name).json"
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  @Test(
    "Each is in order, as a user's definition has to be, and is written back byte for byte",
    arguments: ["electric", "circuit", "pipeline", "water", "sewer"]
  )
  func inOrder(name: String) throws {
    let bytes = try Self.bytes(name)
    #expect(NetworkDefinitionFile.problems(in: bytes).isEmpty)
    let text = try NetworkDefinitionFile(bytes: bytes, named: name).text()
    #expect(Array(text.utf8) == bytes)
  }

  @Test("An import that is cancelled while it reads one does not trap")
  func cancelled() async throws {
    let bytes = try Self.bytes("electric")
    let task = Task {
      try await ImportMonitor.watch(1, nil) {
        while !ImportMonitor.isGivenUp { Thread.sleep(forTimeInterval: 0.001) }
        #expect(NetworkDefinitionFile(valid: bytes).rules.count > 6_000)
        throw CancellationError()
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
