import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// The real networks beside the repository, where they are present.
@Suite struct SharedDataTests {
  static let gas = "gas-schutterwald/schutterwald_gas.pandapipes.json"
  static let lowVoltage = "lv-schutterwald/lv_schutterwald.pandapower.json"
  static let mediumVoltage = "mv-oberrhein/mv_oberrhein.pandapower.json"

  static func sharedFile(_ path: String) -> [UInt8]? {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<6 {
      folder.deleteLastPathComponent()
      let file = folder.appendingPathComponent("shared/data/\(path)")
      if let data = try? Data(contentsOf: file) { return [UInt8](data) }
    }
    return nil
  }

  @Test(
    "The gas network of Schutterwald keeps every element",
    .enabled(if: sharedFile(gas) != nil),
    .long
  )
  func schutterwaldGas() throws {
    let bytes = try #require(Self.sharedFile(Self.gas))
    let result = try PandapipesImporter().read(bytes: bytes, named: "gas")
    #expect(
      result.report.elementsRead == ["junction": 2559, "pipe": 2559, "ext_grid": 1, "sink": 1506]
    )
    #expect(result.report.notImported.isEmpty)
    #expect(result.report.moves.isEmpty)
    try ImportCheck.expectFaithful(result, to: bytes, isElectric: false)
  }

  @Test(
    "The low voltage network of Schutterwald keeps every element and lists 227 moved ends",
    .enabled(if: sharedFile(lowVoltage) != nil),
    .long
  )
  func schutterwaldLowVoltage() throws {
    let bytes = try #require(Self.sharedFile(Self.lowVoltage))
    let result = try PandapowerImporter().read(bytes: bytes, named: "lv")
    let read = result.report.elementsRead
    #expect(
      read == ["bus": 2940, "line": 3000, "trafo": 14, "switch": 378, "ext_grid": 14, "load": 1506]
    )
    #expect(result.report.notImported.isEmpty)
    let missed = result.report.moves.filter { $0.reason == .missedNode }
    #expect(missed.count == 227)
    #expect(Set(missed.map(\.origin)).count == 219)
    #expect(abs((missed.map(\.distance).max() ?? 0) - 12.6) < 0.1)
    #expect(result.network.srid == 4326)
    try expectParts(result, bytes, respectingStatus: 14, ignoringIt: 1)
    try ImportCheck.expectFaithful(result, to: bytes, isElectric: true)
  }

  @Test(
    "The medium voltage network of Oberrhein keeps every element and parts 143 shared sites",
    .enabled(if: sharedFile(mediumVoltage) != nil),
    .long
  )
  func oberrheinMediumVoltage() throws {
    let bytes = try #require(Self.sharedFile(Self.mediumVoltage))
    let result = try PandapowerImporter().read(bytes: bytes, named: "mv")
    #expect(
      result.report.elementsRead == [
        "bus": 320, "line": 181, "trafo": 143, "switch": 322, "ext_grid": 2, "load": 147,
        "sgen": 153,
      ]
    )
    #expect(result.report.moves.filter { $0.reason == .sharedPoint }.count == 143)
    let missed = result.report.moves.filter { $0.reason == .missedNode }
    #expect(missed.count == 1)
    #expect(abs((missed.first?.distance ?? 0) - 72) < 1)
    try expectParts(result, bytes, respectingStatus: 2, ignoringIt: 1)
    try ImportCheck.expectFaithful(result, to: bytes, isElectric: true)
  }

  private func expectParts(
    _ result: ImportResult,
    _ bytes: [UInt8],
    respectingStatus: Int,
    ignoringIt: Int
  ) throws {
    let sources = try SourceFile(bytes)["ext_grid"].map { "bus/\($0.number("bus"))" }
    for (barrier, count) in [(1, respectingStatus), (nil, ignoringIt)] as [(Int64?, Int)] {
      let graph = Contraction(result.network, nodeTables: ["bus", "bus_dc"], barrier: barrier)
      #expect(graph.partCount(holding: sources) == count)
    }
  }

  @Test("Every file of the folder that GEOSNAP_IMPORT_FOLDER names is imported faithfully")
  func folder() throws {
    guard let folder = ProcessInfo.processInfo.environment["GEOSNAP_IMPORT_FOLDER"] else { return }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
      let isElectric = String(decoding: bytes.prefix(200), as: UTF8.self).contains("pandapowerNet")
      let result =
        isElectric
        ? try PandapowerImporter().read(bytes: bytes, named: file)
        : try PandapipesImporter().read(bytes: bytes, named: file)
      let report = result.report
      print(file, report.elementsRead, report.featuresWritten, report.derived, report.notImported)
      print("moves: \(report.moves.count), notes: \(report.notes.prefix(2))")
      try ImportCheck.expectFaithful(result, to: bytes, isElectric: isElectric)
    }
  }
}
