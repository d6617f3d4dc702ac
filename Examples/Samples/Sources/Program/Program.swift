import Foundation

/// Runs a sample on the network that the command line names, else on that of the sample town, and prints what it
/// tells.
public func run(_ sample: (_ path: String) async throws -> [String]) async {
  let path = CommandLine.arguments.dropFirst().first ?? "Examples/Schutterwald/schutterwald.gpkg"
  do {
    for line in try await sample(path) { print(line) }
  } catch {
    print(error.localizedDescription)
    exit(1)
  }
}
