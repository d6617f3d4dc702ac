import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Images and subnetworks of networks in databases, by the command", TestDatabase.isThere)
struct PartVerbTests {
  private let folder: ScratchFolder
  private let schema: TemporarySchema
  private let address: String

  init() async throws {
    folder = try ScratchFolder()
    schema = try TemporarySchema("parts")
    address = try TestDatabase.text(of: schema)
    try await NetworkPlace.database(schema.address).write(
      try GeoPackage.open(SampleFile.path, images: .none).network
    )
  }

  private func image(_ words: String...) throws -> CommandLineRun {
    try CommandLineRun(["image", address, "--image", folder.path("images")] + words)
  }

  @Test("An image is made, told of with what was committed since, checked and removed")
  func image() throws {
    #expect(try image("--check", "--json").json()["state"] as? String == "missing")
    #expect(try image().output.contains("There is none yet."))
    let made = try image("--make", "--check")
    #expect(made.exitCode == 0 && made.output.contains("topology"), "\(made.errors)")
    #expect(made.output.contains("All of it is as its checksums say."))
    let sections = try image("--sections", "--json").json()["sections"] as? [Any]
    #expect((sections?.count ?? 0) > 100)
    try schema.execute("UPDATE pipelinedevice SET name = 'Theirs' WHERE objectid = 12")
    #expect(try image().output.contains("1 commit since"))
    let document = try image("--json").json()
    #expect(document["state"] as? String == "fits" && document["commits"] as? Int == 1)
    let shown = try CommandLineRun([
      "show", address, "row:PipelineDevice/12", "--image", folder.path("images"),
    ])
    #expect(shown.output.contains("Theirs"))
    // It has what was committed, then.
    #expect(try image("--make").exitCode == 0)
    #expect(try image("--json").json()["commits"] as? Int == 0)
    try schema.execute("UPDATE un_rules SET origin = 'another'")
    #expect(try image().output.contains("It is out of date: the network has other tables or rules"))
    #expect(try image("--remove").output.contains("There is none any more."))
    #expect(try image("--json").json()["state"] as? String == "missing")
    let none = try CommandLineRun(["image", address, "--image", "none"])
    #expect(none.exitCode == 0 && none.output.contains("No images are kept."))
    #expect(try CommandLineRun(["image", address + "no", "--image", "none"]).exitCode == 66)
  }

  @Test("A subnetwork is checked out by its name")
  func subnetwork() throws {
    let network = try GeoPackage.open(SampleFile.path, images: .none).network
    let known = try Topology(network).subnetworks().subnetworks
    let subnetwork = try #require(known.min { $0.elements.count < $1.elements.count })
    let file = folder.path("part.gpkg")
    let run = try CommandLineRun([
      "checkout", address, file, "--subnetwork", subnetwork.name, "--tier", subnetwork.tierName,
      "--json",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let part = try GeoPackage.open(file).network
    #expect(part.featureCount < network.featureCount)
    let extent = try GeoPackage.extent(of: SubnetworkName(subnetwork.name), in: SampleFile.path)
    let corners = try #require(try run.json()["extent"] as? [Double])
    let expected = [extent.minX, extent.minY, extent.maxX, extent.maxY]
    #expect(zip(corners, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(corners), \(expected)")
    for words in [
      ["--subnetwork", "nowhere"], ["--subnetwork", subnetwork.name, "--tier", "none"],
    ] {
      let wrong = try CommandLineRun(["checkout", address, folder.path("no.gpkg")] + words)
      #expect(
        wrong.exitCode > 0 && wrong.errors.contains("there are "),
        "\(words): \(wrong.errors)"
      )
    }
    for words in [
      [], ["--tier", "x", "--extent", "0,0,1,1"], ["--subnetwork", "a", "--extent", "0,0,1,1"],
    ] {
      let wrong = try CommandLineRun(["checkout", address, folder.path("no.gpkg")] + words)
      #expect(wrong.exitCode == 64, "\(words)")
    }
  }
}
