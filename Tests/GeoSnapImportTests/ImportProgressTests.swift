import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("Imports that tell their progress and can be cancelled")
struct ImportProgressTests {
  private struct Sample: Sendable {
    let name: String
    let importer: any NetworkImporter
    let files: [ImportFile]
  }

  /// A file for each importer.
  private static func samples() throws -> [Sample] {
    func file(_ path: String) throws -> ImportFile {
      ImportFile(name: path, bytes: Array(try repositoryFile("Examples/\(path)")))
    }
    let harbour = try GISFiles.harbour()
    let gis =
      [ImportFile(name: "mapping.json", bytes: Array(harbour.mapping.utf8))]
      + harbour.data.sorted { $0.key < $1.key }.map {
        ImportFile(name: $0.key, bytes: Array($0.value.utf8))
      }
    let service = ServiceFixture(seed: 3).files.map {
      ImportFile(name: "dir/\($0.key)", bytes: [UInt8]($0.value.utf8))
    }
    return [
      Sample(name: "epanet", importer: EpanetImporter(), files: [try file("Water/ky4.inp")]),
      Sample(name: "swmm", importer: SwmmImporter(), files: [try file("Sewer/user5.inp")]),
      Sample(
        name: "opendss",
        importer: OpenDSSImporter(),
        files: try CircuitFiles.tables("IEEE123")
      ),
      Sample(
        name: "pandapower",
        importer: PandapowerImporter(),
        files: [try file("Pandapower/cigre_mv_all.json")]
      ),
      Sample(
        name: "pandapipes",
        importer: PandapipesImporter(),
        files: [try file("Pandapipes/gas_versatility.json")]
      ),
      Sample(name: "gis", importer: GISImporter(), files: gis),
      Sample(name: "esri", importer: EsriServiceImporter(), files: service),
    ]
  }

  @Test("Every importer reads the same with progress, which rises to 1")
  func progress() async throws {
    for sample in try Self.samples() {
      let told = Mutex<[Double]>([])
      let result = try await sample.importer.read(sample.files, named: sample.name) { share in
        told.withLock { $0.append(share) }
      }
      let expected = try sample.importer.read(
        sample.files,
        named: sample.name,
        appendingTo: nil
      )
      #expect(result.report == expected.report, "\(sample.name)")
      #expect(result.network.tables == expected.network.tables, "\(sample.name)")
      #expect(result.network.associations == expected.network.associations, "\(sample.name)")
      let shares = told.withLock { $0 }
      #expect(shares == shares.sorted() && shares.last == 1, "\(sample.name): \(shares)")
      #expect(shares.count > 1, "\(sample.name) tells nothing on the way")
    }
  }

  @Test("An import whose task is cancelled gives nothing, before it begins and on the way")
  func cancellation() async throws {
    for sample in try Self.samples() {
      for isOnTheWay in [false, true] {
        let box = Mutex<Task<Void, any Error>?>(nil)
        let task = Task {
          while box.withLock({ $0 }) == nil { await Task.yield() }
          if !isOnTheWay { while !Task.isCancelled { await Task.yield() } }
          _ = try await sample.importer.read(sample.files, named: sample.name) { _ in
            box.withLock { $0 }?.cancel()
          }
        }
        box.withLock { $0 = task }
        if !isOnTheWay { task.cancel() }
        await #expect(throws: CancellationError.self, "\(sample.name), \(isOnTheWay)") {
          try await task.value
        }
      }
    }
  }

  @Test("A file that cannot be read is told as ever")
  func errors() async {
    await #expect(throws: ImportError.self) {
      try await PandapowerImporter().read(
        [ImportFile(name: "f", bytes: Array("{".utf8))],
        named: "f",
        progress: nil
      )
    }
  }
}
