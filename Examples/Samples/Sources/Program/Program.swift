import Foundation

/// Runs a sample on the network that the command line names, else on a copy of that of the sample town, and prints
/// what it tells.
public func run(_ sample: (_ path: String) async throws -> [String]) async {
  do {
    let given = CommandLine.arguments.dropFirst().first
    let path = try given ?? copyOfTown()
    defer { if given == nil { try? FileManager.default.removeItem(atPath: path) } }
    for line in try await sample(path) { print(line) }
  } catch {
    print(error.localizedDescription)
    exit(1)
  }
}

private func copyOfTown() throws -> String {
  let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).gpkg"
  try FileManager.default.copyItem(
    atPath: "Examples/Schutterwald/schutterwald.gpkg",
    toPath: path
  )
  return path
}
