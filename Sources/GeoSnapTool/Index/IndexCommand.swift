import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

struct IndexCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Builds the index file of a network, or says what is in one.",
    discussion: """
      The file stands beside the network, its name with \(NetworkArgument.indexFileExtension) behind. Verbs \
      that need an index open it instead of building one, as long as the network's geometries are \
      those that it was built from. Documentation/IndexFile.md describes the format.

      JSON: {file, fingerprint, features, entries, exceptions, areas, stepsPerUnit, bytes, \
      bytesPerEntry, milliseconds{fingerprint, build, write}}; stepsPerUnit is null when ordinates \
      lie on no grid. With --inspect: {file, version, bytes, fingerprint, featureLimit, areas, \
      rings, coordinates, segments{entries, exceptions, levels, stepsPerUnit, extent}, \
      areaBoxes{the same}, sections[{name, offset, bytes, records}], content, network, \
      fitsNetwork}; content is sound, or says what is wrong with it, and the exit code is 65 then; \
      fitsNetwork says whether the network's geometries are those of the index, null when there is \
      no network.
      """
  )

  @Argument(help: "The network, a GeoPackage file; with --inspect also an index file.")
  var network: String
  @Option(parsing: .unconditional, help: "The index file; beside the network by default.")
  var output: String?
  @Flag(help: "Say what is in the index file instead of building it.")
  var inspect = false
  @Flag(help: NetworkArgument.strictHelp)
  var strict = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if isIndexFile, !inspect {
      throw ValidationError(
        "\(network) is an index file: give the network, or --inspect."
      )
    }
    if isIndexFile, output != nil { throw ValidationError("Give one index file.") }
  }

  private var isIndexFile: Bool { network.hasSuffix(NetworkArgument.indexFileExtension) }

  func run() async throws {
    if inspect { try await printInspection() } else { try await build() }
  }

  private func build() async throws {
    let input = NetworkArgument(path: network, strict: strict)
    let file = output ?? input.indexFile
    try OutputFolder.check(file)
    try checkReplaceable(file)
    let opened = try await input.open().network
    let summary = try await IndexSummary(of: opened, named: network, writtenTo: file)
    try printResult(summary.document, summary.lines)
  }

  /// A file that is there already must be an index, or be named as one: not the network itself.
  private func checkReplaceable(_ file: String) throws {
    guard !file.hasSuffix(NetworkArgument.indexFileExtension),
      FileManager.default.fileExists(atPath: file)
    else { return }
    do {
      _ = try IndexFileDescription(contentsOf: file)
    } catch {
      guard error.code == .notAnIndex || error.code == .cannotOpen else { return }
      throw Failure(
        exitCode: .cannotWrite,
        message: "\(file): It is no index file and is not replaced by one: remove it or give "
          + "another --output."
      )
    }
  }

  private func printInspection() async throws {
    let file = isIndexFile ? network : output ?? NetworkArgument(path: network).indexFile
    let description: IndexFileDescription
    do {
      description = try IndexFileDescription(contentsOf: file)
    } catch {
      throw Failure(error)
    }
    var inspection = IndexInspection(description)
    if let path = networkPath {
      let opened = try await NetworkArgument(path: path, strict: strict).open().network
      inspection.network = path
      inspection.fitsNetwork =
        FeatureIndex.fingerprint(of: opened.geometries) == description.fingerprint
    }
    try printResult(inspection.document, inspection.lines)
    if let problem = description.contentProblem { throw Failure(problem) }
  }

  /// The network to compare with: the one given, or the one beside the index file.
  private var networkPath: String? {
    guard isIndexFile else { return network }
    let path = String(network.dropLast(NetworkArgument.indexFileExtension.count))
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private func printResult(_ document: JSONValue, _ lines: [String]) throws {
    if json { try document.print() } else { try printLines(lines) }
  }
}

/// A fingerprint as it is printed: 16 hexadecimal digits.
func fingerprintText(_ fingerprint: UInt64) -> String {
  let digits = String(fingerprint, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
