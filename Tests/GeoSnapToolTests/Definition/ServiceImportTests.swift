import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("The import of a service's answers on the command line")
struct ServiceImportTests {
  @Test("A folder of a service's answers becomes a file that opens with all in it")
  func service() throws {
    let folder = try ScratchFolder()
    let network = folder.path("out.gpkg")
    let fixture = ServiceFixture(seed: 4)
    for (name, text) in fixture.files {
      try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    }
    let run = try CommandLineRun(["import", "esri", folder.path(""), network, "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let stored = try GeoPackage.open(network).network
    #expect(stored.featureCount == fixture.rows.count)
    #expect(stored.associations.count == fixture.associations.values.reduce(0, +))
    #expect(stored.rules.count == 11)
    let tier = try #require(stored.definition.domainNetworks[1].tiers.first)
    #expect(tier.traceConfiguration?.traversability.barriers != nil)
    try "{}".write(toFile: folder.path("rules.json"), atomically: true, encoding: .utf8)
    let failed = try CommandLineRun(["import", "esri", folder.path(""), network, "--force"])
    #expect(failed.exitCode == 65)
    #expect(failed.errors.contains("rules.json: There is no list 'features'"))
    #expect(try GeoPackage.open(network).network.featureCount == fixture.rows.count)
  }
}
