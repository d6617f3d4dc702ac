import GeoSnap
import GeoSnapStore
import GeoSnapTool
import Testing

@Suite("geosnap report")
struct ReportTests {
  private func report(
    _ network: UtilityNetwork,
    named name: String = "net.gpkg"
  ) async throws -> NetworkReport {
    try await NetworkReport(try NetworkIndex(network), named: name, tolerated: [])
  }

  /// Every page is well formed, and every link leads to a page and a section that are there.
  private func check(_ pages: [ReportPage]) throws -> [ReportPage.Name: SVGReader] {
    let readers = try pages.map { try SVGReader($0.html) }
    var anchors: Set<String> = []
    for (page, reader) in zip(pages, readers) {
      let ids = reader.elements.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count, "\(page.name)")
      anchors.formUnion([page.name.file] + ids.map { "\(page.name.file)#\($0)" })
    }
    for (page, reader) in zip(pages, readers) {
      let links = reader.elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] }
      #expect(links.count >= ReportPage.Name.allCases.count - 1)
      #expect(links.filter { !anchors.contains($0) } == [], "\(page.name)")
      #expect(!reader.elements.contains { $0.name == "script" }, "\(page.name)")
      let words = ["src=", "url(", "@import", "javascript:", " onload"]
      #expect(words.filter { page.html.contains($0) } == [], "\(page.name)")
      #expect(page.html.contains("@media print") && page.html.contains("@page"))
    }
    return Dictionary(uniqueKeysWithValues: zip(pages.map(\.name), readers))
  }

  @Test("A water network's report has every subnetwork, segment and asset type, and maps")
  func water() async throws {
    let example = try ImportedExample.water()
    let network = try GeoPackage.open(example.path).network
    let topology = Topology(network)
    let pages = try await report(network).pages()
    let readers = try check(pages)
    #expect(pages.map(\.name) == ReportPage.Name.allCases)
    let segments = 1...(try topology.isolationSegments(ignoresStatus: true).count)
    let types = network.tables.indices.flatMap { table in
      (0..<network.tables[table].count).compactMap {
        network.assetType(of: FeatureID(table: table, row: $0))?.type.name
      }
    }
    let expected: [ReportPage.Name: [String]] = [
      .subnetworks: try topology.subnetworks().subnetworks.map(\.name),
      .segments: segments.map { "\($0)" }, .index: types, .validation: ["No errors."],
      .reach: ["Farthest features"],
    ]
    for (name, reader) in readers {
      #expect(Set(expected[name] ?? []).subtracting(reader.texts) == [], "\(name)")
      // Each page but one without answers has a map.
      #expect(name == .containers || reader.elements.contains { $0.name == "svg" }, "\(name)")
    }
  }

  @Test("Names that are markup stay names, and networks of nothing have a report")
  func names() async throws {
    let name = MadeUpNetwork.hostileName
    let shown = name.replacing("\u{1}", with: "\u{FFFD}").replacing("\u{0}", with: "\u{FFFD}")
    let readers = try check(try await report(MadeUpNetwork.small().build(), named: name).pages())
    for reader in readers.values {
      #expect(!reader.elements.contains { $0.name == "b" })
      #expect(reader.texts.contains { $0.hasPrefix(shown) })
    }
    #expect(readers[.index]?.texts.contains(shown) == true)
    let empty = try check(try await report(MadeUpNetwork().build()).pages())
    #expect(empty[.index]?.texts.contains { $0.hasPrefix("There is no map.") } == true)
  }

  @Test("A task that is cancelled gets no page: that it was stopped is nothing to report")
  func cancellation() async throws {
    let network = try MadeUpNetwork.small().build()
    let report = try await report(network)
    func expectNoPage(_ work: @escaping @Sendable () async throws -> [ReportPage]) async {
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await work()
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    await expectNoPage { try await self.report(network).pages() }
    await expectNoPage { try report.pages() }
  }
}
