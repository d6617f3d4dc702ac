import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@testable import GeoSnapTool

@Suite("geosnap report")
struct ReportTests {
  private func pages(_ network: UtilityNetwork) throws -> [ReportPage] {
    try NetworkReport(NetworkIndex(network), named: "net.gpkg", tolerated: []).pages()
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
  func water() throws {
    let example = try ImportedExample.water()
    let network = try GeoPackage.open(example.path).network
    let topology = Topology(network)
    let pages = try pages(network)
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
    #expect(try self.pages(network).map(\.html) == pages.map(\.html))
  }

  @Test("What validation finds is listed with what to do")
  func errors() throws {
    var made = try MadeUpNetwork.small()
    made.add(to: 0, try MadeUpNetwork.line([(0, 0), (0, 0), (4, 40)]))
    let network = try made.build()
    let readers = try check(try pages(network))
    let validation = try NetworkValidation(network)
    #expect(!validation.errors.isEmpty)
    let texts = Set(readers[ReportPage.Name.allCases.count - 1].texts)
    for error in validation.errors { #expect(texts.contains(error.message), "\(error.message)") }
  }

  @Test("Names that are markup stay names, and networks of nothing have a report")
  func names() throws {
    let shown = MadeUpNetwork.hostileName.replacing("\u{1}", with: "\u{FFFD}")
      .replacing("\u{0}", with: "\u{FFFD}")
    let network = try MadeUpNetwork.small().build()
    let report = NetworkReport(
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
    let empty = try check(try pages(MadeUpNetwork().build()))
    #expect(empty[0].texts.contains { $0.hasPrefix("There is no map.") })
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
