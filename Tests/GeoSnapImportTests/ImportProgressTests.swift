import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("Imports that tell their progress and can be cancelled")
struct ImportProgressTests {
  private static func samples() throws -> [(importer: any NetworkImporter, files: [ImportFile])] {
    [
      (EpanetImporter(), try exampleFiles("Water/ky4.inp")),
      (SwmmImporter(), try exampleFiles("Sewer/user5.inp")),
      (OpenDSSImporter(), try CircuitFiles.tables("IEEE123")),
      (PandapowerImporter(), try exampleFiles("Pandapower/cigre_mv_all.json")),
      (PandapipesImporter(), try exampleFiles("Pandapipes/gas_versatility.json")),
      (GISImporter(), try Harbour.files()),
      (EsriServiceImporter(), ServiceFixture(seed: 3).files.map { ImportFile("dir/\($0)", $1) }),
    ]
  }

  @Test("Every importer reads the same with progress, which rises to 1")
  func progress() async throws {
    for (importer, files) in try Self.samples() {
      let told = Mutex<[Double]>([])
      let result = try await importer.read(files, named: files[0].name) { share in
        told.withLock { $0.append(share) }
      }
      let expected = try importer.read(files, named: files[0].name, appendingTo: nil)
      #expect(result.report == expected.report, "\(importer)")
      #expect(result.network.tables == expected.network.tables, "\(importer)")
      #expect(result.network.associations == expected.network.associations, "\(importer)")
      let shares = told.withLock { $0 }
      #expect(shares == shares.sorted() && shares.last == 1, "\(importer): \(shares)")
      #expect(shares.count > 1, "\(importer) tells nothing on the way")
    }
  }

  @Test("An import whose task is cancelled gives nothing, before it begins and on the way")
  func cancellation() async throws {
    for (importer, files) in try Self.samples() {
      for isOnTheWay in [false, true] {
        let box = Mutex<Task<Void, any Error>?>(nil)
        let task = Task {
          while box.withLock({ $0 }) == nil { await Task.yield() }
          if !isOnTheWay { while !Task.isCancelled { await Task.yield() } }
          _ = try await importer.read(files, named: files[0].name) { _ in
            box.withLock { $0 }?.cancel()
          }
        }
        box.withLock { $0 = task }
        if !isOnTheWay { task.cancel() }
        await #expect(throws: CancellationError.self, "\(importer), \(isOnTheWay)") {
          try await task.value
        }
      }
    }
  }

  @Test("A file that cannot be read is told as ever")
  func errors() async {
    await #expect(throws: ImportError.self) {
      try await PandapowerImporter().read([ImportFile("f", "{")], named: "f", progress: nil)
    }
  }
}
