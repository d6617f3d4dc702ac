import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("geosnap report")
struct ReportTests {
  private func pages(_ network: UtilityNetwork) async throws -> [ReportPage] {
    try await report(network).pages()
  }

  private func report(_ network: UtilityNetwork) async throws -> NetworkReport {
    try await NetworkReport(try NetworkIndex(network), named: "net.gpkg", tolerated: [])
  }

  /// Every page is well formed, and every link leads to a page and a section that are there.
  private func check(_ pages: [ReportPage]) throws -> [SVGReader] {
    let readers = try pages.map { try SVGReader($0.html) }
    var anchors: Set<String> = []
    for (page, reader) in zip(pages, readers) {
      anchors.insert(page.name.file)
      let ids = reader.elements.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count, "\(page.name)")
      for id in ids { anchors.insert("\(page.name.file)#\(id)") }
    }
    for (page, reader) in zip(pages, readers) {
      #expect(!reader.elements.contains { $0.name == "script" }, "\(page.name)")
      let links = reader.elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] }
      #expect(links.count >= ReportPage.Name.allCases.count - 1)
      for link in links { #expect(anchors.contains(link), "\(page.name): \(link)") }
      for word in ["src=", "url(", "@import", "javascript:", " onload"] {
        #expect(!page.html.contains(word), "\(page.name): \(word)")
      }
    }
    return readers
  }

  @Test("A water network's report has every subnetwork, segment and asset type, and prints")
  func water() async throws {
    let example = try ImportedExample.water()
    let network = try GeoPackage.open(example.path).network
    let topology = Topology(network)
    let pages = try await pages(network)
    let readers = try check(pages)
    #expect(pages.map(\.name) == ReportPage.Name.allCases)
    func texts(_ name: ReportPage.Name) -> Set<String> {
      Set(readers[ReportPage.Name.allCases.firstIndex(of: name) ?? 0].texts)
    }
    for found in try topology.subnetworks().subnetworks {
      #expect(texts(.subnetworks).contains(found.name))
    }
    for number in 1...(try topology.isolationSegments(ignoresStatus: true).count) {
      #expect(texts(.segments).contains("\(number)"))
    }
    for (number, table) in network.tables.enumerated() {
      for row in 0..<table.count {
        let type = network.assetType(of: FeatureID(table: number, row: row))?.type
        #expect(type.map { texts(.index).contains($0.name) } ?? true)
      }
    }
    #expect(texts(.validation).contains("No errors."))
    #expect(texts(.reach).contains("Farthest features"))
    // Each page but one without answers has a map.
    for (page, reader) in zip(pages, readers) where page.name != .containers {
      #expect(reader.elements.contains { $0.name == "svg" }, "\(page.name)")
    }
    #expect(pages.allSatisfy { $0.html.contains("@media print") && $0.html.contains("@page") })
    #expect(try await self.pages(network).map(\.html) == pages.map(\.html))
  }

  @Test("What validation finds is listed with what to do")
  func errors() async throws {
    var made = try MadeUpNetwork.small()
    made.add(to: 0, try MadeUpNetwork.line([(0, 0), (0, 0), (4, 40)]))
    let network = try made.build()
    let readers = try check(try await pages(network))
    let validation = try NetworkValidation(network)
    #expect(!validation.errors.isEmpty)
    let texts = Set(readers[ReportPage.Name.allCases.count - 1].texts)
    for error in validation.errors { #expect(texts.contains(error.message), "\(error.message)") }
  }

  @Test("Names that are markup stay names, and networks of nothing have a report")
  func names() async throws {
    let shown = MadeUpNetwork.hostileName.replacing("\u{1}", with: "\u{FFFD}")
      .replacing("\u{0}", with: "\u{FFFD}")
    let network = try MadeUpNetwork.small().build()
    let report = try await NetworkReport(
      try NetworkIndex(network),
      named: MadeUpNetwork.hostileName,
      tolerated: []
    )
    let readers = try check(try report.pages())
    for reader in readers {
      #expect(!reader.elements.contains { $0.name == "b" })
      #expect(reader.texts.contains { $0.hasPrefix(shown) })
    }
    #expect(readers[0].texts.contains(shown))
    let empty = try check(try await pages(MadeUpNetwork().build()))
    #expect(empty[0].texts.contains { $0.hasPrefix("There is no map.") })
  }

  @Test("A task that is cancelled gets no page: that it was stopped is nothing to report")
  func cancellation() async throws {
    let example = try ImportedExample.water()
    let network = try withExtendedLifetime(example) { try GeoPackage.open(example.path).network }
    let report = try await report(network)
    func cancelled(_ work: @escaping @Sendable () async throws -> [ReportPage]) async {
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await work()
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    await cancelled { try await self.pages(network) }
    await cancelled { try report.pages() }
  }

  @Test(
    "Control-C ends the verb without a page, or comes too late and all pages are there",
    arguments: [0, 50, 150, 300]
  )
  func interruption(milliseconds: Int) async throws {
    let example = try ImportedExample.water()
    let folder = NSTemporaryDirectory() + "geosnap-report-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = Process()
    process.executableURL = CommandLineRun.program
    process.arguments = ["report", example.path, folder]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    let clock = ContinuousClock()
    let start = clock.now
    while !FileManager.default.fileExists(atPath: folder), clock.now - start < .seconds(60) {
      try await Task.sleep(for: .milliseconds(5))
    }
    // Opened; now the work begins.
    try await Task.sleep(for: .milliseconds(milliseconds))
    process.interrupt()
    process.waitUntilExit()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(process.terminationReason == .exit)
    if process.terminationStatus == 0 {
      #expect(files.count == ReportPage.Name.allCases.count)
      for file in files {
        let page = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        #expect(!page.contains("cancelled"), "\(file)")
      }
    } else {
      #expect(process.terminationStatus == 130 && files.isEmpty, "\(files)")
    }
  }

  @Test("The first page says how many rows are set aside")
  func setAside() throws {
    let example = try ImportedExample.feeders()
    let queue = try DatabaseQueue(path: example.path)
    try queue.writeWithoutTransaction { database in
      // No row of an association has a trigger.
      try database.execute(
        sql: """
          UPDATE un_associations SET ASSOCIATIONTYPE = 'x'
          WHERE OBJECTID = (SELECT min(OBJECTID) FROM un_associations)
          """
      )
    }
    try queue.close()
    let count = try GeoPackage.open(example.path).unreadableRowCount
    #expect(count == 1)
    let folder = NSTemporaryDirectory() + "geosnap-report-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try CommandLineRun(["report", example.path, folder])
    #expect(run.exitCode == 0, "\(run.errors)")
    let page = try String(contentsOfFile: "\(folder)/index.html", encoding: .utf8)
    let texts = try SVGReader(page).texts
    #expect(texts.contains("Rows that could not be read and are set aside"))
    #expect(texts.contains { $0.hasSuffix("is said without this row.") })
  }

  @Test("The verb makes the folder, writes all pages or none, and replaces only when told")
  func verb() throws {
    let example = try ImportedExample.feeders()
    let folder = NSTemporaryDirectory() + "geosnap-report-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try CommandLineRun(["report", example.path, folder, "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let pages = try #require(try run.json()["pages"] as? [[String: Any]])
    let files = pages.compactMap { $0["file"] as? String }
    #expect(files == ReportPage.Name.allCases.map { "\(folder)/\($0.file)" })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ReportPage.Name.allCases.map(\.file).sorted()
    )
    let again = try CommandLineRun(["report", example.path, folder])
    #expect(again.exitCode == 64 && again.errors.contains("--force"), "\(again.errors)")
    let forced = try CommandLineRun(["report", example.path, folder, "--force"])
    #expect(forced.exitCode == 0 && forced.output.contains("\(folder)/index.html"))
    let nowhere = try CommandLineRun(["report", example.path, "\(folder)/none/deep"])
    #expect(nowhere.exitCode == 66, "\(nowhere.errors)")
    let file = try CommandLineRun(["report", example.path, "\(folder)/index.html"])
    #expect(file.exitCode == 66 && file.errors.contains("is a file"), "\(file.errors)")
  }
}
